import { z } from 'zod';
import { calendarParams } from '../events/calendar-params.js';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, busErrors, keyed, notFound } from '../shared/errors.js';
import { closedObject } from '../shared/unsupported.js';
import { countingExample, countingShape } from './calendar-counting.js';
import { ownCall } from './own-call.js';

const { calendar_id: _, ...example } = countingExample;

export const declareCalendarBody = closedObject({
  events_count_as: z
    .enum(['shown', 'busy', 'free'], { error: keyed('not_recognized', 'events_count_as is shown, busy or free') })
    .describe(
      'shown: each event as its transparency is; busy: every event takes up time, except what is cancelled or declined; free: none does, the calendar no longer matters.',
    ),
  ignore_all_day_events: z
    .boolean({ error: keyed('must_be_boolean', 'ignore_all_day_events must be true or false') })
    .default(false)
    .describe('Whether all-day events take up no time, whatever they show. Default: false.'),
}).meta({ id: 'CalendarAvailabilityWrite' });

export const declareCalendar = endpoint({
  ...ownCall,
  method: 'post',
  path: '/v1/calendars/{calendar_id}/availability',
  operation: 'declareCalendarAvailability',
  summary: 'Declare how the events of a calendar count in availability',
  description:
    'For calendars that do not show what their user means: a calendar of birthdays whose events block the day, or one of absences that are shown as free. From the answer on, availability queries, holds and booking pages count the calendar like this; events and free/busy are read as they are. An account has 20 declarations a minute; one of a calendar with many events takes seconds. Needs no particular scope.',
  params: calendarParams,
  body: declareCalendarBody,
  example,
  responses: {
    200: {
      description: 'How it counts',
      schema: z.object({ calendar_availability: countingShape.describe('As declared.') }),
      example: { calendar_availability: countingExample },
    },
    404: notFound,
    ...bodyErrors,
    ...busErrors,
  },
});
