import { z } from 'zod';
import { inviteStatus } from '@kalends/contracts';
import { inviteConferencing } from '../events/conferencing-fields.js';
import { unsupportedOfEvents, unsupportedOfInvites } from '../events/unsupported-of-events.js';
import { withTimePair, writtenFields } from '../events/written-event.js';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, keyed, notFound, planErrors } from '../shared/errors.js';
import { email, httpUrl, plainText } from '../shared/fields.js';
import { smartInviteId } from './smart-invite-id.js';
import { inviteExample, removedExample, smartInviteShape, textsExample } from './smart-invite-shape.js';

const maxRecipients = 200;

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
      extended_transparency: writtenFields.extended_transparency,
      color: writtenFields.color,
      event_private: writtenFields.event_private,
      categories: writtenFields.categories,
      conferencing: inviteConferencing.optional().describe('The online meeting. Default: none.'),
      locale: writtenFields.locale,
      recurrence: writtenFields.recurrence,
      ...unsupportedOfEvents,
      ...unsupportedOfInvites,
    },
    { error: keyed('required', 'event must be specified') },
  ),
);

export type InvitedEvent = z.output<typeof event>;

const initialStatus = inviteStatus
  .nullish()
  .describe('Initial status of a newly added recipient; ignored for existing ones. Default: pending.');

const anObject = (name: string) => ({ error: keyed('invalid', `${name} must be an object`) });

const recipient = z.object(
  { email: email('recipient.email').describe('Address of the person. At most 320 characters.'), status: initialStatus },
  anObject('recipient'),
);

const recipients = z
  .array(
    z.object({
      email: email('email').describe('Address of the person. At most 320 characters.'),
      status: initialStatus,
    }),
    {
      error: keyed('invalid', 'recipients must be a list'),
    },
  )
  .min(1, keyed('required', 'recipients must not be empty'))
  .max(maxRecipients, keyed('too_many', `an invite may have at most ${maxRecipients} recipients`));

const oneKind = {
  recipient: recipient.nullish().describe('The person invited, in an invite to one.'),
  recipients: recipients
    .nullish()
    .describe('The people invited, in an invite to several; not together with recipient. From 1 to 200.'),
};

const id = smartInviteId.describe(
  "The application's own id of the invite, unique for each recipient. At most 256 characters.",
);

const organizer = z.object(
  {
    name: plainText('organizer.name', 256)
      .nullish()
      .describe('Name that mail clients show as the organizer. At most 256 characters.'),
    email: z
      .union([z.literal(''), email('organizer.email')])
      .nullish()
      .describe('Address that mail clients show as the organizer; answers go to the reply address.'),
  },
  anObject('organizer'),
);

const recipientRefused = (body: { recipient?: unknown; recipients?: unknown }) => {
  if (body.recipient && body.recipients) return keyed('invalid', 'recipient and recipients exclude each other');
  return body.recipient || body.recipients ? null : keyed('required', 'recipient must be specified');
};

export const requestInviteBody = z
  .object({
    method: z
      .literal('request', { error: keyed('not_recognized', 'method must be request, cancel or remove') })
      .nullish()
      .describe('Creates or updates the invite. Default: request.'),
    smart_invite_id: id,
    ...oneKind,
    event: event.describe('What people are invited to, in the form of an event.'),
    callback_url: httpUrl('callback_url')
      .nullish()
      .describe('URL to which each new entry in replies is sent; unchanged if omitted, none if null.'),
    organizer: organizer.nullish().describe('Who invites; unchanged if omitted, nobody in particular if null.'),
  })
  .superRefine(
    (body, context) => {
      const message = recipientRefused(body);
      if (message) context.addIssue({ code: 'custom', path: ['recipient'], message });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  )
  .meta({ id: 'SmartInviteRequest' });

export type RequestInvite = z.output<typeof requestInviteBody>;

/** Without `recipient`: the invite to several. */
export const cancelInviteBody = z
  .object({
    method: z.literal('cancel').describe('Cancels the invite, which keeps its answers.'),
    smart_invite_id: id,
    recipient: oneKind.recipient,
    recipients: recipients
      .nullish()
      .describe('All current recipients of the invite; may be omitted. A part of them is refused: remove single ones.'),
  })
  .meta({ id: 'SmartInviteCancellation' });

export const removeRecipientBody = z
  .object({
    method: z.literal('remove').describe('Removes one of several recipients.'),
    smart_invite_id: id,
    recipient: z
      .object(
        { email: email('recipient.email').describe('Address of the person.') },
        { error: keyed('required', 'recipient must be specified') },
      )
      .describe('The person to remove.'),
  })
  .meta({ id: 'SmartInviteRemoval' });

export const smartInviteBody = z
  .union([requestInviteBody, cancelInviteBody, removeRecipientBody])
  .meta({ id: 'SmartInviteWrite' });

export const writeSmartInvite = endpoint({
  method: 'post',
  path: '/v1/smart_invites',
  operation: 'writeSmartInvite',
  summary: 'Create or update a Smart Invite, cancel it, or remove one of several recipients',
  tag: 'smart-invites',
  credential: 'api-key',
  description:
    'Kalends makes the text, the application mails it. A changed start, end, recurrence or location resets the answer of every recipient; any other change keeps the answers. Mail the new text after every call.',
  example: {
    smart_invite_id: 'board-2027-01',
    recipient: { email: 'ann@example.com' },
    organizer: { name: 'The Team', email: 'team@example.com' },
    callback_url: 'https://example.com/callback',
    event: inviteExample.event,
  },
  moreExamples: {
    'several people and a series': {
      smart_invite_id: 'stand-up',
      recipients: [{ email: 'ann@example.com', status: 'accepted' }, { email: 'bob@example.com' }],
      event: {
        ...inviteExample.event,
        location: { description: 'Royal Observatory', lat: '51.4769', long: '-0.0005' },
        conferencing: {
          profile_id: 'explicit',
          join_url: 'https://acme.zoom.us/j/123',
          provider_description: 'Our Zoom',
        },
        recurrence: { rules: [{ frequency: 'monthly', by_day: [{ day: 'friday', nth_of_period: -1 }] }] },
      },
    },
    'somebody who has accepted already': {
      smart_invite_id: 'board-2027-01',
      recipient: { email: 'ann@example.com', status: 'accepted' },
      event: inviteExample.event,
    },
    cancellation: { method: 'cancel', smart_invite_id: 'board-2027-01', recipient: { email: 'ann@example.com' } },
    'removal of one of several': {
      method: 'remove',
      smart_invite_id: 'stand-up',
      recipient: { email: 'bob@example.com' },
    },
  },
  body: smartInviteBody,
  responses: {
    200: {
      description: 'The invite, with the text to send',
      schema: smartInviteShape,
      example: {
        ...inviteExample,
        attachments: textsExample,
      },
      moreExamples: { 'one of several removed': removedExample, cancelled: { ...inviteExample, method: 'cancel' } },
    },
    ...planErrors,
    404: notFound,
    ...bodyErrors,
  },
});
