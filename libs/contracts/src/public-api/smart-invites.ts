import { z } from 'zod';
import { smartInviteRecord, unmatchedMail } from '../invites/smart-invite-query.js';
import { inviteResponse, inviteStatus } from '../invites/reply-recorded.js';
import { endpoint } from './endpoint.js';
import {
  bodyErrors,
  forbidden,
  keyed,
  malformed,
  notFound,
  planTooSmall,
  timedOut,
  tooLarge,
  unauthorized,
  unavailable,
  unprocessable,
  unsupportedType,
} from './errors.js';
import { email, filled, flag, httpUrl, plainText } from './fields.js';
import { withTimePair, writtenFields } from './upsert-event.js';

const mostRecipients = 200;
const smartInviteId = filled('smart_invite_id', 256);

const event = withTimePair(
  z.object(
    {
      summary: writtenFields.summary,
      description: writtenFields.description,
      start: writtenFields.start,
      end: writtenFields.end,
      tzid: writtenFields.tzid,
      location: writtenFields.location,
      url: writtenFields.url,
      reminders: writtenFields.reminders,
      transparency: writtenFields.transparency,
      color: writtenFields.color,
      event_private: writtenFields.event_private,
      recurrence: writtenFields.recurrence,
    },
    { error: keyed('required', 'event must be specified') },
  ),
);
export type InvitedEvent = z.output<typeof event>;

const initialStatus = inviteStatus.nullish();
const anObject = (name: string) => ({ error: keyed('invalid', `${name} must be an object`) });

const recipient = z.object({ email: email('recipient.email'), status: initialStatus }, anObject('recipient'));
const recipients = z
  .array(z.object({ email: email('email'), status: initialStatus }), {
    error: keyed('invalid', 'recipients must be a list'),
  })
  .min(1, keyed('required', 'recipients must not be empty'))
  .max(mostRecipients, keyed('too_many', `an invite has at most ${mostRecipients} recipients`));

const oneKind = { recipient: recipient.nullish(), recipients: recipients.nullish() };

const organizer = z.object(
  {
    name: plainText('organizer.name', 256).nullish(),
    email: z.union([z.literal(''), email('organizer.email')]).nullish(),
  },
  anObject('organizer'),
);

const recipientRefused = (body: { recipient?: unknown; recipients?: unknown }) => {
  if (body.recipient && body.recipients) return keyed('invalid', 'recipient and recipients exclude each other');
  return body.recipient || body.recipients ? null : keyed('required', 'recipient must be specified');
};

