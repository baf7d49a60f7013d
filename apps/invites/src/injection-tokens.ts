/** Injection tokens for the dependencies of invites. */
export const poolToken = Symbol('pool');
export const clockToken = Symbol('clock');
export const wakeToken = Symbol('wake outbox relay');
export const logToken = Symbol('log');
export const operationsToken = Symbol('operations');
export const readerToken = Symbol('mail reader');
export const addressesToken = Symbol('reply addresses');
export const maxInvitesToken = Symbol('most invites of an application');

/** Epoch ms of now; a test passes its own. */
export type Clock = () => number;

/** Called after a commit that published something: wakes the outbox relay. */
export type Wake = () => void;
