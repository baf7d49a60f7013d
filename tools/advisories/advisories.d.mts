export function compare(
  lockFile: string,
  options: { database: string; refresh: boolean },
): Promise<{ day: string | undefined; status: number | null; output: string }>;
