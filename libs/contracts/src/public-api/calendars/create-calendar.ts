import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, denied, keyed, problem, timedOut, unavailable } from '../shared/errors.js';
import { filled } from '../shared/fields.js';
import { calendarShape } from './calendar-shape.js';

export const createCalendarBody = z
  .object({
    profile_id: filled('profile_id', 256),
    name: filled('name', 256),
    color: z
      .string()
      .regex(/^#[0-9a-fA-F]{6}$/, keyed('invalid', 'color must have the form #49BED8'))
      .nullish(),
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
  body: createCalendarBody,
  responses: {
    200: { description: 'The calendar', schema: z.object({ calendar: calendarShape }) },
    423: {
      description: 'The profile is not connected, or its provider does not allow creating calendars.',
      schema: problem,
    },
    503: unavailable,
    504: timedOut,
    ...bodyErrors,
    ...denied,
  },
});
