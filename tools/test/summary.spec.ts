import { describe, expect, it } from 'vitest';
import { print, summaryOf } from './summary.mjs';

const counts = (passed: number, failed = 0, skipped = 0) => ({ passed, failed, skipped, ms: 1_000 });
const files: Record<string, object> = {
  unit: { projects: { unit: counts(10) }, skipped: {}, slowest: [{ file: 'a', project: 'unit', ms: 5 }], unhandled: 0 },
  red: {
    projects: { unit: counts(9, 1) },
    skipped: {},
    slowest: [],
    failures: [{ test: 'a.spec.ts (unit) > given x', error: 'expected 1 to be 2\nmore' }],
    unhandled: 0,
  },
  embedded: {
    projects: { 'e2e-embedded': counts(4) },
    skipped: {},
    slowest: [{ file: 'b', project: 'e2e-embedded', ms: 9 }],
    unhandled: 0,
  },
  kafka: { projects: { 'e2e-kafka': counts(4) }, skipped: {}, slowest: [], unhandled: 0 },
  fewer: { projects: { 'e2e-kafka': counts(3) }, skipped: {}, slowest: [], unhandled: 0 },
  without: { projects: { 'e2e-kafka': counts(0, 0, 4) }, skipped: { 'no Java': 4 }, slowest: [], unhandled: 0 },
  unhandled: { projects: { unit: counts(10) }, skipped: {}, slowest: [], unhandled: 2 },
};

const lines: string[] = [];
const printed = (runs: [file: string, status?: number][], nothingSkipped = false) => {
  lines.splice(0);
  const read = (file: string) => JSON.stringify(files[file]);
  const summary = summaryOf(
    runs.map(([file, status = 0]) => ({ file, status })),
    read,
  );
  return print(summary, nothingSkipped, (line) => lines.push(line));
};

describe('the summary of several runs', () => {
  it('given runs that passed, when added up, then counts, slowest files and equal transports are shown', () => {
    expect(printed([['unit'], ['embedded'], ['kafka']])).toEqual({ passed: 18, failed: 0 });
    expect(lines).toContain('end-to-end on both transports: 4 and 4 passed');
    expect(lines.slice(1, 3)).toEqual(['    0 s  b (e2e-embedded)', '    0 s  a (unit)']);
  });

  it.each([
    ['a failed test', [['red', 1], ['embedded']], 13, 1],
    ['a run that ended without a summary', [['unit'], ['missing', 1]], 10, 1],
    ['a run that failed without a failed test', [['unit', 1]], 10, 1],
    ['errors that no test handled', [['unhandled', 1]], 10, 2],
    ['fewer on one transport', [['embedded'], ['fewer']], 7, 1],
  ] as [string, [string, number?][], number, number][])(
    'given %s, then it is a failure',
    (_what, runs, passed, failed) => expect(printed(runs)).toEqual({ passed, failed }),
  );

  it('given a failed test, then its name and the first line of its error are shown at the end', () => {
    printed([['red', 1]]);
    expect(lines.at(-1)).toBe('FAILED a.spec.ts (unit) > given x: expected 1 to be 2');
  });

  it('given skipped tests, then their reason is shown, and they fail if nothing may be skipped', () => {
    expect(printed([['embedded'], ['without']])).toEqual({ passed: 4, failed: 0 });
    expect(lines).toContain('skipped 4: no Java');
    expect(printed([['embedded'], ['without']], true)).toEqual({ passed: 4, failed: 1 });
  });
});
