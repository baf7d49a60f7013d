import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { denied, problem, timedOut, unavailable, unprocessable } from '../shared/errors.js';
import { filled } from '../shared/fields.js';

export const accessibleCalendarsQuery = z.object({
  profile_id: filled('profile_id', 256).describe('A profile, one of GET /v1/profiles. At most 256 characters.'),
});

const boardRoom = { calendar_type: 'resource', email: 'board-room@example.com', name: 'Board Room' };

export const listAccessibleCalendars = endpoint({
  method: 'get',
  path: '/v1/accessible_calendars',
  operation: 'listAccessibleCalendars',
  summary: "List the rooms of one profile's organization",
  tag: 'calendars',
  description:
    'The rooms of GET /v1/resources for one profile, empty if it may not list any. Calendars that others share with the user are not here but in GET /v1/calendars. Needs no particular scope.',
  credential: 'access-token',
  query: accessibleCalendarsQuery,
  responses: {
    200: {
      description: 'The rooms, by name',
      schema: z.object({
        accessible_calendars: z
          .array(
            z.object({
              calendar_type: z.literal('resource').describe('Always resource: a room.'),
              email: z.string().describe('Its address, for attendees.invite of an event.'),
              name: z.string().describe('Its name in the directory of the organization. At most 256 characters.'),
            }),
          )
          .describe('Each address once.'),
        truncated: z
          .literal(true)
          .optional()
          .describe('The organization has more than the 3,000 rooms that are listed; absent if all are.'),
      }),
      example: { accessible_calendars: [boardRoom] },
      moreExamples: { 'a list in part': { accessible_calendars: [boardRoom], truncated: true } },
    },
    422: unprocessable,
    423: {
      description: 'The profile is disconnected.',
      schema: problem,
      example: { error: 'locked', description: 'The profile is disconnected; its owner has to connect it again.' },
    },
    503: unavailable,
    504: timedOut,
    ...denied,
  },
});
