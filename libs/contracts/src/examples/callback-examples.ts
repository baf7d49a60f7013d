import { account_id, at, client_id, smart_invite_id } from './ids.js';
import type { Examples } from './examples.js';

const invite = { client_id, smart_invite_id };
const recipient_email = 'cronofy@example.com';
const submitted = { summary: 'Board meeting', start: '2026-11-20T09:30:00Z', end: '2026-11-20T10:00:00Z' };
const accepted = { email: recipient_email, status: 'accepted', comment: 'See you there' };
const recordedReply = {
  ...accepted,
  counted: true,
  message_id: '<1@example.com>',
  authentication: 'mx.example.com; spf=pass',
  received_at: at,
};

const inviteRecord = {
  invite_id: 'inv_0d1c2b3a4f',
  smart_invite_id,
  several: false,
  method: 'cancel',
  recipients: [accepted],
  replies: [recordedReply],
  organizer: null,
  callback_url: null,
  submitted,
  uid: 'b7c1f0a9d1e24a52',
  sequence: 1,
  reply_address: 'k3v9x2m4q8t1w7z5b6n0c3d8f2@mail.example.com',
  icalendar: 'BEGIN:VCALENDAR\r\nEND:VCALENDAR\r\n',
  email: 'Subject: Invitation\r\n\r\nBoard meeting',
};

const unmatched = {
  unmatched_id: 7,
  received_at: at,
  reason: 'no-reply',
  from: recipient_email,
  message_id: null,
  client_id: null,
  smart_invite_id: null,
  bytes: 812,
};

const proposal = {
  start: { time: '2026-11-21T09:30:00Z', tzid: 'Europe/London' },
  end: { time: '2026-11-21T10:00:00Z', tzid: 'Europe/London' },
};

const channel = {
  channel_id: 'chn_54cf7c7cb4ad4c1027000001',
  callback_url: 'https://example.com/changes',
  filters: {},
};
const of = { client_id, account_id };
const url = 'https://example.com/callback';

const bookingLink = {
  link_id: 'sch_5ba21743f408617d1269ea1e',
  client_id,
  callback_url: 'https://example.com/none-fits',
  url: 'https://calendar.example.com/rts/hqpLXYkAYJDLZqHtdNvHQ4nLpX0M6a1b',
  status: 'open',
  submitted: { event_id: 'visit-42', summary: 'Site visit' },
  user_tzid: 'Asia/Kathmandu',
  at,
};

const timesAt = (hour: number) => ({
  start: { time: `2026-11-20T${String(hour).padStart(2, '0')}:00:00Z`, tzid: 'Europe/London' },
  end: { time: `2026-11-20T${String(hour).padStart(2, '0')}:30:00Z`, tzid: 'Europe/London' },
});

export const callbackExamples: Examples = {
  'gateway.event.booking-link-reported.v1': [
    { body: { kind: 'no-times-suitable', ...bookingLink } },
    { body: { kind: 'no-times-displayed', ...bookingLink } },
    {
      body: {
        kind: 'rescheduled',
        ...bookingLink,
        status: 'completed',
        submitted: { ...bookingLink.submitted, ...timesAt(10) },
        previous: timesAt(9),
        participants: [{ sub: account_id }],
      },
    },
    { body: { kind: 'cancelled', ...bookingLink, status: 'disabled', previous: timesAt(9), reason: 'I am ill.' } },
    {
      body: {
        kind: 'no-times-suitable',
        ...bookingLink,
        link_id: 'seq_5ba21743f408617d1269ea1e',
        sequence: [{ sequence_id: 'interview', submitted: bookingLink.submitted, participants: [{ sub: account_id }] }],
      },
    },
  ],
  'invites.event.reply-recorded.v1': [
    {
      body: {
        reply_id: 'rep_6a2f8d3c0b',
        invite_id: 'inv_1e2d3c4b5a',
        ...invite,
        callback_url: url,
        recipient: { email: 'ann@example.com', status: 'tentative', proposal },
        recipients: [
          { email: 'ann@example.com', status: 'tentative', proposal },
          { email: 'bob@example.com', status: 'pending' },
        ],
        reply: { email: 'ann@example.com', status: 'tentative', proposal, counted: false, reason: 'superseded' },
        recorded_at: at,
      },
    },
  ],
  'gateway.query.smart-invite.v1': [
    {
      body: { kind: 'read', ...invite, recipient_email, include_text: true },
      reply: { outcome: 'invite', invite: inviteRecord },
    },
    { body: { kind: 'cancel', ...invite, recipient_email: null }, reply: { outcome: 'unknown-invite' } },
    {
      body: { kind: 'cancel', ...invite, recipient_email: null, recipients: ['ann@example.com'] },
      reply: { outcome: 'unknown-recipient', recipients_differ: true, full: 200 },
    },
    { body: { kind: 'remove', ...invite, email: 'bob@example.com' }, reply: { outcome: 'unknown-recipient' } },
    {
      body: { kind: 'receive-reply', client_id, mail: 'U3ViamVjdDogaGVsbG8NCg0KaGVsbG8NCg==' },
      reply: { outcome: 'received', smart_invite_id, replies: [recordedReply], unmatched: null },
    },
    {
      body: { kind: 'list-unmatched', before: null, limit: 30 },
      reply: { outcome: 'unmatched', next: null, mails: [unmatched] },
    },
    { body: { kind: 'show', ...invite }, reply: { outcome: 'invites', invites: [inviteRecord] } },
  ],
  'gateway.query.callback.v1': [
    { body: { kind: 'replay', client_id, callback_id: 'cbk_5f1e7c2b9a' }, reply: { outcome: 'unknown' } },
    {
      body: { kind: 'list-endpoints', client_id },
      reply: {
        outcome: 'endpoints',
        endpoints: [{ url, status: 'disabled', reason: 'gone', failing_since: at, disabled_at: at, waiting: 3 }],
      },
    },
    {
      body: { kind: 'list', client_id, callback_id: 'cbk_5f1e7c2b9a', before: null, limit: 1 },
      reply: {
        outcome: 'callbacks',
        total: 1,
        next: null,
        callbacks: [
          {
            callback_id: 'cbk_5f1e7c2b9a',
            type: 'smart_invite',
            smart_invite_id: 'your-unique-identifier-for-invite',
            url,
            status: 'pending',
            created_at: at,
            next_attempt_at: at,
            body: '{"notification":{"type":"smart_invite"}}',
            attempts: [],
          },
        ],
      },
    },
    { body: { kind: 'enable-endpoint', client_id, url }, reply: { outcome: 'accepted', queued: 3 } },
  ],
  'gateway.query.channel.v1': [
    { body: { kind: 'list', ...of }, reply: { outcome: 'channels', channels: [channel] } },
    { body: { kind: 'create', ...of, channel }, reply: { outcome: 'accepted' } },
    { body: { kind: 'create', ...of, channel }, reply: { outcome: 'endpoint-disabled' } },
    { body: { kind: 'close', ...of, channel_id: channel.channel_id }, reply: { outcome: 'unknown' } },
  ],
  'gateway.event.erasure-requested.v1': [{ body: { kind: 'application', client_id, account_ids: [account_id] } }],
};
