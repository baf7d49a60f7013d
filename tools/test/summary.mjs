import { readFileSync } from 'node:fs';

const add = (sums, more) => {
  for (const [name, value] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + value;
};

/**
 * Merges the summaries of several runs of Vitest. A run without one, or that failed without a failed test, counts as a
 * failure. `runs`: `{file, status}` each.
 */
export function summaryOf(runs, read = (file) => readFileSync(file, 'utf8')) {
  const total = { projects: {}, skipped: {}, slowest: [], failures: [], broken: 0 };
  for (const { file, status } of runs) {
    let one;
    try {
      one = JSON.parse(read(file));
    } catch {
      total.broken += 1;
      continue;
    }
    for (const [name, counts] of Object.entries(one.projects)) add((total.projects[name] ??= {}), counts);
    add(total.skipped, one.skipped);
    total.slowest.push(...one.slowest);
    total.failures.push(...(one.failures ?? []));
    total.broken += one.unhandled;
    const failed = Object.values(one.projects).reduce((sum, counts) => sum + counts.failed, one.unhandled);
    if (status !== 0 && failed === 0) total.broken += 1;
  }
  total.slowest.sort((one, other) => other.ms - one.ms).splice(10);
  return total;
}

const firstLine = (text) => text.split('\n')[0].slice(0, 200);
const seconds = (ms) => `${Math.round(ms / 1_000)} s`;

/** Prints the summary; returns the counts. `nothingSkipped`: a skipped test is a failure. */
export function print({ projects, skipped, slowest, failures, broken }, nothingSkipped, log = console.log) {
  log('the ten slowest files:');
  for (const { file, project, ms } of slowest) log(`${seconds(ms).padStart(7)}  ${file} (${project})`);
  for (const [name, counts] of Object.entries(projects)) {
    const { passed, failed, skipped: skippedCount, ms } = counts;
    log(`${name}: ${passed} passed, ${failed} failed, ${skippedCount} skipped (${seconds(ms)})`);
  }
  for (const { test, error } of failures) log(`FAILED ${test}: ${firstLine(error)}`);
  for (const [reason, count] of Object.entries(skipped)) log(`skipped ${count}: ${reason}`);
  const sum = (state) => Object.values(projects).reduce((total, counts) => total + counts[state], 0);
  let failed = sum('failed') + broken;
  const [embedded, kafka] = [projects['e2e-embedded'], projects['e2e-kafka']];
  if (embedded && kafka && kafka.passed + kafka.failed > 0) {
    const equal = embedded.passed === kafka.passed;
    log(`end-to-end on both transports: ${embedded.passed} and ${kafka.passed} passed${equal ? '' : ' (not equal)'}`);
    if (!equal && failed === 0) failed += 1;
  }
  if (nothingSkipped && sum('skipped') > 0 && failed === 0) failed += 1;
  return { passed: sum('passed'), failed };
}
