import { account_id, at, calendar_id, event_uid, profile_id } from './ids.js';
import type { Examples } from './examples.js';

const record = { account_id, revision: at, deleted: false };

const profile = {
  kind: 'profile',
  ...record,
  profile_id,
  provider_name: 'kalends',
  profile_name: 'ada@example.com',
  connected: true,
  initial_sync: 'done',
  last_sync: '2026-11-15T00:26:40.000Z',
  next_sync: '2026-11-15T00:27:34.000Z',
  confirmed_until: '2026-11-15T06:12:40.000Z',
  published_at: '2026-11-15T00:26:40.000Z',
  calendar_ids: [calendar_id],
};

/** Another one, whose owner has to connect it again. */
const disconnected = {
  ...profile,
  profile_id: 'pro_m12jkmvqv1',
  provider_name: 'google',
  connected: false,
  error: 'The provider refused the password.',
  reason: 'credentials_refused',
  calendar_ids: [],
};

/** One with the hours that its user works. */
const withHours = {
  ...profile,
  profile_id: 'pro_p34lkoxsx4',
  provider_name: 'exchange',
  working_hours: {
    tzid: 'Europe/London',
    weekly_periods: [{ day: 'monday', start_time: '09:00', end_time: '17:30' }],
  },
};

/** A connected one, of which one calendar is refused. */
const partlyUnread = {
  ...profile,
  profile_id: 'pro_n23kjnwrw3',
  provider_name: 'caldav',
  sends_invitations: true,
  unread_calendars: [
    {
      calendar_id,
      reason: 'provider_refused',
      last_read: '2026-11-14T23:40:10.000Z',
      next_read: '2026-11-15T01:20:00.000Z',
    },
  ],
};

const calendar = {
  kind: 'calendar',
  ...record,
  profile_id,
  calendar_id,
  calendar_name: 'Calendar',
  calendar_readonly: false,
  calendar_primary: true,
  color: '#49BED8',
  tzid: 'Europe/London',
  synced: true,
  freshness: 'fresh',
  own_addresses: ['ada@example.com'],
};

const series = {
  kind: 'event',
  ...record,
  calendar_id,
  event_uid: 'evt_1e2d3c4b5a6f7e8d9c0b1a2f',
  google_event_id: '5k2b8q4n1c',
  command: 0,
  changed_at: at,
  elsewhere_revision: at,
  floating_tzid: 'Europe/London',
  own_addresses: ['ada@example.com'],
  series: {
    uid: '5k2b8q4n1c@google.com',
    master: {
      summary: 'Stand-up',
      start: { local: '2026-12-02T09:00:00', tzid: 'Europe/London' },
      end: { local: '2026-12-02T09:15:00', tzid: 'Europe/London' },
      status: 'confirmed',
      transparency: 'opaque',
      attendees: [{ email: 'ann@example.com', display_name: 'Ann', status: 'accepted' }],
      own_status: 'accepted',
      organizer: { email: 'ada@example.com' },
      reminders: [10],
      created: '2026-11-14T08:00:00Z',
      updated: '2026-11-15T00:26:40Z',
      sequence: 1,
    },
    recurrence: {
      rrules: ['FREQ=WEEKLY;COUNT=10'],
      rdates: [],
      exdates: [{ local: '2026-12-16T09:00:00', tzid: 'Europe/London' }],
    },
    overrides: [
      {
        recurrence_id: { local: '2026-12-09T09:00:00', tzid: 'Europe/London' },
        change: { summary: 'Stand-up, longer', end: { local: '2026-12-09T09:45:00', tzid: 'Europe/London' } },
      },
    ],
  },
};

const write = { account_id, calendar_id, event_uid, event_id: 'qTtZdczOccgaPncGJaCiLg', accepted_at: at };

/** A write to an event whose last write was refused, decided on the record before it. */
const decided = {
  on: at,
  record: {
    ...series,
    event_uid,
    event_id: write.event_id,
    revision: at + 60_000,
    command: 3,
    refused_write: {
      command: 2,
      operation: 'upsert',
      reason: 'The calendar is full.',
      code: 'storage_full',
      refused_at: at,
      revision: at,
    },
    series: {
      ...series.series,
      master: { ...series.series.master, summary: 'Stand-up, online', description: 'News of the day.' },
    },
  },
};

/** In the order in which a consumer may handle them. */
export const calendarExamples: Examples = {
  'calendar-sync.event.calendar-state.v1': [
    { body: profile },
    { body: disconnected },
    { body: partlyUnread },
    { body: withHours },
    { body: calendar },
    { body: series },
  ],
  'gateway.command.calendar.v1': [
    {
      body: {
        kind: 'create-profile',
        account_id,
        profile_id,
        profile_name: 'ada@example.com',
        calendar: { calendar_id, name: 'Calendar', tzid: 'Europe/London' },
        own_addresses: ['ada@example.com'],
      },
    },
    { body: { kind: 'write-event', ...write, command: 2, operation: 'delete' } },
    {
      body: {
        kind: 'write-event',
        ...write,
        command: 3,
        operation: 'upsert',
        change: { summary: 'Stand-up, online', description: 'News of the day.' },
        decided,
      },
    },
    { body: { kind: 'disconnect-profile', account_id, profile_id } },
    { body: { kind: 'erase-account', account_id } },
  ],
  'gateway.command.settle-profile.v1': [{ body: { kind: 'drop', staged_id: 'pro_m12jkmvqv1' } }],
  'gateway.query.stage-profile.v1': [
    {
      body: {
        profile_id,
        default_tzid: 'Europe/London',
        credentials: {
          kind: 'another-password',
          account_id,
          stored_profile_id: profile_id,
          sealed_password: 'v1.0a1b2c3d.AAAA.BBBB',
        },
      },
      reply: {
        outcome: 'refused',
        refusal: 'authentication-failed',
        description: 'The server refused the password.',
        app_passwords_of: 'fastmail',
      },
    },
    {
      body: {
        profile_id,
        default_tzid: 'Europe/London',
        credentials: {
          kind: 'oauth',
          provider_name: 'google',
          subject: '110169484474386276334',
          profile_name: 'ada@example.com',
          sealed_tokens: 'v1.0a1b2c3d.AAAA.BBBB',
          scope: ['openid', 'https://www.googleapis.com/auth/calendar.events'],
        },
      },
      reply: {
        outcome: 'staged',
        provider_name: 'google',
        profile_name: 'ada@example.com',
        earlier_profile_proved: false,
        calendar_names: ['ada@example.com'],
      },
    },
  ],
  'gateway.query.resources.v1': [
    {
      body: { account_id, profile_id },
      reply: {
        outcome: 'refused',
        refusal: 'not-supported',
        description: 'This account may not list rooms: Place.Read.All was not granted.',
      },
    },
  ],
  'gateway.query.provider-writes.v1': [{ body: { account_id }, reply: { waiting: [], total: 0, written: null } }],
  'gateway.query.create-calendar.v1': [
    {
      body: { account_id, profile_id, name: 'Holidays', tzid: 'Europe/London' },
      reply: { outcome: 'created', calendar: { ...calendar, calendar_id: 'cal_n23kjnwrw2_kmsdfjk235' } },
    },
  ],
};
