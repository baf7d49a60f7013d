/** Injection tokens for the dependencies of availability; interfaces have no runtime name. */
export const poolToken = Symbol('pool');
export const clockToken = Symbol('clock');
export const logToken = Symbol('log');
export const operationsToken = Symbol('operations');
export const stalenessToken = Symbol('longest staleness');

/** Epoch ms of now; a test passes its own. */
export type Clock = () => number;
