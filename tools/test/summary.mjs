import { readFileSync } from 'node:fs';

const add = (sums, more) => {
  for (const [name, value] of Object.entries(more)) sums[name] = (sums[name] ?? 0) + value;
};

/**
 * Merges the summaries of several runs of Vitest. A run without one, or that failed without a failed test, counts as a
 * failure. `runs`: `{file, status}` each.
 */
export function summaryOf(runs, read = (file) => readFileSync(file, 'utf8')) {
  const total = { projects: {}, skipped: {}, files: [], failures: [], flaky: [], broken: 0, leftToTheNight: 0 };
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
    total.files.push(...one.files);
    total.failures.push(...one.failures);
    total.broken += one.unhandled;
    total.leftToTheNight += one.leftToTheNight;
    const failed = Object.values(one.projects).reduce((sum, counts) => sum + counts.failed, one.unhandled);
    if (status !== 0 && failed === 0) total.broken += 1;
  }
  return total;
}

/** More files than these are not a busy machine's doing. */
const maxFiles = 5;

/** The files that are run once more, alone. */
export function secondLooks({ failures }) {
  const files = [...new Map(failures.map(({ file, project }) => [`${project} ${file}`, { file, project }])).values()];
  return files.length <= maxFiles ? files : [];
}

/**
 * The summary after failed files were run once more, alone: what passed then is flaky instead of failed. `again`: each file with the
 * summary of its second run.
 */
export function afterSecondLook(summary, again) {
  const result = structuredClone(summary);
  for (const { file, project, second } of again) {
    const isOfFile = (one) => one.file === file && one.project === project;
    if (second.broken > 0 || second.failures.length > 0) continue;
    const flaky = result.failures.filter(isOfFile);
    result.failures = result.failures.filter((one) => !isOfFile(one));
    result.flaky.push(...flaky);
    result.projects[project].failed -= flaky.length;
    // a file that did not load has as many tests as it had the second time, and what failed outside tests is none
    const loaded = flaky.some(({ test }) => test === 'did not load')
      ? second.projects[project].passed
      : flaky.filter(({ test }) => test !== 'outside its tests').length;
    result.projects[project].passed += loaded;
  }
  return result;
}

const firstLine = (text) => text.split('\n')[0].slice(0, 200);
const seconds = (ms) => `${Math.round(ms / 1_000)} s`;
const nameOf = ({ file, project, test }) => `${file} (${project}) > ${test}`;

/** Whether the end-to-end files passed on one transport only; false when the machine lacks what Kafka needs. */
function differs({ 'e2e-embedded': embedded, 'e2e-kafka': kafka }) {
  if (!embedded || !kafka || kafka.skipped > embedded.skipped) return false;
  return embedded.passed !== kafka.passed;
}

/** How many tests passed, failed and were skipped. */
export function totals({ projects, broken }) {
  const sum = (state) => Object.values(projects).reduce((total, counts) => total + counts[state], 0);
  return { passed: sum('passed'), failed: sum('failed') + broken, skipped: sum('skipped') };
}

/** Prints the summary; returns the counts. `nothingSkipped`: a skipped test is a failure; `compared`: both transports run the same files. */
export function print(summary, nothingSkipped, log = console.log, compared = true) {
  const { projects, skipped, files, failures, flaky, broken, leftToTheNight } = summary;
  log('the ten slowest files:');
  const slowest = [...files].sort((one, other) => other.ms - one.ms).slice(0, 10);
  for (const { file, project, ms } of slowest) log(`${seconds(ms).padStart(7)}  ${file} (${project})`);
  for (const [name, counts] of Object.entries(projects))
    log(`${name}: ${counts.passed} passed, ${counts.failed} failed, ${counts.skipped} skipped (${seconds(counts.ms)})`);
  const reasons = Object.entries(skipped).sort(([, one], [, other]) => other - one);
  for (const [reason, count] of reasons) log(`skipped ${count}: ${reason}`);
  if (leftToTheNight > 0) log(`long tests left to the night: ${leftToTheNight}`);
  for (const one of flaky) log(`FLAKY ${nameOf(one)}: failed, then passed alone: ${firstLine(one.error)}`);
  for (const one of failures) log(`FAILED ${nameOf(one)}: ${firstLine(one.error)}`);
  const { passed, skipped: left, failed: red } = totals(summary);
  let failed = red;
  if (broken > 0) log(`FAILED ${broken} outside of tests: see above`);
  if (failed === 0 && compared && differs(projects)) {
    log(
      `FAILED end-to-end on both transports: ${projects['e2e-embedded'].passed} and ${projects['e2e-kafka'].passed} passed`,
    );
    failed += 1;
  }
  if (failed === 0 && nothingSkipped && left > 0) {
    log(`FAILED ${left} skipped where nothing may be skipped`);
    failed += 1;
  }
  return { passed, failed, skipped: left, flaky: flaky.length };
}

/** The last line: `6067 passed, 0 failed`, and what else there was. */
export function lastLine({ passed, failed, flaky }) {
  return `${passed} passed, ${failed} failed${flaky > 0 ? ` (${flaky} FLAKY: failed once, passed alone)` : ''}`;
}
