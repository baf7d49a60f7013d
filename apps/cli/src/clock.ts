/** Epoch milliseconds. */
export const now = (): number => Date.now();
