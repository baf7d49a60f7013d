import { execFile } from 'node:child_process';
import { existsSync } from 'node:fs';
import { mkdir, mkdtemp, readdir, rename, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);

/** Path of the program. */
export const promtool = fileURLToPath(new URL('../../.cache/promtool/promtool', import.meta.url));

/** Why promtool cannot be run here, in one line; undefined when it can. */
export async function missingForPromtool() {
  if (existsSync(promtool)) return undefined;
  return run('apt-get', ['--version']).then(
    () => undefined,
    () => "promtool comes from Debian's package prometheus, and there is no apt-get",
  );
}

async function downloadPackage(cwd) {
  const download = () => run('apt-get', ['download', '-qq', '-o', 'APT::Sandbox::User=root', 'prometheus'], { cwd });
  // without lists of packages there is nothing to find it in
  await download().catch(async () => {
    await run('apt-get', ['update', '-qq']);
    await download();
  });
}

/** Takes the program from Debian's package, once, without installing its server. Throws if it cannot. */
export async function fetchPromtool() {
  if (existsSync(promtool)) return;
  await mkdir(dirname(promtool), { recursive: true });
  const work = await mkdtemp(join(dirname(promtool), 'package-'));
  try {
    await downloadPackage(work);
    const [file] = await readdir(work);
    await run('dpkg-deb', ['-x', file, '.'], { cwd: work });
    await rename(join(work, 'usr/bin/promtool'), promtool);
  } finally {
    await rm(work, { recursive: true, force: true });
  }
}
