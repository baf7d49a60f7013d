import { env } from 'node:process';

/** Rounds of a randomised test: on anybody's machine, in `.ci/run`, at night. */
interface Rounds {
  usual: number;
  /** With `KALENDS_TEST_ALL=1`; by default as usual. */
  all?: number;
  /** With `KALENDS_NIGHTLY=1`. */
  nightly: number;
}

/** How many rounds a randomised test runs: the value of `variable`, otherwise that of the machine's tier. */
export function roundsOf(variable: string, { usual, all = usual, nightly }: Rounds): number {
  const rounds = Number(
    env[variable] || (env.KALENDS_NIGHTLY === '1' ? nightly : env.KALENDS_TEST_ALL === '1' ? all : usual),
  );
  // fast-check would never end
  if (!Number.isInteger(rounds)) throw new Error(`${variable}: ${rounds} rounds`);
  return rounds;
}
