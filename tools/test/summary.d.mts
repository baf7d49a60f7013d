export interface Summary {
  projects: Record<string, { passed: number; failed: number; skipped: number; ms: number }>;
  skipped: Record<string, number>;
  slowest: { file: string; project: string; ms: number }[];
  failures: { test: string; error: string }[];
  broken: number;
}
export function summaryOf(runs: { file: string; status: number }[], read?: (file: string) => string): Summary;
export function print(
  summary: Summary,
  nothingSkipped: boolean,
  log?: (line: string) => void,
): { passed: number; failed: number };
