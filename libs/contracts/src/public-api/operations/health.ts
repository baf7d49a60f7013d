import { z } from 'zod';

const health = z.object({ status: z.string() }).loose().meta({ id: 'Health' });

export const probe = {
  method: 'get',
  tag: 'operations',
  credential: 'none',
  responses: { 200: { description: 'Yes', schema: health }, 503: { description: 'No', schema: health } },
} as const;
