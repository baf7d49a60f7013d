/** An instant (epoch ms) in the form that Prisma requires for a `timestamptz` column; not used for computing. */
export const timestamp = (ms: number): Date => new Date(ms);
