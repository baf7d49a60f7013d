import { z } from 'zod';
import { inviteResponse, replyRecordedBody } from '../invites/reply-recorded.js';
import { channelRecord } from './channel-query.js';

/** The headers of every callback (CBK-1, CBK-2). */
export const callbackHeaders = z.object({
  'Cronofy-HMAC-SHA256': z
    .string()
    .describe(
      'Base64 of the HMAC-SHA256 over the raw body with a client secret as its key; one for each secret, separated by commas. Compare with the one of your secret.',
    ),
  'webhook-id': z
    .string()
    .describe('The id of the callback, the same on every attempt: a repeated one has been handled already.'),
  'webhook-timestamp': z
    .string()
    .describe('When this attempt was made, in seconds since 1970; part of what is signed.'),
  'webhook-signature': z
    .string()
    .describe(
      'For libraries of Standard Webhooks: v1, a comma and the base64 of the HMAC-SHA256 over webhook-id, webhook-timestamp and the raw body, joined by dots; one for each secret, separated by spaces. The key in the form that they take is whsec_ and the base64 of the client secret.',
    ),
  'User-Agent': z.string().describe('Always Kalends.'),
});

/** A push channel, as its application sees it. */
export const channelShape = z.object(channelRecord.shape).meta({ id: 'Channel' });

/** The body of a Smart Invite's callback (CBK-4). */
export const smartInviteCallbackBody = z
  .object({
    notification: z
      .object({ type: z.literal('smart_invite').describe('Always smart_invite.') })
      .describe('What the callback is about.'),
    smart_invite: z
      .object({
        smart_invite_id: z.string().describe("The application's own id of the invite."),
        callback_url: z.string().describe('URL to which this was sent.'),
        recipient: inviteResponse
          .optional()
          .describe(
            'The recipient in their current state: the one the reply counts for, or the single recipient. Absent if a stranger answers an invite to several.',
          ),
        recipients: z
          .array(inviteResponse)
          .optional()
          .describe('All recipients in their current state; only if the invite has several.'),
        reply: replyRecordedBody.shape.reply.describe(
          'The reply as it was received. One that does not count changes no state.',
        ),
      })
      .describe('The invite and the reply.'),
  })
  .meta({ id: 'SmartInviteCallback' });
export type SmartInviteCallbackBody = z.infer<typeof smartInviteCallbackBody>;

const bookedTime = (what: string) =>
  z
    .object({
      time: z.string().describe('The instant, in UTC.'),
      tzid: z.string().describe('The time zone of the event.'),
    })
    .describe(what);

const linkedEvent = z.looseObject({
  event_id: z.string().describe("The application's own id of the event."),
  summary: z.string().describe('The title.'),
});

const times = { start: bookedTime('First moment.'), end: bookedTime('First moment after the event.') };

const bookedEvent = linkedEvent.extend(times);

const linkAddress = {
  url: z.string().describe('The address of its page.'),
  status: z.enum(['open', 'completed', 'disabled']).describe('open until a time is booked in every calendar.'),
};
const bookedLink = { real_time_scheduling_id: z.string().describe('The id of the link.'), ...linkAddress };
const bookedSequence = { real_time_sequencing_id: z.string().describe('The id of the link.'), ...linkAddress };

const takingPart = z
  .array(z.object({ sub: z.string().describe('The id of the account.') }))
  .describe('The members who take part.');

const choosing = z
  .object({ tzid: z.string().describe('The time zone in which the visitor chose the time.') })
  .describe('The visitor.');
const viewing = z
  .object({ tzid: z.string().describe('The time zone in which the page showed times.') })
  .describe('The visitor.');

/** The body of the callback of a booked link: it has no `notification`, like that of the hosted service. */
export const bookingCompletedBody = z
  .object({
    event: bookedEvent.describe('The event that was booked: what the application gave, with its times.'),
    participants: takingPart,
    user: choosing,
    real_time_scheduling: z.object(bookedLink).describe('The link; not part of the hosted service’s callback.'),
  })
  .meta({ id: 'BookingCompletedCallback' });

const noTimesTypes = ['real_time_scheduling_no_times_suitable', 'real_time_scheduling_no_times_displayed'] as const;

/** The body of the callback of a link whose visitor found no time. */
export const bookingNoTimesBody = z
  .object({
    notification: z
      .object({
        type: z
          .enum(noTimesTypes)
          .describe(
            '…_no_times_suitable: the visitor reports that none fits; …_no_times_displayed: there was none to show.',
          ),
      })
      .describe('What the callback is about.'),
    real_time_scheduling: z
      .object({ ...bookedLink, event: linkedEvent.describe('The event: what the application gave.') })
      .describe('The link.'),
    user: viewing,
  })
  .meta({ id: 'BookingNoTimesCallback' });

