import { z } from 'zod';
import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound } from '../shared/errors.js';
import { administeredLinkDetails, administeredLinkParams, linkDetailsExample } from './administered-link-shape.js';

export const administeredLinkAnswer = z.object({ booking_link: administeredLinkDetails.describe('The link.') });

export const showBookingLink = endpoint({
  method: 'get',
  path: '/admin/v1/applications/{client_id}/booking_links/{real_time_scheduling_id}',
  operation: 'showBookingLink',
  summary: 'Show a booking link and what happened on it',
  ...byAdminKey,
  description:
    'Who takes part, in which calendars the event is, and each step from the creation on, with why a time was refused.',
  params: administeredLinkParams,
  responses: {
    200: { description: 'The link', schema: administeredLinkAnswer, example: { booking_link: linkDetailsExample } },
    404: notFound,
    ...adminDenied,
  },
});
