import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { denied, timedOut, unavailable } from '../shared/errors.js';

const truncated = z
  .literal(true)
  .optional()
  .describe('The organization has more than the 3,000 rooms of a profile that are listed; absent if all are.');

export const roomShape = z
  .object({
    email: z.string().describe('Its address, for attendees.invite of an event.'),
    name: z.string().describe('Its name in the directory of the organization. At most 256 characters.'),
  })
  .meta({ id: 'Resource' });

const boardRoom = { email: 'board-room@example.com', name: 'Board Room' };

export const listResources = endpoint({
  method: 'get',
  path: '/v1/resources',
  operation: 'listResources',
  summary: "List the rooms of the organizations in which a user's profiles are",
  tag: 'calendars',
  description:
    'Of connected Microsoft 365 profiles whose user has granted access to rooms; others have none. Read at Microsoft while the caller waits: at most 15 seconds. Invite a room by its address; it accepts or declines by itself. Needs no particular scope.',
  credential: 'access-token',
  responses: {
    200: {
      description: 'The rooms, by name; empty if no profile may list any',
      schema: z.object({ resources: z.array(roomShape).describe('Each address once.'), truncated }),
      example: { resources: [boardRoom] },
      moreExamples: { 'a list in part': { resources: [boardRoom], truncated: true } },
    },
    503: unavailable,
    504: timedOut,
    ...denied,
  },
});
