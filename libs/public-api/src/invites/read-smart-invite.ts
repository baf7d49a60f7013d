import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { notFound, planErrors, unprocessable } from '../shared/errors.js';
import { email, flag } from '../shared/fields.js';
import { smartInviteId } from './smart-invite-id.js';
import { inviteExample, replyExample, smartInviteShape } from './smart-invite-shape.js';

export const readSmartInviteQuery = z.object({
  smart_invite_id: smartInviteId.describe("The application's own id of the invite. At most 256 characters."),
  recipient_email: z
    .union([z.literal(''), email('recipient_email')])
    .optional()
    .describe('Address of the recipient. Default: the invite to several recipients.'),
  include_ics: flag('include_ics').describe('Also the texts to be mailed, in attachments. Default: false.'),
});

export const readSmartInvite = endpoint({
  method: 'get',
  path: '/v1/smart_invites',
  operation: 'readSmartInvite',
  summary: 'The state of a Smart Invite; without recipient_email, of the invite to several recipients',
  tag: 'smart-invites',
  credential: 'api-key',
  description: 'The invite as it was submitted, with the current answers and every reply that was received.',
  query: readSmartInviteQuery,
  responses: {
    200: {
      description: 'The invite; attachments with include_ics only',
      schema: smartInviteShape,
      example: {
        ...inviteExample,
        recipient: { email: 'ann@example.com', status: 'accepted' },
        replies: [replyExample],
      },
    },
    ...planErrors,
    404: notFound,
    422: unprocessable,
  },
});
