import { z } from 'zod';

export const applicationShape = z
  .object({
    client_id: z.string(),
    name: z.string(),
    redirect_uris: z.array(z.string()),
    plan: z.string(),
    client_type: z.enum(['confidential', 'public']),
    rate_limit_per_second: z.number().int().nullable(),
    rate_limit_per_minute: z.number().int().nullable(),
  })
  .meta({ id: 'Application' });
