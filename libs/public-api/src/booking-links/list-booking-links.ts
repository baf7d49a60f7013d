import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, keyed, notFound, unprocessable } from '../shared/errors.js';
import { listFields, nextAfter } from '../shared/list-fields.js';
import { administeredLinkExample, administeredLinkShape } from './administered-link-shape.js';

export const listBookingLinksQuery = z.object({
  status: z
    .enum(['open', 'booking', 'completed', 'disabled'], {
      error: keyed('not_recognized', 'status must be one of: open, booking, completed, disabled'),
    })
    .optional()
    .describe('Only links in this state. Default: all.'),
  ...listFields,
});

export type ListBookingLinksQuery = z.output<typeof listBookingLinksQuery>;

export const listBookingLinks = endpoint({
  method: 'get',
  path: '/admin/v1/applications/{client_id}/booking_links',
  operation: 'listBookingLinks',
  summary: "List an application's booking links, the newest first",
  ...byAdminKey,
  description: 'Without their addresses: whoever has one can book.',
  params: z.object({ client_id: z.string().describe('The application, by its client_id.') }),
  query: listBookingLinksQuery,
  responses: {
    200: {
      description: 'A page of links',
      schema: z.object({
        booking_links: z.array(administeredLinkShape).describe('The newest first.'),
        next_after: nextAfter,
      }),
      example: { booking_links: [administeredLinkExample], next_after: null },
    },
    404: notFound,
    422: unprocessable,
    ...adminDenied,
  },
});
