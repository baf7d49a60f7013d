/** An instant (epoch ms) as Prisma wants it for a `timestamptz` column; nothing is computed with it. */
export const timestamp = (ms: number): Date => new Date(ms);
