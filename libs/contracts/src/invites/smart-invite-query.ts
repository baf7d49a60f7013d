import { z } from 'zod';
import { eventComponent, eventTime } from '../calendar-sync/event-series.js';
import { inviteResponse, inviteStatus } from './reply-recorded.js';
import { topic } from '@kalends/topics';

const common = { client_id: z.string(), smart_invite_id: z.string() };

/** The recipient's address in lower case; null: the invite to several. */
const recipientEmail = z.string().nullable();

const recurrence = z.object({
  rrules: z.array(z.string()),
  rdates: z.array(z.object({ start: eventTime, end: eventTime.optional() })),
  exdates: z.array(eventTime),
});

const organizer = z.object({
  name: z.string().optional().describe('Name that mail clients show as the organizer.'),
  email: z
    .string()
    .optional()
    .describe('Address that mail clients show as the organizer; answers go to the reply address.'),
});

const upsert = z.object({
  kind: z.literal('upsert'),
  ...common,
  several: z.boolean(),
  recipients: z.array(z.object({ email: z.string(), status: inviteStatus.optional() })),
  /** Absent: unchanged; null: none. */
  organizer: organizer.nullish(),
  callback_url: z.string().nullish(),
  /** The event as the application wrote it; responses echo it. */
  submitted: z.record(z.string(), z.unknown()),
  event: eventComponent,
  recurrence: recurrence.optional(),
});

const ofRecipient = { ...common, recipient_email: recipientEmail };

export const smartInviteQueryBody = z.discriminatedUnion('kind', [
  upsert,
  /** `recipients`: addresses in any case; if given, exactly those of the invite, else nothing is cancelled. */
  z.object({ kind: z.literal('cancel'), ...ofRecipient, recipients: z.array(z.string()).optional() }),
  /** Removes one of several recipients. */
  z.object({ kind: z.literal('remove'), ...common, email: z.string() }),
  z.object({ kind: z.literal('read'), ...ofRecipient, include_text: z.boolean() }),
  /**
   * A mail that the application's own mailbox received; `mail`: the raw message in base64, at most 5 MiB before
   * encoding.
   */
  z.object({ kind: z.literal('receive-reply'), client_id: z.string(), mail: z.string() }),
  /** Newest first, those with an id below `before`. */
  z.object({ kind: z.literal('list-unmatched'), before: z.number().int().nullable(), limit: z.number().int() }),
  /** Everything of one `smart_invite_id`, for the operator. */
  z.object({ kind: z.literal('show'), ...common }),
]);
export type SmartInviteQuery = z.infer<typeof smartInviteQueryBody>;
export type UpsertSmartInvite = z.infer<typeof upsert>;

export const recordedReply = inviteResponse.extend({
  /** Whether it changed the recipient's status; `reason` explains why not. */
  counted: z.boolean().describe("Whether it changed the recipient's status."),
  reason: z
    .string()
    .optional()
    .describe('Why it did not: party-crasher, out-of-date, cancelled, …')
    .meta({ examples: ['out-of-date'] }),
  /** For a series: the instance that it answers, a date or an instant. */
  recurrence_id: z
    .string()
    .optional()
    .describe('For a series: the instance that it answers, a date or an instant.')
    .meta({ examples: ['2027-02-09T10:00:00Z'] }),
  delegated_to: z
    .array(z.string())
    .optional()
    .describe('Addresses of those who are to come in place of the person.')
    .meta({ examples: [['bob@example.com']] }),
  message_id: z
    .string()
    .optional()
    .describe('Message-ID of the mail; absent if it had none.')
    .meta({ examples: ['<1@example.com>'] }),
  /** SPF, DKIM and DMARC results as recorded by a receiving server. */
  authentication: z
    .string()
    .optional()
    .describe('SPF, DKIM and DMARC results, as a receiving server recorded them.')
    .meta({ examples: ['spf=pass dkim=pass dmarc=pass'] }),
  received_at: z.number().int().describe('When it was received, in epoch milliseconds.'),
});
export type RecordedReplyEntry = z.infer<typeof recordedReply>;

/** The current state of an invite; times of replies are in the form of the public API. */
export const smartInviteRecord = z.object({
  invite_id: z.string().describe('The internal id of the invite.'),
  smart_invite_id: z.string().describe("The application's own id of the invite."),
  several: z.boolean().describe('Whether it is the invite to several recipients.'),
  method: z.enum(['request', 'cancel']).describe('cancel if it is cancelled.'),
  recipients: z
    .array(
      inviteResponse.extend({
        reply_address: z
          .string()
          .optional()
          .describe('Their own reply address; only if the invite has several.')
          .meta({ examples: ['k3v9x2m4q8t1w7z5b6n0c3d8f2@mail.example.com'] }),
        icalendar: z.string().optional().describe('Their own text; only if the invite has several and texts are read.'),
      }),
    )
    .describe('Whom the invite is for, with their current answers.'),
  replies: z.array(recordedReply).describe('All replies, newest last; at most the newest 500.'),
  organizer: organizer.nullable().describe('Who invites, as submitted; null if not given.'),
  callback_url: z.string().nullable().describe('URL to which each new entry in replies is sent; null if none.'),
  submitted: z.record(z.string(), z.unknown()).describe('The event as submitted.'),
  uid: z.string().describe('UID of the event in the mails (RFC 5545 §3.8.4.7).'),
  sequence: z.number().int().describe('SEQUENCE of the latest text (RFC 5545 §3.8.7.4).'),
  reply_address: z.string().describe('Address in ORGANIZER, to which calendar programs send replies.'),
  icalendar: z.string().optional().describe('The iCalendar text to be mailed; only if texts are read.'),
  email: z.string().optional().describe('A complete MIME message that contains it; only if texts are read.'),
  removed: z
    .object({
      email: z.string().describe('Address of the removed person.'),
      icalendar: z.string().describe('The cancellation for this person.'),
      own_icalendar: z.string().optional().describe('The same from their own reply address.'),
    })
    .optional()
    .describe('What the removed person is sent; only after a removal.'),
});
export type SmartInviteRecord = z.infer<typeof smartInviteRecord>;

