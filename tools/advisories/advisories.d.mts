export const osvScanner: string;
export function missingForOsvScanner(): Promise<string | undefined>;
export function buildOsvScanner(): Promise<void>;
export function compare(
  lockFile: string,
  options: { database: string; refresh: boolean },
): { day: string | undefined; status: number | null; output: string };
