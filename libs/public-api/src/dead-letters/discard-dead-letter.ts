import { byAdminKey } from '../shared/by-admin-key.js';
import { endpoint } from '../shared/endpoint.js';
import { adminDenied, notFound, timedOut, unavailable, unprocessable } from '../shared/errors.js';
import { deadLetterParams } from './dead-letter-shape.js';

export const discardDeadLetter = endpoint({
  method: 'post',
  path: '/admin/v1/dead_letters/{service}/{dead_letter_id}/discard',
  operation: 'discardDeadLetter',
  summary: 'Delete a dead letter permanently',
  ...byAdminKey,
  description: 'What the message was to change stays undone. For the roles operator and admin.',
  params: deadLetterParams,
  responses: {
    204: { description: 'Deleted' },
    404: notFound,
    422: unprocessable,
    503: unavailable,
    504: timedOut,
    ...adminDenied,
  },
});
