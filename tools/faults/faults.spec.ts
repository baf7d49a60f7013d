import { existsSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';
import { faults } from './faults.mjs';
import { hasFailed, planted } from './plant.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));

it.each(faults)(
  'given the safeguard “$name”, when searched, then it is in its file once, and its spec exists',
  (one) => {
    expect(() => planted(one)).not.toThrow();
    expect(existsSync(root + one.test)).toBe(true);
  },
);

it.each([
  ['a test that failed', { numFailedTests: 1, numFailedTestSuites: 1, success: false }, true],
  ['a spec that could not start', { numFailedTests: 0, numFailedTestSuites: 1, success: false }, false],
  ['nothing that failed', { numFailedTests: 0, numFailedTestSuites: 0, success: true }, false],
])('given a report of %s, when read, then that counts as detected or not', (_what, report, expected) => {
  expect(hasFailed(JSON.stringify(report))).toBe(expected);
});
