import { spawnSync } from 'node:child_process';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { skipFor } from '@kalends/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import { missing } from '../testbed/programs.mjs';
import { compare } from './advisories.mjs';

const advisory = {
  schema_version: '1.6.0',
  id: 'GHSA-aaaa-bbbb-cccc',
  modified: '2026-11-01T00:00:00Z',
  published: '2026-11-01T00:00:00Z',
  summary: 'Planted',
  affected: [
    {
      package: { ecosystem: 'npm', name: 'lodash' },
      ranges: [{ type: 'SEMVER', events: [{ introduced: '0' }, { fixed: '4.17.21' }] }],
    },
  ],
};

/** The archive that osv.dev offers for npm, with one advisory. */
const zipped = `
import json, sys, zipfile
with zipfile.ZipFile(sys.argv[1], 'w') as archive: archive.writestr('GHSA-aaaa-bbbb-cccc.json', sys.stdin.read())
`;

describe('known vulnerabilities', { timeout: 900_000 }, () => {
  let folder: string;
  beforeEach(async (context) => {
    const reason = await missing('osv-scanner');
    if (reason) return skipFor(context, reason);
    folder = mkdtempSync(join(tmpdir(), 'kalends-advisories-'));
    const place = join(folder, 'osv-scanner/npm');
    mkdirSync(place, { recursive: true });
    const done = spawnSync('python3', ['-c', zipped, join(place, 'all.zip')], { input: JSON.stringify(advisory) });
    if (done.status !== 0) throw new Error(String(done.stderr));
    return () => rmSync(folder, { recursive: true });
  });

  const lockFileWith = (version: string) => {
    const path = join(folder, 'package-lock.json');
    const packages = { '': { name: 'planted', version: '1.0.0' }, 'node_modules/lodash': { version } };
    writeFileSync(path, JSON.stringify({ name: 'planted', version: '1.0.0', lockfileVersion: 3, packages }));
    return path;
  };

  it.each([
    ['4.17.20', 1],
    ['4.17.21', 0],
  ])(
    'given lodash %s and an advisory about versions before 4.17.21, then the exit code is %i',
    async (version, code) => {
      const found = await compare(lockFileWith(version), { database: folder, refresh: false });
      expect(found.status, found.output).toBe(code);
      expect(found.output.includes('GHSA-aaaa-bbbb-cccc')).toBe(code === 1);
      expect(found.day).toMatch(/^\d{4}-\d\d-\d\d$/);
    },
  );

  it('given no database, then that is no result', async () => {
    const found = await compare(lockFileWith('4.17.20'), { database: join(folder, 'none'), refresh: false });
    expect(found.day).toBeUndefined();
  });

  it('given this repository’s lock file and that advisory, then it is not concerned', async () => {
    const found = await compare(join(import.meta.dirname, '../../package-lock.json'), {
      database: folder,
      refresh: false,
    });
    expect(found.status, found.output).toBe(0);
  });
});
