/** Injection tokens for the dependencies of notifier. */
export const poolToken = Symbol('pool');
export const clockToken = Symbol('clock');
export const wakeToken = Symbol('wake the delivery worker');
export const logToken = Symbol('log');
export const operationsToken = Symbol('operations');
export const maxChannelsToken = Symbol('most channels of an application on an account');

/** Epoch ms of now; a test passes its own. */
export type Clock = () => number;

/** Called after a commit: there may be something to deliver. */
export type Wake = () => void;
