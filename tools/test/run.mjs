#!/usr/bin/env node
// `npm test`: builds what changed, runs every suite that this machine can run, and says what it left out and why.
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const summaryFile = fileURLToPath(new URL('../../.cache/test-summary.json', import.meta.url));

const run = (command, args, env = {}) =>
  spawnSync(command, args, { cwd: root, stdio: 'inherit', env: { ...process.env, ...env } }).status ?? 1;

mkdirSync(new URL('../../.cache', import.meta.url), { recursive: true });
rmSync(summaryFile, { force: true });
if (run(process.execPath, ['node_modules/typescript/bin/tsc', '-b']) !== 0) process.exit(1);
if (run(process.execPath, ['tools/bundle/bundle.mjs']) !== 0) process.exit(1);

const arguments_ = [
  'node_modules/vitest/vitest.mjs',
  'run',
  '--reporter=default',
  '--reporter=./tools/test/reporter.mjs',
];
const status = run(process.execPath, [...arguments_, ...process.argv.slice(2)], { KALENDS_TEST_SUMMARY: summaryFile });

let summary;
try {
  summary = JSON.parse(readFileSync(summaryFile, 'utf8'));
} catch {
  console.log('0 passed, 1 failed');
  process.exit(status || 1);
}

const { projects, skipped, slowest, unhandled } = summary;
const seconds = (ms) => `${Math.round(ms / 1_000)} s`;
console.log('the ten slowest files:');
for (const { file, project, ms } of slowest) console.log(`${seconds(ms).padStart(7)}  ${file} (${project})`);
for (const [name, counts] of Object.entries(projects)) {
  console.log(
    `${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${seconds(counts.ms)})`,
  );
}
for (const [reason, count] of Object.entries(skipped)) console.log(`skipped ${count}: ${reason}`);

const sum = (state) => Object.values(projects).reduce((total, counts) => total + counts[state], 0);
let failed = sum('failed') + unhandled;
const [embedded, kafka] = [projects['e2e-embedded'], projects['e2e-kafka']];
if (embedded && kafka && kafka.skipped < kafka.passed + kafka.failed + kafka.skipped) {
  const equal = embedded.passed === kafka.passed;
  console.log(
    `end-to-end on both transports: ${embedded.passed} and ${kafka.passed} passed${equal ? '' : ' (not equal)'}`,
  );
  if (!equal && failed === 0) failed += 1;
}
if (process.env.KALENDS_TEST_ALL === '1' && sum('skipped') > 0 && failed === 0) failed += 1;
if (status !== 0 && failed === 0) failed += 1;
console.log(`${sum('passed')} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