/** The body of the callback of a booking that its visitor has moved. */
export const bookingRescheduledBody = z
  .object({
    notification: z
      .object({
        type: z.literal('real_time_scheduling_rescheduled').describe('Always real_time_scheduling_rescheduled.'),
      })
      .describe('What the callback is about.'),
    event: bookedEvent.describe('The event: what the application gave, with its new times.'),
    previous: z.object(times).describe('The times until then.'),
    participants: takingPart.describe('The members who take part now.'),
    user: z
      .object({ tzid: z.string().describe('The time zone in which the visitor chose the time.') })
      .describe('The visitor.'),
    real_time_scheduling: z.object(bookedLink).describe('The link.'),
  })
  .meta({ id: 'BookingRescheduledCallback' });

/** The body of the callback of a booking that its visitor has cancelled. */
export const bookingCancelledBody = z
  .object({
    notification: z
      .object({ type: z.literal('real_time_scheduling_cancelled').describe('Always real_time_scheduling_cancelled.') })
      .describe('What the callback is about.'),
    event: linkedEvent.describe('The event: what the application gave.'),
    previous: z.object(times).describe('The times that were booked.'),
    reason: z.string().optional().describe('In the words of the visitor, if they gave one. At most 500 characters.'),
    user: z
      .object({ tzid: z.string().describe('The time zone in which the page showed times.') })
      .describe('The visitor.'),
    real_time_scheduling: z.object(bookedLink).describe('The link.'),
  })
  .meta({ id: 'BookingCancelledCallback' });

const stepId = z.union([z.string(), z.number()]).describe('The meeting, as the request called it.');

/** The body of the callback of a booked sequence: that of a booked link, and every meeting. */
export const sequenceCompletedBody = z
  .object({
    event: bookedEvent.describe('The event of the request, from the first start to the last end.'),
    participants: takingPart.describe('The members who take part in any of the meetings.'),
    user: choosing,
    sequence: z
      .array(
        z.object({
          sequence_id: stepId,
          event: bookedEvent.describe('The event that was booked, with its times.'),
          participants: takingPart,
        }),
      )
      .describe('The meetings, in the order in which they take place.'),
    real_time_sequencing: z.object(bookedSequence).describe('The link; not part of the hosted service’s callback.'),
  })
  .meta({ id: 'SequenceCompletedCallback' });

const noSequenceTypes = ['real_time_sequencing_no_times_suitable', 'real_time_sequencing_no_times_displayed'] as const;

/** The body of the callback of a link for a sequence whose visitor found no time. */
export const sequenceNoTimesBody = z
  .object({
    notification: z
      .object({
        type: z
          .enum(noSequenceTypes)
          .describe(
            '…_no_times_suitable: the visitor reports that none fits; …_no_times_displayed: there was none to show.',
          ),
      })
      .describe('What the callback is about.'),
    real_time_sequencing: z
      .object({ ...bookedSequence, event: linkedEvent.describe('The event of the request.') })
      .describe('The link.'),
    user: viewing,
  })
  .meta({ id: 'SequenceNoTimesCallback' });

export type BookingCallbackBody = z.infer<
  | typeof bookingCompletedBody
  | typeof bookingNoTimesBody
  | typeof bookingRescheduledBody
  | typeof bookingCancelledBody
  | typeof sequenceCompletedBody
  | typeof sequenceNoTimesBody
>;

const channelBody = <N extends z.ZodObject>(notification: N) =>
  z.object({
    notification: notification.describe('What happened.'),
    channel: channelShape.describe('The channel that reports it.'),
  });

const typed = <const T extends string>(type: T) => ({ type: z.literal(type).describe(`Always ${type}.`) });

export const verificationBody = channelBody(z.object(typed('verification'))).meta({ id: 'VerificationCallback' });
export const changeBody = channelBody(
  z.object({
    ...typed('change'),
    changes_since: z
      .string()
      .describe('The instant of the earliest change, in UTC: the last_modified of a read that returns what changed.'),
  }),
).meta({ id: 'ChangeCallback' });
export const disconnectedBody = channelBody(z.object(typed('profile_disconnected'))).meta({
  id: 'ProfileDisconnectedCallback',
});
export const initialSyncBody = channelBody(z.object(typed('profile_initial_sync_completed'))).meta({
  id: 'ProfileInitialSyncCompletedCallback',
});

export const expiringBody = channelBody(
  z.object({
    ...typed('profile_expiring'),
    profile_id: z.string().describe('The profile whose connection ends.'),
    expires_at: z.string().describe('When it ends, in UTC.'),
  }),
).meta({ id: 'ProfileExpiringCallback' });

/** The body of a channel's notification (CBK-6). */
export type ChannelCallbackBody = {
  notification: z.infer<
    typeof verificationBody | typeof changeBody | typeof disconnectedBody | typeof initialSyncBody | typeof expiringBody
  >['notification'];
  channel: z.infer<typeof channelShape>;
};

/** Of every kind of callback. */
export const callbackBodies = [
  smartInviteCallbackBody,
  verificationBody,
  changeBody,
  disconnectedBody,
  initialSyncBody,
  expiringBody,
  bookingCompletedBody,
  bookingNoTimesBody,
  bookingRescheduledBody,
  bookingCancelledBody,
  sequenceCompletedBody,
  sequenceNoTimesBody,
];
