import process from 'node:process';

/**
 * The most time that a test lets something take, in any unit. Only the nightly run, where nothing else has the processors, holds it;
 * elsewhere there is none, since a busy machine would fail it: what never ends fails by the test's own deadline.
 */
export const boundMs = (ms) => (process.env.KALENDS_NIGHTLY === '1' ? ms : Infinity);
