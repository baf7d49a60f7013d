import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, notFound } from '../shared/errors.js';

/** A change of an event, or what happens to the subscription itself (graph/change-notifications-delivery-webhooks). */
const notification = z
  .object({
    clientState: z.string().max(128).describe('What Kalends gave when it subscribed; the proof that it did.'),
    changeType: z.string().max(64).optional().describe('What happened to an event.'),
    lifecycleEvent: z
      .string()
      .max(64)
      .optional()
      .describe('Instead: reauthorizationRequired, subscriptionRemoved or missed.')
      .meta({ examples: ['missed'] }),
  })
  .meta({ id: 'MicrosoftNotification' });

/** Entries that belong to none of our subscriptions are skipped, so each is read on its own. */
export const microsoftNotification = notification;
export const microsoftNotifications = z.object({
  value: z.array(z.unknown()).max(1_000).describe('At most 1,000 notifications, of any of its subscriptions.'),
});

export const receiveMicrosoftNotification = endpoint({
  method: 'post',
  path: '/v1/provider_notifications/microsoft',
  operation: 'takeMicrosoftNotification',
  summary: 'For Microsoft, not for applications: subscriptions report that calendars changed',
  tag: 'operations',
  credential: 'none',
  description:
    'clientState proves that this deployment subscribed. A change makes a sync of the calendar due at once. With validationToken, which Microsoft sends before it accepts a subscription, the answer is that token.',
  query: z.object({
    validationToken: z.string().max(4_096).optional().describe('Returned as text/plain. Default: none.'),
  }),
  body: z.object({
    value: z.array(notification).max(1_000).describe('At most 1,000 notifications, of any subscriptions.'),
  }),
  example: { value: [{ clientState: 'gch_5f1e7c2b9a.3q2-7w', changeType: 'updated' }] },
  responses: {
    200: {
      description: 'With validationToken: the token, as it is',
      contentType: 'text/plain',
      schema: z.string(),
      example: 'Validation: Testing client application reachability',
    },
    202: { description: 'Accepted; ignored if the channel is closed' },
    ...bodyErrors,
    404: notFound,
  },
});
