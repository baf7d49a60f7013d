import { describe, expect, it } from 'vitest';
import { afterSecondLook, lastLine, print, secondLooks, summaryOf } from './summary.mjs';

const counts = (passed: number, failed = 0, skipped = 0) => ({ passed, failed, skipped, ms: 1_000 });
const ofProject = (project: string, ...numbers: [number, number?, number?]) => ({
  projects: { [project]: counts(...numbers) },
  skipped: {} as Record<string, number>,
  files: [{ file: `${project}.spec.ts`, project, ms: numbers[0] * 1_000 }],
  failures: [] as { file: string; project: string; test: string; error: string }[],
  unhandled: 0,
  leftToTheNight: 0,
});
const failed = (file: string) => ({ file, project: 'unit', test: 'given x', error: 'expected 1 to be 2\nmore' });
const runs = {
  unit: ofProject('unit', 10),
  red: { ...ofProject('unit', 9, 1), failures: [failed('a.spec.ts')] },
  'red again': { ...ofProject('unit', 2, 1), failures: [failed('a.spec.ts')] },
  'green alone': ofProject('unit', 3),
  embedded: ofProject('e2e-embedded', 4),
  kafka: ofProject('e2e-kafka', 4),
  fewer: ofProject('e2e-kafka', 3),
  without: { ...ofProject('e2e-kafka', 1, 0, 3), skipped: { 'no Java': 3 } },
  unhandled: { ...ofProject('unit', 10), unhandled: 2 },
};
type Run = keyof typeof runs | 'missing';

const summaryOfRuns = (names: [file: Run, status?: number][]) =>
  summaryOf(
    names.map(([file, status = 0]) => ({ file, status })),
    (file) => JSON.stringify(runs[file as keyof typeof runs]),
  );
const lines: string[] = [];
const printed = (names: [file: Run, status?: number][], nothingSkipped = false) => {
  lines.splice(0);
  const { passed, failed } = print(summaryOfRuns(names), nothingSkipped, (line) => lines.push(line));
  return { passed, failed };
};

describe('the summary of several runs', () => {
  it('given runs that passed, when added up, then counts and slowest files are shown, and nothing looks like a failure', () => {
    expect(printed([['unit'], ['embedded'], ['kafka']])).toEqual({ passed: 18, failed: 0 });
    expect(lines.slice(1, 3)).toEqual(['   10 s  unit.spec.ts (unit)', '    4 s  e2e-embedded.spec.ts (e2e-embedded)']);
    expect(lines.filter((line) => /FAILED|FLAKY|not equal/.test(line))).toEqual([]);
  });

  it.each([
    ['a failed test', [['red', 1], ['embedded']], 13, 1],
    ['a run that ended without a summary', [['unit'], ['missing', 1]], 10, 1],
    ['a run that failed without a failed test', [['unit', 1]], 10, 1],
    ['errors that no test handled', [['unhandled', 1]], 10, 2],
    ['fewer on one transport', [['embedded'], ['fewer']], 7, 1],
  ] as [string, [Run, number?][], number, number][])(
    'given %s, then it is a failure, and a line reports it',
    (_what, names, passed, failed) => {
      expect(printed(names)).toEqual({ passed, failed });
      expect(lines.some((line) => line.startsWith('FAILED '))).toBe(true);
    },
  );

  it('given a failed test, then its name and the first line of its error are shown at the end', () => {
    printed([['red', 1]]);
    expect(lines.at(-1)).toBe('FAILED a.spec.ts (unit) > given x: expected 1 to be 2');
  });

  it('given a machine without Kafka, then the reason is shown and transports are not compared', () => {
    expect(printed([['embedded'], ['without']])).toEqual({ passed: 5, failed: 0 });
    expect(lines.at(-1)).toBe('skipped 3: no Java');
  });

  it('given skipped tests where nothing may be skipped, then they are a failure', () => {
    expect(printed([['embedded'], ['without']], true)).toEqual({ passed: 5, failed: 1 });
  });
});

describe('failed files, run once more', () => {
  const looked = (second: Run) => {
    const summary = summaryOfRuns([['red', 1]]);
    const again = secondLooks(summary).map((one) => ({ ...one, second: summaryOfRuns([[second]]) }));
    lines.splice(0);
    return print(afterSecondLook(summary, again), true, (line) => lines.push(line));
  };

  it('given a file that passes alone, then it is flaky, which the last line counts', () => {
    const after = looked('green alone');
    expect(after).toEqual({ passed: 10, failed: 0, skipped: 0, flaky: 1 });
    expect(lines.at(-1)).toBe('FLAKY a.spec.ts (unit) > given x: failed, then passed alone: expected 1 to be 2');
    expect(lastLine(after)).toBe('10 passed, 0 failed (1 FLAKY: failed once, passed alone)');
  });

  it.each(['red again', 'missing', 'unhandled'] as const)('given %s, then it stays a failure', (second) => {
    const after = looked(second);
    expect(after).toMatchObject({ passed: 9, failed: 1, flaky: 0 });
    expect(lastLine(after)).toBe('9 passed, 1 failed');
  });

  it('given many failed files, then no machine is busy enough for that: none is run again', () => {
    const failures = Array.from({ length: 6 }, (_, n) => failed(`${n}.spec.ts`));
    expect(secondLooks({ failures })).toEqual([]);
    expect(secondLooks({ failures: failures.slice(0, 5) })).toHaveLength(5);
  });
});
