import { writeFileSync } from 'node:fs';

/** Counts per project, and why what was skipped was skipped; written for run.mjs to read. */
export default class SummaryReporter {
  onTestRunEnd(modules, unhandledErrors) {
    const projects = {};
    const skipped = {};
    for (const module of modules) {
      const counts = (projects[module.project.name] ??= { passed: 0, failed: 0, skipped: 0 });
      if (module.state() === 'failed' && [...module.children.allTests()].length === 0) counts.failed += 1;
      for (const test of module.children.allTests()) {
        const { state, note } = test.result();
        counts[state === 'passed' || state === 'failed' ? state : 'skipped'] += 1;
        if (state === 'skipped') {
          const reason = note ?? 'no reason given';
          skipped[reason] = (skipped[reason] ?? 0) + 1;
        }
      }
    }
    const summary = { projects, skipped, unhandled: unhandledErrors.length };
    writeFileSync(process.env.KALENDS_TEST_SUMMARY, JSON.stringify(summary));
  }
}
