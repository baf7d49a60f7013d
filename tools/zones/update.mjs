#!/usr/bin/env node
// `npm run zones:update`: writes the zone data of libs/icalendar from the newest release of PyPI's `tzdata` (IANA's data, compiled by
// IANA's zic), or with a version from that one, and notes it in requirements.txt, which dependency updates keep current too. Without
// this tool zones would be as old as the Node that runs the program.
import { spawnSync } from 'node:child_process';
import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { zoneLine } from './tzif.mjs';

const requirements = fileURLToPath(new URL('requirements.txt', import.meta.url));
const target = fileURLToPath(new URL('../../libs/icalendar/src/zones/generated/iana-data.ts', import.meta.url));

function python(...args) {
  const done = spawnSync('python3', args, { encoding: 'utf8' });
  if (done.status !== 0) throw new Error(`python3 ${args.join(' ')}: ${done.stderr || String(done.error)}`);
  return done.stdout;
}

/** Lines of a file of the package without comments. */
const linesOf = (path) =>
  readFileSync(path, 'utf8')
    .split('\n')
    .filter((line) => line !== '' && !line.startsWith('#'));

/** The data of a folder that contains the package. */
function dataOf(folder) {
  const zoneinfo = join(folder, 'tzdata/zoneinfo');
  const [, release] = /^# version (\S+)/.exec(readFileSync(join(zoneinfo, 'tzdata.zi'), 'utf8'));
  const links = linesOf(join(zoneinfo, 'tzdata.zi'))
    .filter((line) => line.startsWith('L '))
    .map((line) => line.split(' '))
    .map(([, current, former]) => [former, current]);
  const isLink = new Set(links.map(([former]) => former));
  const names = linesOf(join(folder, 'tzdata/zones')).filter((name) => name !== 'Factory');
  const zones = names
    .filter((name) => !isLink.has(name))
    .map((name) => zoneLine(name, readFileSync(join(zoneinfo, name))));
  const listed = ['Etc/UTC', ...linesOf(join(zoneinfo, 'zone.tab')).map((line) => line.split('\t')[2])];
  return {
    release,
    released: statSync(join(zoneinfo, 'tzdata.zi')).mtime.toISOString().slice(0, 10),
    zones,
    links,
    listed,
  };
}

const template = ({ release, released, zones, links, listed }) => `// Written by tools/zones/update.mjs.

/** The release of IANA's Time Zone Database, and the day of the package that it was taken from. */
export const RELEASE = { name: '${release}', date: '${released}' } as const;

/** A zone each: its name, its offsets in seconds, its changes (tools/zones/tzif.mjs), and the rule that continues them. */
export const ZONES = \`
${zones.sort().join('\n')}
\`;

/** Former and other names, each with the zone's. */
export const LINKS = \`
${links
  .map((link) => link.join(' '))
  .sort()
  .join('\n')}
\`;

/** Names to choose from, as IANA's zone.tab has them. */
export const LISTED = \`
${[...new Set(listed)].sort().join('\n')}
\`;
`;

const folder = mkdtempSync(join(tmpdir(), 'zones-'));
try {
  const [version] = process.argv.slice(2);
  const wanted = version ? `tzdata==${version}` : 'tzdata';
  python('-m', 'pip', 'download', '-q', '--no-deps', '--no-cache-dir', '-d', folder, wanted);
  // by hand, as `python3 -m zipfile -e` forgets the day of the files
  python(
    '-c',
    `
import glob, os, time, zipfile
with zipfile.ZipFile(glob.glob('${folder}/*.whl')[0]) as wheel:
    for one in wheel.infolist():
        path = wheel.extract(one, '${folder}')
        at = time.mktime(one.date_time + (0, 0, -1))
        os.utime(path, (at, at))
`,
  );
  const data = dataOf(folder);
  writeFileSync(target, template(data));
  const [, found] = /__version__ = "([^"]+)"/.exec(readFileSync(join(folder, 'tzdata/__init__.py'), 'utf8'));
  writeFileSync(requirements, `tzdata==${found}\n`);
  console.log(
    `zones: release ${data.release} of ${data.released}, ${data.zones.length} zones, ${data.links.length} other names`,
  );
} finally {
  rmSync(folder, { recursive: true, force: true });
}
