#!/usr/bin/env node
// `npm test`: builds what changed, runs every suite that this machine can run, and says what it left out and why.
// With arguments, one run of vitest with them.
import { spawn, spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const cache = fileURLToPath(new URL('../../.cache', import.meta.url));

mkdirSync(cache, { recursive: true });
const build = spawnSync(process.execPath, ['node_modules/typescript/bin/tsc', '-b'], { cwd: root, stdio: 'inherit' });
if (build.status !== 0) process.exit(1);

const given = process.argv.slice(2);
/**
 * One after the other, those of a line at the same time. The two transports keep to deployments of their own, and wait
 * half of their time; outages want the machine for themselves.
 */
const lines = given.length > 0 ? [[given]] : [[of('unit')], [of('e2e-embedded'), of('e2e-kafka')], [of('outages')]];

function of(project) {
  return ['--project', project];
}

/** Its summary, or undefined where it ended without one; `status` is its exit code. */
async function runVitest(arguments_, index, output) {
  const summaryFile = `${cache}/test-summary-${index}.json`;
  rmSync(summaryFile, { force: true });
  const reporters = ['--reporter=default', '--reporter=./tools/test/reporter.mjs'];
  const child = spawn(process.execPath, ['node_modules/vitest/vitest.mjs', 'run', ...reporters, ...arguments_], {
    cwd: root,
    env: { ...process.env, KALENDS_TEST_SUMMARY: summaryFile },
    stdio: ['inherit', output, output],
  });
  // two at once: lines of both, not two pictures over each other
  child.stdout?.pipe(process.stdout, { end: false });
  child.stderr?.pipe(process.stderr, { end: false });
  const status = await new Promise((resolve) => child.once('close', (code) => resolve(code ?? 1)));
  try {
    return { status, summary: JSON.parse(readFileSync(summaryFile, 'utf8')) };
  } catch {
    return { status: status || 1, summary: undefined };
  }
}

const runs = [];
for (const line of lines) {
  const output = line.length > 1 ? 'pipe' : 'inherit';
  runs.push(...(await Promise.all(line.map((one, index) => runVitest(one, runs.length + index, output)))));
}

const projects = Object.assign({}, ...runs.map(({ summary }) => summary?.projects));
const skipped = {};
for (const [reason, count] of runs.flatMap(({ summary }) => Object.entries(summary?.skipped ?? {}))) {
  skipped[reason] = (skipped[reason] ?? 0) + count;
}
for (const [name, counts] of Object.entries(projects)) {
  console.log(`${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped`);
}
for (const [reason, count] of Object.entries(skipped)) console.log(`skipped ${count}: ${reason}`);

const sum = (state) => Object.values(projects).reduce((total, counts) => total + counts[state], 0);
let failed = sum('failed') + runs.reduce((total, { summary }) => total + (summary?.unhandled ?? 1), 0);
const [embedded, kafka] = [projects['e2e-embedded'], projects['e2e-kafka']];
if (embedded && kafka && kafka.skipped < kafka.passed + kafka.failed + kafka.skipped) {
  const equal = embedded.passed === kafka.passed;
  console.log(
    `end-to-end on both transports: ${embedded.passed} and ${kafka.passed} passed${equal ? '' : ' (not equal)'}`,
  );
  if (!equal && failed === 0) failed += 1;
}
if (process.env.KALENDS_TEST_ALL === '1' && sum('skipped') > 0 && failed === 0) failed += 1;
if (runs.some(({ status }) => status !== 0) && failed === 0) failed += 1;
console.log(`${sum('passed')} passed, ${failed} failed`);
process.exit(failed === 0 ? 0 : 1);
