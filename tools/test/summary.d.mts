interface TestOfFile {
  file: string;
  project: string;
  test: string;
  error: string;
}
export interface Summary {
  projects: Record<string, { passed: number; failed: number; skipped: number; ms: number }>;
  skipped: Record<string, number>;
  files: { file: string; project: string; ms: number }[];
  failures: TestOfFile[];
  flaky: TestOfFile[];
  broken: number;
  leftToTheNight: number;
}
interface Counts {
  passed: number;
  failed: number;
  skipped: number;
  flaky: number;
}
export function summaryOf(runs: { file: string; status: number }[], read?: (file: string) => string): Summary;
export function secondLooks(summary: Pick<Summary, 'failures'>): { file: string; project: string }[];
export function afterSecondLook(summary: Summary, again: { file: string; project: string; second: Summary }[]): Summary;
export function print(summary: Summary, nothingSkipped: boolean, log?: (line: string) => void): Counts;
export function totals(summary: Pick<Summary, 'projects' | 'broken'>): Omit<Counts, 'flaky'>;
export function lastLine(counts: Omit<Counts, 'skipped'>): string;