export const unmatchedMail = z.object({
  unmatched_id: z.number().int().describe('The id of the entry.'),
  /** Epoch ms. */
  received_at: z.number().int(),
  reason: z
    .enum(['unreadable', 'automatic', 'no-reply', 'unknown-invite'])
    .describe('Why: it cannot be read, was sent by a program, has no answer to an invite, or answers an unknown one.'),
  from: z.string().nullable().describe('Address of the sender; null if there is none.'),
  message_id: z.string().nullable().describe('Message-ID of the mail; null if there is none.'),
  /** Whose reply address it reached, or who submitted it. */
  client_id: z
    .string()
    .nullable()
    .describe('The application whose reply address it reached or that submitted it; null if neither is known.'),
  smart_invite_id: z.string().nullable().describe('The invite whose reply address it reached; null if none.'),
  bytes: z.number().int().describe('Size of the mail in bytes.'),
});
export type UnmatchedMail = z.infer<typeof unmatchedMail>;

/**
 * `unknown-invite`: the application has none with that id and recipient, or with `full`, the number that it may have at most,
 * a request would create another; `unknown-recipient`: the invite has no such
 * recipient to remove, or with `recipients_differ`, a cancellation named others than its recipients, or with `full`, the number that it may have at most, a request would add more. `received`: what was recorded, empty if the mail was known before or is listed as unmatched.
 */
export const smartInviteReply = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('invite'), invite: smartInviteRecord }),
  z.object({ outcome: z.literal('unknown-invite'), full: z.number().int().optional() }),
  z.object({
    outcome: z.literal('unknown-recipient'),
    recipients_differ: z.literal(true).optional(),
    full: z.number().int().optional(),
  }),
  z.object({
    outcome: z.literal('received'),
    smart_invite_id: z.string().nullable(),
    replies: z.array(recordedReply),
    unmatched: unmatchedMail.shape.reason.nullable(),
  }),
  z.object({ outcome: z.literal('unmatched'), next: z.number().int().nullable(), mails: z.array(unmatchedMail) }),
  z.object({ outcome: z.literal('invites'), invites: z.array(smartInviteRecord) }),
]);
export type SmartInviteReply = z.infer<typeof smartInviteReply>;

const keyOf = (body: SmartInviteQuery): string =>
  'smart_invite_id' in body ? `${body.client_id}/${body.smart_invite_id}` : laneOf(body);

const laneOf = (body: SmartInviteQuery): string => {
  if ('smart_invite_id' in body) return body.smart_invite_id;
  return 'client_id' in body ? body.client_id : body.kind;
};

/** Smart Invites: create, change, read; submit replies. */
export const smartInviteQuery = topic<SmartInviteQuery, SmartInviteReply>({
  name: 'gateway.query.smart-invite.v1',
  schema: smartInviteQueryBody,
  reply: smartInviteReply,
  key: keyOf,
  lane: laneOf,
  maxMessageBytes: 8 * 1_048_576,
  example: {
    kind: 'upsert',
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    smart_invite_id: 'your-unique-identifier-for-invite',
    several: false,
    recipients: [{ email: 'cronofy@example.com' }],
    organizer: { name: 'Example Team' },
    callback_url: 'https://example.com/callback',
    submitted: {
      summary: 'Board meeting',
      start: '2026-11-20T09:30:00Z',
      end: '2026-11-20T10:00:00Z',
      tzid: 'Europe/London',
    },
    event: {
      summary: 'Board meeting',
      start: { local: '2026-11-20T09:30:00', tzid: 'Europe/London' },
      end: { local: '2026-11-20T10:00:00', tzid: 'Europe/London' },
      status: 'confirmed',
      transparency: 'opaque',
    },
  },
  exampleReply: {
    outcome: 'invite',
    invite: {
      invite_id: 'inv_0d1c2b3a4f',
      smart_invite_id: 'your-unique-identifier-for-invite',
      several: false,
      method: 'request',
      recipients: [{ email: 'cronofy@example.com', status: 'pending' }],
      replies: [],
      organizer: { name: 'Example Team' },
      callback_url: 'https://example.com/callback',
      submitted: {
        summary: 'Board meeting',
        start: '2026-11-20T09:30:00Z',
        end: '2026-11-20T10:00:00Z',
        tzid: 'Europe/London',
      },
      uid: 'b7c1f0a9d1e24a52',
      sequence: 0,
      reply_address: 'k3v9x2m4q8t1w7z5b6n0c3d8f2@mail.example.com',
    },
  },
});
