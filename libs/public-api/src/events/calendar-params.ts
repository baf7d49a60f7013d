import { z } from 'zod';

export const calendarParams = z.object({ calendar_id: z.string().describe('The calendar, one of GET /v1/calendars.') });
