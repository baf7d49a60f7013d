import { z } from 'zod';

export const calendarParams = z.object({ calendar_id: z.string() });
