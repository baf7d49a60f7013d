import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, denied, keyed, problem, timedOut, unavailable } from '../shared/errors.js';
import { filled } from '../shared/fields.js';
import { calendarExample, calendarShape } from './calendar-shape.js';

export const createCalendarBody = z
  .object({
    profile_id: filled('profile_id', 256).describe(
      'The connection to create it in, one of GET /v1/profiles. At most 256 characters.',
    ),
    name: filled('name', 256).describe('Its name, unique in the profile. At most 256 characters.'),
    color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, keyed('invalid', 'color must have the form #49BED8'))
      .nullish()
      .describe('Its colour as #RRGGBB. Default: the provider chooses.'),
  })
  .meta({ id: 'CalendarWrite' });

export const createCalendar = endpoint({
  method: 'post',
  path: '/v1/calendars',
  operation: 'createCalendar',
  summary: 'Create a calendar in one of the profiles; the next read includes it',
  tag: 'calendars',
  credential: 'access-token',
  anyScope: ['create_calendar'],
  description: 'At the provider, while the caller waits: at most 15 seconds.',
  body: createCalendarBody,
  example: { profile_id: 'pro_2MPyGxgyny6w', name: 'Shifts', color: '#49BED8' },
  responses: {
    200: {
      description: 'The calendar',
      schema: z.object({ calendar: calendarShape.describe('The new calendar.') }),
      example: { calendar: { ...calendarExample, calendar_name: 'Shifts', calendar_primary: false } },
    },
    423: {
      description: 'The profile is disconnected, or its provider does not allow creating calendars.',
      schema: problem,
      example: { error: 'locked', description: 'The profile is disconnected; its owner has to connect it again.' },
    },
    503: unavailable,
    504: timedOut,
    ...bodyErrors,
    ...denied,
  },
});
