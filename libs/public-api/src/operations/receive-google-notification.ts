import { endpoint } from '../shared/endpoint.js';
import { notFound } from '../shared/errors.js';

export const receiveGoogleNotification = endpoint({
  method: 'post',
  path: '/v1/provider_notifications/google',
  operation: 'takeGoogleNotification',
  summary:
    'For Google, not for applications: a channel reports that a calendar changed (X-Goog-Channel-ID, -Token, X-Goog-Resource-State)',
  tag: 'operations',
  credential: 'none',
  description:
    'The token proves that this deployment opened the channel. A change makes a sync of the calendar due at once.',
  responses: { 200: { description: 'Accepted; ignored if the channel is closed' }, 404: notFound },
});
