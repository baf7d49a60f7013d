/** How long other processes leave a booking to the one that continues with it, ms. */
export const leaseMs = 30_000;

/** The pause before the next check of a booking, ms: short while a provider answers as usual, then longer, up to 15 seconds. */
export const nextLookMs = (looks: number): number => Math.min(250 * 2 ** Math.min(looks, 6), 15_000);
