import { z } from 'zod';

export const profileShape = z
  .object({
    provider_name: z.string(),
    provider_service: z.string(),
    profile_id: z.string(),
    profile_name: z.string(),
    profile_connected: z.boolean(),
    profile_relink_url: z.string().optional(),
  })
  .meta({ id: 'Profile' });
