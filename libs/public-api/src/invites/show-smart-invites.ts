import { z } from 'zod';
import { smartInviteRecord } from '@kalends/contracts';
import { endpoint } from '../shared/endpoint.js';
import { busErrors, notFound } from '../shared/errors.js';
import { textsExample } from './smart-invite-shape.js';

const record = {
  invite_id: 'inv_0d1c2b3a4f',
  smart_invite_id: 'board-2027-01',
  several: true,
  method: 'request',
  recipients: [
    {
      email: 'ann@example.com',
      status: 'accepted',
      comment: 'See you there',
      reply_address: 'h7d2k9s4x1c8v5b0n3m6q9w2e4@mail.example.com',
      icalendar: textsExample.icalendar,
    },
  ],
  replies: [
    {
      email: 'ann@example.com',
      status: 'accepted',
      comment: 'See you there',
      counted: true,
      message_id: '<1@example.com>',
      authentication: 'spf=pass dkim=pass dmarc=pass',
      received_at: 1795075200000,
    },
  ],
  organizer: { name: 'The Team', email: 'team@example.com' },
  callback_url: 'https://example.com/callback',
  submitted: { summary: 'Board meeting', start: '2027-01-12T10:00:00Z', end: '2027-01-12T11:00:00Z' },
  uid: 'b7c1f0a9d1e24a52',
  sequence: 0,
  reply_address: 'k3v9x2m4q8t1w7z5b6n0c3d8f2@mail.example.com',
  ...textsExample,
  removed: {
    email: 'bob@example.com',
    icalendar: textsExample.icalendar,
    own_icalendar: textsExample.icalendar,
  },
};

export const showSmartInvites = endpoint({
  method: 'get',
  path: '/admin/v1/applications/{client_id}/smart_invites/{smart_invite_id}',
  operation: 'showSmartInvites',
  summary: 'Every invite with one smart_invite_id, with its tracking data',
  tag: 'admin',
  credential: 'admin-key',
  description:
    'One for each single recipient and one for several recipients, each with every reply and why it did not count. Times are in epoch milliseconds.',
  params: z.object({
    client_id: z.string().describe('The application, by its client_id.'),
    smart_invite_id: z.string().describe("The application's own id of the invite."),
  }),
  responses: {
    200: {
      description: 'The invites',
      schema: z.object({
        smart_invites: z
          .array(smartInviteRecord)
          .describe('One for each single recipient, and one for several. At most 100, the first by address.'),
      }),
      example: { smart_invites: [record] },
    },
    ...busErrors,
    404: notFound,
  },
});
