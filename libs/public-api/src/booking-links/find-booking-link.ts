import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { keyed, readErrors } from '../shared/errors.js';
import { linkCall } from './booking-link-shape.js';
import { foundLink } from './found-link.js';

export const findBookingLinkQuery = z.object({
  token: z
    .string({ error: keyed('required', 'token must be specified') })
    .min(1, keyed('required', 'token must be specified'))
    .max(256, keyed('too_long', 'token may have at most 256 characters'))
    .describe('The last part of the address of its page. From 1 to 256 characters.'),
});

export const findBookingLink = endpoint({
  tag: linkCall.tag,
  credential: 'api-key',
  method: 'get',
  path: '/v1/real_time_scheduling',
  operation: 'findBookingLink',
  summary: 'Read the booking link of a token, which redirect_urls.completed_url receives',
  description: 'The same as by its id.',
  query: findBookingLinkQuery,
  responses: { ...foundLink, ...readErrors },
});
