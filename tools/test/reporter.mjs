import { writeFileSync } from 'node:fs';
import process from 'node:process';

/** Silence for longer than this looks like a hang, ms. */
const quietMs = 15_000;

/** How long a file took, ms: its setup, imports and tests. */
const durationOf = (module) => {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
};

const fileOf = (module) => ({ file: module.relativeModuleId, project: module.project.name });

/** Why a file failed outside its tests: it did not load, or a hook of it or of a suite failed. */
const errorOutsideTests = (module) =>
  [module, ...module.children.allSuites()].flatMap((one) => one.errors())[0]?.message ?? '';

/** Counts, times, skips and failures of one file, added to the summary. */
function addModule(summary, module, tagsFilter) {
  const { projects, skipped, files, failures } = summary;
  const { file, project } = fileOf(module);
  const counts = (projects[project] ??= { passed: 0, failed: 0, skipped: 0, ms: 0 });
  const ms = durationOf(module);
  counts.ms += ms;
  files.push({ file, project, ms });
  const all = [...module.children.allTests()];
  const tests = tagsFilter ? all.filter(({ tags }) => !tags.includes('long')) : all;
  summary.leftToTheNight += all.length - tests.length;
  // its tests count when it is run once more
  if (module.state() === 'failed' && !tests.some((test) => test.result().state === 'failed')) {
    counts.failed += 1;
    failures.push({ file, project, test: 'did not load', error: errorOutsideTests(module) });
    return;
  }
  for (const test of tests) {
    const { state, note, errors } = test.result();
    counts[state === 'passed' || state === 'failed' ? state : 'skipped'] += 1;
    if (state === 'failed') failures.push({ file, project, test: test.fullName, error: errors?.[0]?.message ?? '' });
    if (state === 'skipped') skipped[note ?? 'no reason given'] = (skipped[note ?? 'no reason given'] ?? 0) + 1;
  }
}

/** What was thrown while nobody waited for it is a failure of the file that ran then; `unhandled` counts what no file is known for. */
function addUnhandled(summary, modules, errors) {
  for (const error of errors) {
    const module = modules.find(({ moduleId }) => moduleId === error.VITEST_TEST_PATH);
    if (!module) {
      console.error(`outside of every file: ${error.stack ?? error.message}`);
      summary.unhandled += 1;
      continue;
    }
    const { file, project } = fileOf(module);
    summary.projects[project].failed += 1;
    summary.failures.push({ file, project, test: 'outside its tests', error: error.message ?? '' });
  }
}

/**
 * Counts and times per project, why tests were skipped, what failed, and the times of files; written for run.mjs. A run that prints
 * nothing for a while prints its progress.
 */
export default class SummaryReporter {
  running = new Map();
  ended = 0;
  total = 0;

  onInit({ config }) {
    this.tagsFilter = config.tagsFilter;
  }

  onTestRunStart(specifications) {
    this.total = specifications.length;
    this.timer = setInterval(() => this.progress(), quietMs).unref();
  }

  onTestModuleStart(module) {
    this.running.set(module.id + module.project.name, { file: module.relativeModuleId, from: Date.now() });
  }

  onTestModuleEnd(module) {
    this.running.delete(module.id + module.project.name);
    this.ended += 1;
    this.timer?.refresh();
  }

  progress() {
    const now = Date.now();
    const names = [...this.running.values()].map(({ file, from }) => `${file} (${Math.round((now - from) / 1_000)} s)`);
    console.log(` … ${this.ended} of ${this.total} files; running: ${names.join(', ') || 'preparation'}`);
  }

  onTestRunEnd(modules, unhandledErrors) {
    clearInterval(this.timer);
    const summary = { projects: {}, skipped: {}, files: [], failures: [], unhandled: 0, leftToTheNight: 0 };
    for (const module of modules) addModule(summary, module, this.tagsFilter);
    addUnhandled(summary, modules, unhandledErrors);
    writeFileSync(process.env.KALENDS_TEST_SUMMARY, JSON.stringify(summary));
  }
}
