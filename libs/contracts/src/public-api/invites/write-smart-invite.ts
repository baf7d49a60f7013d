import { z } from 'zod';
import { inviteStatus } from '../../invites/reply-recorded.js';
import { withTimePair, writtenFields } from '../events/written-event.js';
import { endpoint } from '../shared/endpoint.js';
import { bodyErrors, keyed, notFound, planErrors } from '../shared/errors.js';
import { email, httpUrl, plainText } from '../shared/fields.js';
import { smartInviteId } from './smart-invite-id.js';
import { smartInviteShape } from './smart-invite-shape.js';

const mostRecipients = 200;

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
  .max(mostRecipients, keyed('too_many', `an invite may have at most ${mostRecipients} recipients`));

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
    method: z
      .literal('request', { error: keyed('not_recognized', 'method must be request, cancel or remove') })
      .nullish(),
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

export const writeSmartInvite = endpoint({
  method: 'post',
  path: '/v1/smart_invites',
  operation: 'writeSmartInvite',
  summary: 'Create or update a Smart Invite, cancel it, or remove one of several recipients',
  tag: 'smart-invites',
  credential: 'api-key',
  body: smartInviteBody,
  responses: {
    200: { description: 'The invite, with the text to send', schema: smartInviteShape },
    ...planErrors,
    404: notFound,
    ...bodyErrors,
  },
});
