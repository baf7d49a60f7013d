/** Injection tokens of what calendar-sync is made of. */
export const poolToken = Symbol('pool');
export const clockToken = Symbol('clock');
export const wakeToken = Symbol('wake workers');
export const logToken = Symbol('log');
export const sealerToken = Symbol('sealer');
export const providerOfToken = Symbol('provider of a profile');
export const connectionOfToken = Symbol('provider of somebody who has just consented');

/** Epoch ms of now; a test passes its own. */
export type Clock = () => number;

/** Called after a commit: the outbox is looked at again, and unless there is no work for them, so do the workers. */
export type Wake = (whom?: 'outbox' | 'workers') => void;