export const requestInviteBody = z
  .object({
    method: z.literal('request', { error: keyed('not_recognized', 'method is request, cancel or remove') }).nullish(),
    smart_invite_id: smartInviteId,
    ...oneKind,
    event,
    callback_url: httpUrl('callback_url').nullish(),
    organizer: organizer.nullish(),
  })
  .superRefine(
    (body, context) => {
      const message = recipientRefused(body);
      if (message) context.addIssue({ code: 'custom', path: ['recipient'], message });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
export type RequestInvite = z.output<typeof requestInviteBody>;

/** Without `recipient`: the invite to several. */
export const cancelInviteBody = z.object({
  method: z.literal('cancel'),
  smart_invite_id: smartInviteId,
  ...oneKind,
});

export const removeRecipientBody = z.object({
  method: z.literal('remove'),
  smart_invite_id: smartInviteId,
  recipient: z.object({ email: email('recipient.email') }, { error: keyed('required', 'recipient must be specified') }),
});

export const smartInviteBody = z
  .union([requestInviteBody, cancelInviteBody, removeRecipientBody])
  .meta({ id: 'SmartInviteWrite' });

const replyShape = inviteResponse.extend({
  counted: z.boolean().meta({ description: "Whether it changed the recipient's status" }),
  reason: z.string().optional().meta({ description: 'Why it did not' }),
  recurrence_id: z.string().optional(),
  delegated_to: z.array(z.string()).optional(),
  message_id: z.string().optional(),
  authentication: z.string().optional(),
  received_at: z.string().meta({ description: 'UTC' }),
});

const ownText = z.object({
  icalendar: z.string().meta({ description: 'For this recipient alone, with a reply address of their own' }),
});

export const smartInviteShape = z
  .object({
    smart_invite_id: z.string(),
    method: z.literal('cancel').optional().meta({ description: 'Where it is cancelled' }),
    recipient: inviteResponse.optional(),
    recipients: z
      .array(inviteResponse.extend({ attachments: ownText.optional() }))
      .optional()
      .meta({ description: 'Each with a text of their own; a reply to it counts for that recipient only' }),
    replies: z.array(replyShape).meta({ description: 'Every reply, the newest last; at most the newest 500' }),
    callback_url: z.string().optional(),
    organizer: smartInviteRecord.shape.organizer.unwrap().optional(),
    event: z.record(z.string(), z.unknown()).meta({ description: 'As it was submitted' }),
    attachments: z
      .object({
        icalendar: z.string().meta({ description: 'The iCalendar text to be mailed' }),
        email: z.string().meta({ description: 'A complete MIME message with it' }),
        removed: z.object({ email: z.string(), icalendar: z.string(), attachments: ownText.optional() }).optional(),
      })
      .optional(),
  })
  .meta({ id: 'SmartInvite' });

export const readSmartInviteQuery = z.object({
  smart_invite_id: smartInviteId,
  recipient_email: z.union([z.literal(''), email('recipient_email')]).optional(),
  include_ics: flag('include_ics'),
});

const asked = { 401: unauthorized, 403: forbidden, 402: planTooSmall, 503: unavailable, 504: timedOut };

export const writeSmartInvite = endpoint({
  method: 'post',
  path: '/v1/smart_invites',
  operation: 'writeSmartInvite',
  summary: 'Create or update a Smart Invite, cancel it, or remove one of several recipients',
  tag: 'smart-invites',
  credential: 'api-key',
  body: smartInviteBody,
  responses: {
    200: { description: 'The invite, with the text to be sent', schema: smartInviteShape },
    ...asked,
    404: notFound,
    ...bodyErrors,
  },
});

export const readSmartInvite = endpoint({
  method: 'get',
  path: '/v1/smart_invites',
  operation: 'readSmartInvite',
  summary: 'How a Smart Invite stands; without recipient_email the one to several recipients',
  tag: 'smart-invites',
  credential: 'api-key',
  query: readSmartInviteQuery,
  responses: {
    200: { description: 'The invite; attachments with include_ics only', schema: smartInviteShape },
    ...asked,
    404: notFound,
    422: unprocessable,
  },
});

export const receivedReplies = z
  .object({ smart_invite_id: z.string().optional(), replies: z.array(replyShape) })
  .meta({ id: 'ReceivedReplies' });

export const receiveReply = endpoint({
  method: 'post',
  path: '/v1/smart_invites/replies',
  operation: 'receiveSmartInviteReply',
  summary: "Hand in a reply mail that the application's own mailbox received",
  tag: 'smart-invites',
  credential: 'api-key',
  body: z.string().meta({ description: 'The message as it arrived, at most 5 MiB' }),
  bodyTypes: ['message/rfc822'],
  responses: {
    202: {
      description: 'Kept; what it added to replies, nothing where it was known before or matched no invite',
      schema: receivedReplies,
    },
    ...asked,
    400: malformed,
    413: { ...tooLarge, description: 'The message is larger than 5 MiB.' },
    415: { ...unsupportedType, description: 'The Content-Type is not message/rfc822.' },
    422: unprocessable,
  },
});

export const listUnmatchedQuery = z.object({
  before: z.coerce
    .number({ error: keyed('must_be_integer', 'before must be a whole number') })
    .int(keyed('must_be_integer', 'before must be a whole number'))
    .optional(),
});

export const listUnmatchedMail = endpoint({
  method: 'get',
  path: '/admin/v1/unmatched_mail',
  operation: 'listUnmatchedMail',
  summary: 'Mail that came in and was no reply to an invite, the newest first, fifty at a time',
  tag: 'admin',
  credential: 'admin-key',
  query: listUnmatchedQuery,
  responses: {
    200: {
      description: 'They; next_before, where there are more',
      schema: z.object({
        unmatched_mail: z.array(unmatchedMail.extend({ received_at: z.string() })),
        next_before: z.number().int().nullable(),
      }),
    },
    401: unauthorized,
    403: forbidden,
    422: unprocessable,
    503: unavailable,
    504: timedOut,
  },
});

export const showSmartInvites = endpoint({
  method: 'get',
  path: '/admin/v1/applications/{client_id}/smart_invites/{smart_invite_id}',
  operation: 'showSmartInvites',
  summary: 'Every invite of one smart_invite_id, with what tracks it',
  tag: 'admin',
  credential: 'admin-key',
  params: z.object({ client_id: z.string(), smart_invite_id: z.string() }),
  responses: {
    200: { description: 'They', schema: z.object({ smart_invites: z.array(smartInviteRecord) }) },
    401: unauthorized,
    403: forbidden,
    404: notFound,
    503: unavailable,
    504: timedOut,
  },
});
