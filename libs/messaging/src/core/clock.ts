/** Epoch ms now: deadlines and send times are the bus's own, no part of what a service decides. */
export const now = (): number => Date.now();
