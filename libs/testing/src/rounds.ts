import { env } from 'node:process';

/**
 * How many rounds a randomised test runs: the value of `variable`, otherwise `nightly` with `KALENDS_NIGHTLY=1`, otherwise
 * `usual`.
 */
export function roundsOf(variable: string, { usual, nightly }: { usual: number; nightly: number }): number {
  return Number(env[variable] || (env.KALENDS_NIGHTLY === '1' ? nightly : usual));
}
