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

const projects = (...names) => names.flatMap((name) => ['--project', name]);

/**
 * Sequential groups of Vitest's arguments by name; the runs of a group are concurrent, as they wait for processes and brokers
 * half of the time.
 */
const stages = [
  { unit: projects('unit') },
  {
    'e2e-embedded': projects('e2e-embedded'),
    'e2e-kafka': projects('e2e-kafka'),
    processes: projects('processes', 'scale', 'fuzz'),
  },
  { outages: projects('outages'), costs: projects('costs') },
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
for (const stage of args.length > 0 ? [{ given: args }] : stages) {
  const from = Date.now();
  await Promise.all(
    Object.entries(stage).map(async ([name, parameters]) => {
      const file = `${summaries}${name}.json`;
      runs.push({ file, status: await vitest(file, parameters) });
    }),
  );
  console.log(`${Object.keys(stage).join(', ')}: ${Math.round((Date.now() - from) / 1_000)} s`);
}

const { passed, failed } = print(summaryOf(runs), process.env.KALENDS_TEST_ALL === '1');
console.log(`${passed} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
