/** Injection tokens of the gateway's dependencies; interfaces have no runtime name. */
export const poolToken = Symbol('pool');
export const configToken = Symbol('config');
export const prismaToken = Symbol('prisma');
export const logToken = Symbol('log');
export const sealerToken = Symbol('sealer');
export const relayToken = Symbol('outbox relay');
export const requestToken = Symbol('requests');
export const clockToken = Symbol('clock');
export const egressToken = Symbol('egress guard');
/** Signs cursors. */
export const cursorKeyToken = Symbol('cursor key');

/** Current time, epoch ms; tests pass their own. */
export type Clock = () => number;

/** Wakes the outbox relay after a commit. */
export interface Waker {
  wake(): void;
}
