import { z } from 'zod';

export const shownTime = z.union([z.string(), z.object({ time: z.string(), tzid: z.string() })]);
