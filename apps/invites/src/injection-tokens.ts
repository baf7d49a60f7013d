/** Injection tokens of what invites is made of. */
export const poolToken = Symbol('pool');
export const clockToken = Symbol('clock');
export const wakeToken = Symbol('wake outbox relay');
export const logToken = Symbol('log');
export const readerToken = Symbol('mail reader');
export const addressesToken = Symbol('reply addresses');

/** Epoch ms of now; a test passes its own. */
export type Clock = () => number;

/** Called after a commit that told something: the outbox relay looks again. */
export type Wake = () => void;
