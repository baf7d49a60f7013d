import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, bodyErrors, notFound } from '../shared/errors.js';
import { administeredLinkParams, linkDetailsExample } from './administered-link-shape.js';
import { closedObject } from '../shared/unsupported.js';
import { disableBookingLinkBody } from './disable-booking-link.js';
import { administeredLinkAnswer } from './show-booking-link.js';

export const endBookingLinkBody = closedObject(disableBookingLinkBody.shape).meta({
  id: 'BookingLinkEndByAdministrator',
});

const display_message = 'This link is no longer valid. Please write to us.';

export const endBookingLink = endpoint({
  method: 'post',
  path: '/admin/v1/applications/{client_id}/booking_links/{real_time_scheduling_id}/disable',
  operation: 'endBookingLink',
  summary: 'Disable a booking link of an application',
  ...byAdminKey,
  description:
    'As when the application disables it: its page shows the message and books nothing. A link that is completed, or that is just being booked, is 422 errors.completed.',
  params: administeredLinkParams,
  example: { display_message },
  body: endBookingLinkBody,
  responses: {
    200: {
      description: 'Disabled, now or before',
      schema: administeredLinkAnswer,
      example: {
        booking_link: {
          ...linkDetailsExample,
          ...{ status: 'disabled', start: null, end: null, visitor_tzid: null, members: [] },
          calendars: [{ ...linkDetailsExample.calendars[0]!, event_uid: null }],
          steps: [
            linkDetailsExample.steps[0]!,
            { at: '2026-11-20T12:00:00.000Z', kind: 'disabled', start: null, detail: display_message },
          ],
        },
      },
    },
    404: notFound,
    ...bodyErrors,
    ...adminDenied,
  },
});
