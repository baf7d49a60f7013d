import { z } from 'zod';
import { calendarShape } from '../calendars/calendar-shape.js';
import { profileShape } from './profile-shape.js';

const userinfoCalendar = calendarShape.omit({ provider_name: true, profile_id: true, profile_name: true });

export const userinfoShape = z
  .object({
    sub: z.string(),
    email: z.string().nullable(),
    name: z.string().nullable(),
    zoneinfo: z.string(),
    'cronofy.type': z.enum(['account', 'application_calendar']),
    application_calendar_id: z.string().optional(),
    'cronofy.data': z.object({
      authorization: z.object({ scope: z.string(), status: z.literal('active') }),
      profiles: z.array(
        profileShape.extend({
          profile_initial_sync_required: z.boolean(),
          profile_calendars: z.array(userinfoCalendar),
        }),
      ),
      conferencing_profiles: z.array(z.object({})),
      application_calendar: z.object({ application_calendar_id: z.string() }).optional(),
    }),
  })
  .meta({ id: 'Userinfo' });
