/** Injection tokens of what availability is made of; interfaces have no runtime name of their own. */
export const poolToken = Symbol('pool');
export const clockToken = Symbol('clock');
export const logToken = Symbol('log');
export const stalenessToken = Symbol('longest staleness');

/** Epoch ms of now; a test passes its own. */
export type Clock = () => number;
