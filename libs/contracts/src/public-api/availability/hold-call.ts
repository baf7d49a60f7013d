import { z } from 'zod';

export const holdConflict = z
  .object({
    error: z.literal('conflict'),
    description: z.string(),
    members: z.array(z.object({ sub: z.string(), reason: z.enum(['busy', 'held', 'unknown']) })).optional(),
  })
  .meta({ id: 'HoldConflict' });

export const holdCall = { tag: 'availability', credential: 'api-key-or-token' } as const;

export const holdParams = z.object({ hold_id: z.string() });
