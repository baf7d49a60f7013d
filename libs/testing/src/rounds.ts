import { env } from 'node:process';

/**
 * How many rounds a randomised test runs: what `variable` says, else `nightly` of them with `KALENDS_NIGHTLY=1`, else
 * `usual`.
 */
export function roundsOf(variable: string, { usual, nightly }: { usual: number; nightly: number }): number {
  return Number(env[variable] || (env.KALENDS_NIGHTLY === '1' ? nightly : usual));
}
