import {
  bookingCompletedBody,
  bookingCancelledBody,
  bookingNoTimesBody,
  bookingRescheduledBody,
  changeBody,
  disconnectedBody,
  expiringBody,
  initialSyncBody,
  smartInviteCallbackBody,
  verificationBody,
} from '@kalends/contracts';
import type { Webhook } from '../shared/webhook.js';
import { channelExample } from './channel-shape.js';

const answered = { email: 'ann@example.com', status: 'accepted', comment: 'See you there' };
const invite = { smart_invite_id: 'board-2027-01', callback_url: 'https://example.com/callback' };

export const smartInviteCallback = {
  operation: 'smartInviteReplied',
  tag: 'smart-invites',
  summary: 'Somebody answered a Smart Invite',
  description:
    'Sent to the callback_url of the invite for each new entry in its replies, also for those that do not count. Callbacks of one invite arrive in order.',
  body: smartInviteCallbackBody,
  examples: {
    'one recipient': {
      notification: { type: 'smart_invite' },
      smart_invite: { ...invite, recipient: answered, reply: { ...answered, counted: true } },
    },
    'several recipients': {
      notification: { type: 'smart_invite' },
      smart_invite: {
        ...invite,
        recipient: answered,
        recipients: [answered, { email: 'bob@example.com', status: 'pending' }],
        reply: { ...answered, counted: true },
      },
    },
    'a reply that does not count': {
      notification: { type: 'smart_invite' },
      smart_invite: {
        ...invite,
        recipient: { email: 'ann@example.com', status: 'pending' },
        reply: { email: 'eve@example.com', status: 'accepted', counted: false, reason: 'party-crasher' },
      },
    },
  },
} as const satisfies Webhook;

const example = (notification: object) => ({ example: { notification, channel: channelExample } });
const ofChannel = { tag: 'channels' } as const;

export const channelVerification = {
  ...ofChannel,
  operation: 'channelCreated',
  summary: 'A push channel was created',
  description: 'Sent once to the callback_url of a new channel. Any 2xx will do; there is nothing to return.',
  body: verificationBody,
  examples: example({ type: 'verification' }),
} as const satisfies Webhook;

export const channelChange = {
  ...ofChannel,
  operation: 'calendarChanged',
  summary: 'Events changed',
  description:
    "Sent about a second after a change that the filters of the channel admit, without the events: read them with last_modified. Further changes until it is sent are included. The application's own writes are not reported.",
  body: changeBody,
  examples: example({ type: 'change', changes_since: '2026-11-19T08:00:00Z' }),
} as const satisfies Webhook;

export const channelProfileDisconnected = {
  ...ofChannel,
  operation: 'profileDisconnected',
  summary: 'A provider no longer grants access',
  description: 'Send the user to the profile_relink_url of the profile (GET /v1/profiles).',
  body: disconnectedBody,
  examples: example({ type: 'profile_disconnected' }),
} as const satisfies Webhook;

export const channelInitialSync = {
  ...ofChannel,
  operation: 'profileInitialSyncCompleted',
  summary: 'The events of a new profile have been read',
  description: 'Until then, reads and availability lack events of the profile.',
  body: initialSyncBody,
  examples: example({ type: 'profile_initial_sync_completed' }),
} as const satisfies Webhook;

export const channelProfileExpiring = {
  ...ofChannel,
  operation: 'profileExpiring',
  summary: 'The connection of a profile ends within a day',
  description:
    'Sent once, a day before, to channels with filters.profile_expiring: have the user connect the calendar again. profile_warnings of the profile (GET /v1/profiles) has the reason. An extension.',
  body: expiringBody,
  examples: {
    example: {
      notification: {
        type: 'profile_expiring',
        profile_id: 'pro_2MPyGxgyny6w',
        expires_at: '2026-11-26T08:00:00Z',
      },
      channel: { ...channelExample, filters: { ...channelExample.filters, profile_expiring: true } },
    },
  },
} as const satisfies Webhook;

const bookedLink = {
  real_time_scheduling_id: 'sch_5ba21743f408617d1269ea1e',
  url: 'https://calendar.example.com/rts/hqpLXYkAYJDLZqHtdNvHQ4nLpX0M6a1b',
};
const bookedEvent = { event_id: 'visit-42', summary: 'Site visit' };
const visitor = { user: { tzid: 'Asia/Kathmandu' } };

export const bookingCompletedCallback = {
  tag: 'scheduling',
  operation: 'bookingCompleted',
  summary: 'Somebody picked a time on a booking link',
  description:
    'Sent to callback_urls.completed_url when every calendar has the event. It has no notification, which distinguishes it from the others.',
  body: bookingCompletedBody,
  examples: {
    'a booked time': {
      event: {
        ...bookedEvent,
        start: { time: '2026-11-20T10:00:00Z', tzid: 'Europe/London' },
        end: { time: '2026-11-20T10:30:00Z', tzid: 'Europe/London' },
      },
      participants: [{ sub: 'acc_5ba21743f408617d1269ea1e' }],
      ...visitor,
      real_time_scheduling: { ...bookedLink, status: 'completed' },
    },
  },
} as const satisfies Webhook;

export const bookingNoTimesCallback = {
  tag: 'scheduling',
  operation: 'bookingWithoutTime',
  summary: 'The visitor of a booking link found no time',
  description:
    'Sent once per link and kind: to no_times_suitable_url when the visitor reports that none fits, to no_times_displayed_url when there was none to show. The link stays open.',
  body: bookingNoTimesBody,
  examples: {
    'none fits': {
      notification: { type: 'real_time_scheduling_no_times_suitable' },
      real_time_scheduling: { ...bookedLink, status: 'open', event: bookedEvent },
      ...visitor,
    },
  },
} as const satisfies Webhook;

const timesAt = (hour: number) => ({
  start: { time: `2026-11-20T${hour}:00:00Z`, tzid: 'Europe/London' },
  end: { time: `2026-11-20T${hour}:30:00Z`, tzid: 'Europe/London' },
});

export const bookingRescheduledCallback = {
  tag: 'scheduling',
  operation: 'bookingRescheduled',
  summary: 'The visitor of a booking link has moved what was booked',
  description:
    'Sent to callback_urls.rescheduled_url, else to completed_url, when every calendar has the event at its new time. An extension.',
  body: bookingRescheduledBody,
  examples: {
    'a new time': {
      notification: { type: 'real_time_scheduling_rescheduled' },
      event: { ...bookedEvent, ...timesAt(11) },
      previous: timesAt(10),
      participants: [{ sub: 'acc_5ba21743f408617d1269ea1e' }],
      ...visitor,
      real_time_scheduling: { ...bookedLink, status: 'completed' },
    },
  },
} as const satisfies Webhook;

export const bookingCancelledCallback = {
  tag: 'scheduling',
  operation: 'bookingCancelled',
  summary: 'The visitor of a booking link has cancelled what was booked',
  description:
    'Sent to callback_urls.cancelled_url, else to completed_url, when no calendar has the event any more. An extension.',
  body: bookingCancelledBody,
  examples: {
    cancelled: {
      notification: { type: 'real_time_scheduling_cancelled' },
      event: bookedEvent,
      previous: timesAt(10),
      reason: 'I am ill.',
      ...visitor,
      real_time_scheduling: { ...bookedLink, status: 'disabled' },
    },
  },
} as const satisfies Webhook;
