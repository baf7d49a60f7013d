import process from 'node:process';

/**
 * The most time that a test lets something take, in any unit. Only the nightly run, where nothing else has the processors, holds it;
 * elsewhere three times as much must suffice, which a busy machine keeps.
 */
export const boundMs = (ms) => (process.env.KALENDS_NIGHTLY === '1' ? ms : 3 * ms);
