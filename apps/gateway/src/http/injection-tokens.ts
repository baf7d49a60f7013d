/** Injection tokens of the gateway's dependencies; interfaces have no runtime name. */
/** All dependencies of the gateway, for what takes several of them as one object. */
export const dependenciesToken = Symbol('dependencies');
export const poolToken = Symbol('pool');
/** For frequent reads: statements are planned once. */
export const readPoolToken = Symbol('pool of reads');
export const configToken = Symbol('config');
export const prismaToken = Symbol('prisma');
export const logToken = Symbol('log');
export const sealerToken = Symbol('sealer');
export const relayToken = Symbol('outbox relay');
export const operationsToken = Symbol('operations');
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
