import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { denied } from '../shared/errors.js';
import { calendarExample, calendarShape } from './calendar-shape.js';

export const listCalendars = endpoint({
  method: 'get',
  path: '/v1/calendars',
  operation: 'listCalendars',
  summary: "List a user's calendars, of every connected profile",
  tag: 'calendars',
  description: 'Of all connected profiles, the built-in one included. Needs no particular scope.',
  credential: 'access-token',
  responses: {
    200: {
      description: 'The calendars',
      schema: z.object({ calendars: z.array(calendarShape).describe('Calendars of all connected profiles.') }),
      example: { calendars: [calendarExample] },
    },
    ...denied,
  },
});
