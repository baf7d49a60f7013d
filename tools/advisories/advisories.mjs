#!/usr/bin/env node
// `npm run advisories`: compares package-lock.json with OSV's database of npm packages, which has GitHub's reviewed advisories, by
// osv-scanner. Without this tool known vulnerabilities show only where npm's registry has an audit endpoint, which mirrors lack. What is
// known and does not concern us is in osv-scanner.toml, with its reason and an end. Exits with 1 when something is found.
import { spawnSync } from 'node:child_process';
import { statSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { fetched, missing } from '../testbed/programs.mjs';

const name = 'osv-scanner';
const oldDays = 60;
const root = fileURLToPath(new URL('../..', import.meta.url));

/** The day of the database in a folder, `YYYY-MM-DD`; undefined without one. */
function dayOf(database) {
  const found = statSync(join(database, name, 'npm/all.zip'), { throwIfNoEntry: false });
  return found?.mtime.toISOString().slice(0, 10);
}

/**
 * What is known about the packages of a lock file. `database`: a folder, filled first where the network allows it (`refresh`). Returns
 * the database's day (undefined: there is none, and nothing was compared), the exit code, and what the program printed.
 */
export async function compare(lockFile, { database, refresh }) {
  const download = refresh ? ['--experimental-download-offline-databases'] : [];
  const offline = ['--experimental-offline-vulnerabilities', ...download];
  const config = ['--config', join(root, 'tools/advisories/osv-scanner.toml')];
  const args = ['scan', '--lockfile', lockFile, ...offline, ...config];
  const env = { ...process.env, OSV_SCANNER_LOCAL_DB_CACHE_DIRECTORY: database };
  const { status, stdout, stderr } = spawnSync(await fetched(name), args, { encoding: 'utf8', env });
  return { day: dayOf(database), status, output: `${stdout}${stderr}`.trim() };
}

async function main() {
  const reason = await missing(name);
  if (reason) return console.log(`skipped: ${reason}`);
  const database = process.env.KALENDS_ADVISORIES || join(root, '.cache/advisories');
  const lockFile = join(root, 'package-lock.json');
  let found = await compare(lockFile, { database, refresh: true });
  // not refreshed: an older one still has what was known
  if (found.status > 1) found = await compare(lockFile, { database, refresh: false });
  if (found.day === undefined)
    return console.log(
      'skipped: no database of advisories can be reached (osv-vulnerabilities.storage.googleapis.com)',
    );
  const days = (Date.now() - Date.parse(found.day)) / 86_400_000;
  console.log(
    `OSV's database of npm packages of ${found.day}${days > oldDays ? `: older than ${oldDays} days` : ''}\n${found.output}`,
  );
  process.exitCode = found.status;
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main();
