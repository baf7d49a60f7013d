/** The pause before the next check of a booking, ms: short while a provider answers as usual, then longer, up to 15 seconds. */
export const nextLookMs = (looks: number): number => Math.min(250 * 2 ** Math.min(looks, 6), 15_000);
