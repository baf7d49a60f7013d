import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { notFound, planErrors, unprocessable } from '../shared/errors.js';
import { email, flag } from '../shared/fields.js';
import { smartInviteId } from './smart-invite-id.js';
import { smartInviteShape } from './smart-invite-shape.js';

export const readSmartInviteQuery = z.object({
  smart_invite_id: smartInviteId,
  recipient_email: z.union([z.literal(''), email('recipient_email')]).optional(),
  include_ics: flag('include_ics'),
});

export const readSmartInvite = endpoint({
  method: 'get',
  path: '/v1/smart_invites',
  operation: 'readSmartInvite',
  summary: 'The state of a Smart Invite; without recipient_email, of the invite to several recipients',
  tag: 'smart-invites',
  credential: 'api-key',
  query: readSmartInviteQuery,
  responses: {
    200: { description: 'The invite; attachments with include_ics only', schema: smartInviteShape },
    ...planErrors,
    404: notFound,
    422: unprocessable,
  },
});
