import { z } from 'zod';
import { calendarParams } from '../events/calendar-params.js';
import { endpoint } from '../shared/endpoint.js';
import { busErrors, notFound } from '../shared/errors.js';
import { countingExample, countingShape } from './calendar-counting.js';
import { ownCall } from './own-call.js';

export const readCalendarCounting = endpoint({
  ...ownCall,
  method: 'get',
  path: '/v1/calendars/{calendar_id}/availability',
  operation: 'readCalendarAvailability',
  summary: 'Read how the events of a calendar count in availability',
  description: 'What was declared, else that each event counts as it is shown. Needs no particular scope.',
  params: calendarParams,
  responses: {
    200: {
      description: 'How it counts',
      schema: z.object({ calendar_availability: countingShape.describe('As declared.') }),
      example: { calendar_availability: countingExample },
    },
    404: notFound,
    ...busErrors,
  },
});
