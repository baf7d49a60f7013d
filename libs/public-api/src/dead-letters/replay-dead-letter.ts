import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound, timedOut, unavailable, unprocessable } from '../shared/errors.js';
import { deadLetterParams } from './dead-letter-shape.js';

export const replayDeadLetter = endpoint({
  method: 'post',
  path: '/admin/v1/dead_letters/{service}/{dead_letter_id}/replay',
  operation: 'replayDeadLetter',
  summary: 'Send a dead letter to its service again',
  ...byAdminKey,
  description:
    'Through the outbox of the service, under the same message id, to that service only. If handling it fails again, it is a dead letter again. For the roles operator and admin.',
  params: deadLetterParams,
  responses: {
    202: { description: 'It is sent again. Empty body.' },
    404: notFound,
    422: unprocessable,
    503: unavailable,
    504: timedOut,
    ...adminDenied,
  },
});
