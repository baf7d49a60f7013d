import { z } from 'zod';
import { endpoint } from '../shared/endpoint.js';
import { malformed, planErrors, tooLarge, unprocessable, unsupportedType } from '../shared/errors.js';
import { replyExample, replyShape } from './smart-invite-shape.js';

export const receivedReplies = z
  .object({
    smart_invite_id: z.string().optional().describe('The invite that it answers; absent if the mail matched none.'),
    replies: z.array(replyShape).describe('The entries that it added; empty if it was known before.'),
  })
  .meta({ id: 'ReceivedReplies' });

const mail = `From: ann@example.com
To: k3v9x2m4q8t1w7z5b6n0c3d8f2@mail.example.com
Message-ID: <1@example.com>
Content-Type: text/calendar; method=REPLY

BEGIN:VCALENDAR
VERSION:2.0
PRODID:-//Example//Mail//EN
METHOD:REPLY
BEGIN:VEVENT
UID:b7c1f0a9d1e24a52
DTSTAMP:20261119T080000Z
ATTENDEE;PARTSTAT=ACCEPTED:mailto:ann@example.com
END:VEVENT
END:VCALENDAR
`;

export const receiveReply = endpoint({
  method: 'post',
  path: '/v1/smart_invites/replies',
  operation: 'receiveSmartInviteReply',
  summary: "Submit a reply mail that the application's own mailbox received",
  tag: 'smart-invites',
  credential: 'api-key',
  description: 'For deployments whose reply address is a mailbox of the application. The mail is sent unchanged.',
  example: mail,
  body: z.string().meta({ description: 'The message as received, at most 5 MiB' }),
  bodyTypes: ['message/rfc822'],
  responses: {
    202: {
      description: 'Stored; the entries that it added to replies, none if it was known before or matched no invite',
      schema: receivedReplies,
      example: { smart_invite_id: 'board-2027-01', replies: [replyExample] },
    },
    ...planErrors,
    400: malformed,
    413: { ...tooLarge, description: 'The message is larger than 5 MiB.' },
    415: { ...unsupportedType, description: 'The Content-Type is not message/rfc822.' },
    422: unprocessable,
  },
});
