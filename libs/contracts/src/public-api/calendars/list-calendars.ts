import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { denied } from '../shared/errors.js';
import { calendarShape } from './calendar-shape.js';

export const listCalendars = endpoint({
  method: 'get',
  path: '/v1/calendars',
  operation: 'listCalendars',
  summary: "List a user's calendars, of every connected profile",
  tag: 'calendars',
  credential: 'access-token',
  responses: {
    200: { description: 'The calendars', schema: z.object({ calendars: z.array(calendarShape) }) },
    ...denied,
  },
});
