/** Epoch ms. */
export const now = (): number => Date.now();
