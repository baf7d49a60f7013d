import { z } from 'zod';

export const foundTime = { start: z.string(), end: z.string(), participants: z.array(z.object({ sub: z.string() })) };

export const unknownMembers = z
  .array(
    z.object({
      sub: z.string(),
      status: z.literal('unknown'),
      reason: z.enum(['initial-sync', 'disconnected', 'stale', 'unknown-calendar']),
    }),
  )
  .optional();
