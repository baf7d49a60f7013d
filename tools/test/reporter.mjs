import { writeFileSync } from 'node:fs';

/** How long a file took, ms: its setup, imports and tests. */
const durationOf = (module) => {
  const { environmentSetupDuration, prepareDuration, collectDuration, setupDuration, duration } = module.diagnostic();
  return environmentSetupDuration + prepareDuration + collectDuration + setupDuration + duration;
};

const nameOf = (module, test) => `${module.relativeModuleId} (${module.project.name}) > ${test.fullName}`;

/** Counts and times per project, why tests were skipped, what failed, and the slowest files; written for run.mjs. */
export default class SummaryReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const projects = {};
    const skipped = {};
    const files = [];
    const failures = [];
    for (const module of modules) {
      const counts = (projects[module.project.name] ??= { passed: 0, failed: 0, skipped: 0, ms: 0 });
      const ms = durationOf(module);
      counts.ms += ms;
      files.push({ file: module.relativeModuleId, project: module.project.name, ms });
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) {
        counts.failed += 1;
        failures.push({ test: nameOf(module, { fullName: 'did not load' }), error: module.errors()[0]?.message ?? '' });
      }
      for (const test of module.children.allTests()) {
        const { state, note, errors } = test.result();
        if (state === 'failed') failures.push({ test: nameOf(module, test), error: errors?.[0]?.message ?? '' });
        counts[state === 'passed' || state === 'failed' ? state : 'skipped'] += 1;
        if (state === 'skipped') {
          const reason = note ?? 'no reason given';
          skipped[reason] = (skipped[reason] ?? 0) + 1;
        }
      }
    }
    const slowest = files.sort((one, other) => other.ms - one.ms).slice(0, 10);
    const summary = { projects, skipped, slowest, failures, unhandled: unhandledErrors.length };
    writeFileSync(process.env.KALENDS_TEST_SUMMARY, JSON.stringify(summary));
  }
}
