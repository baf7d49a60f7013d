#!/usr/bin/env node
// `npm test`: builds what changed, runs every suite that this machine can run, and reports what it skipped and why. With
// arguments, Vitest runs once with them.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, rmSync } from 'node:fs';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { print, summaryOf } from './summary.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const summaries = fileURLToPath(new URL('../../.cache/test-summaries/', import.meta.url));

/** Sequential groups; the suites of a group run concurrently, as they wait for processes and brokers half of the time. */
const stages = [
  [['unit']],
  // the embedded transport takes less time
  [['e2e-embedded', 'scale'], ['e2e-kafka']],
  // these break or measure shared servers: run alone
  [['outages', 'costs']],
];

const run = (command, args) => spawnSync(command, args, { cwd: root, stdio: 'inherit' }).status ?? 1;

/** Runs Vitest; `file`: where to write its summary. Returns the exit status. */
function vitest(file, args) {
  const reporters = ['--reporter=default', '--reporter=./tools/test/reporter.mjs'];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...args], {
    cwd: root,
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { ...process.env, KALENDS_TEST_SUMMARY: file },
  });
  // whole lines, so that two runs do not mix within one
  createInterface({ input: child.stdout }).on('line', (line) => console.log(line));
  createInterface({ input: child.stderr }).on('line', (line) => console.error(line));
  return new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
}

rmSync(summaries, { recursive: true, force: true });
mkdirSync(summaries, { recursive: true });
if (run(process.execPath, ['node_modules/typescript/bin/tsc', '-b']) !== 0) process.exit(1);
if (run(process.execPath, ['tools/bundle/bundle.mjs']) !== 0) process.exit(1);

const args = process.argv.slice(2);
const runs = [];
for (const stage of args.length > 0 ? [[undefined]] : stages)
  await Promise.all(
    stage.map(async (projects) => {
      const file = `${summaries}${projects?.join('-') ?? 'given'}.json`;
      const status = await vitest(file, projects?.flatMap((name) => ['--project', name]) ?? args);
      runs.push({ file, status });
    }),
  );

const { passed, failed } = print(summaryOf(runs), process.env.KALENDS_TEST_ALL === '1');
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
