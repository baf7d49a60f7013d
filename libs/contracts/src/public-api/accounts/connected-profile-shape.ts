import { z } from 'zod';

export const connectedProfileShape = z
  .object({
    profile_id: z.string(),
    provider_name: z.string(),
    profile_name: z.string(),
    connected: z.boolean(),
    initial_sync: z.enum(['pending', 'done', 'failed']),
    last_sync: z.string().nullable(),
    error: z.string().optional(),
  })
  .meta({ id: 'ConnectedProfile' });
