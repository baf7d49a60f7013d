import {
  changeBody,
  disconnectedBody,
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
