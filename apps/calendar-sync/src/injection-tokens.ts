/** Injection tokens of calendar-sync. */
export const poolToken = Symbol('pool');
export const clockToken = Symbol('clock');
export const wakeToken = Symbol('wake workers');
export const logToken = Symbol('log');
export const operationsToken = Symbol('operations');
export const budgetsToken = Symbol('budgets of requests to providers');
export const sealerToken = Symbol('sealer');
export const providerOfToken = Symbol('provider of a profile');
export const pollBoundsToken = Symbol('how often calendars are polled');
export const connectionOfToken = Symbol('provider of a fresh consent');

/** Current time in epoch ms; tests inject their own. */
export type Clock = () => number;

/** Called after a commit: the outbox is polled, and the workers check for due work unless there is none for them. */
export type Wake = (target?: 'outbox' | 'workers') => void;
