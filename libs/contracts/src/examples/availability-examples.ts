import { account_id, calendar_id, client_id, event_uid } from './ids.js';
import type { Examples } from './examples.js';

const day = { start: 1796112000000, end: 1796144400000 };
const hour = { start: day.start, end: day.start + 3_600_000 };
const buffer = { minimum: 0, maximum: null };
const overlay = {
  calendars: [{ account_id, calendar_id }],
  events: [
    { account_id, calendar_id, event_uid, revision: null, managed: true, busy: [{ ...hour, tentative: false }] },
  ],
};

const member = {
  sub: account_id,
  tzid: 'Europe/London',
  calendar_ids: [calendar_id],
  all_calendars: true,
  periods: [day],
  managed: false,
  rule_ids: null,
  only_managed_events: false,
  ignore_tentative: false,
};

const meeting = {
  groups: [{ required: 1, members: [member] }],
  duration: 60,
  start_interval: 15,
  buffer: { before: buffer, after: buffer },
  periods: [day],
};

const single = {
  kind: 'single',
  client_id,
  request_id: 'req_9b1deb4d3b7e',
  overlay,
  meeting,
  slots: null,
  response_format: 'slots',
  max_results: 512,
  explain: true,
};

const rule = {
  availability_rule_id: 'default',
  tzid: 'America/Chicago',
  calendar_ids: [calendar_id],
  weekly_periods: [{ day: 'monday', start_time: '09:30', end_time: '16:30' }],
};

const hold = { client_id, hold_id: 'visit-4711' };
const placedHold = {
  hold_id: hold.hold_id,
  members: [{ sub: account_id, calendar_ids: [calendar_id] }],
  ...hour,
  expires_at: hour.start,
  pinned: false,
};
const place = { kind: 'place', ...hold, members: placedHold.members, ...hour, ttl_seconds: 300, overlay };

const period = { ...hour, available_period_id: 'surgery' };
const days = { day: 'monday', start_time: '09:30', end_time: '16:30' };

const bookable = { client_id, bookable_event_id: 'yoga-2026-12-01' };
const bookableEvent = {
  bookable_event_id: bookable.bookable_event_id,
  ...hour,
  status: 'confirmed',
  capacity: 12,
  registered_count: 1,
  total_count: 1,
};
const registration = {
  registration_id: 'guest-17',
  status: 'accepted',
  metadata: [{ name: 'language', value: 'de' }],
};

export const availabilityExamples: Examples = {
  'gateway.query.availability.v1': [
    {
      body: {
        kind: 'sequenced',
        client_id,
        request_id: 'req_9b1deb4d3b7f',
        overlay,
        steps: [{ sequence_id: 'first', meeting: { ...meeting, groups: [{ required: null, members: [member] }] } }],
        max_results: 10,
      },
      reply: {
        outcome: 'sequences',
        people: [account_id],
        sequences: [[{ ...hour, participants: [0], sequence_id: 'first' }]],
        unknown: [],
      },
    },
    {
      body: {
        kind: 'sequenced',
        client_id,
        request_id: 'req_9b1deb4d3b80',
        overlay,
        steps: [{ sequence_id: 1, meeting }],
        max_results: 10,
      },
      reply: {
        outcome: 'sequences',
        people: [account_id],
        sequences: [],
        unknown: [{ sub: account_id, reason: 'initial-sync' }],
      },
    },
    {
      body: single,
      reply: {
        outcome: 'found',
        people: [account_id],
        found: [],
        unknown: [{ sub: account_id, reason: 'unknown-calendar' }],
        unavailable: [{ ...day, members: [{ sub: account_id, reason: 'unknown' }] }],
      },
    },
    {
      body: {
        ...single,
        meeting: { ...meeting, groups: [{ required: 1, members: [{ ...member, rule_ids: ['none'] }] }] },
      },
      reply: { outcome: 'unknown-rule', sub: account_id, rule_id: 'none' },
    },
    {
      body: {
        ...single,
        meeting: {
          ...meeting,
          groups: [{ required: 1, members: [{ ...member, managed: true, rule_ids: null, working_hours: true }] }],
        },
      },
      reply: { outcome: 'unknown-rule', sub: account_id, rule_id: '', working_hours: true },
    },
  ],
  'gateway.query.managed-availability.v1': [
    { body: { kind: 'list-rules', account_id }, reply: { outcome: 'rules', rules: [rule] } },
    {
      body: { kind: 'read-rule', account_id, availability_rule_id: 'default' },
      reply: { outcome: 'rules', rules: [{ ...rule, weekly_periods: [days] }] },
    },
    {
      body: { kind: 'delete-rule', account_id, availability_rule_id: 'none' },
      reply: { outcome: 'unknown' },
    },
    {
      body: { kind: 'upsert-period', account_id, period: { ...period, tzid: 'Europe/London' } },
      reply: { outcome: 'done' },
    },
    {
      body: { kind: 'list-periods', account_id, from: day.start, to: null, offset: 0, limit: 100 },
      reply: { outcome: 'periods', periods: [period], total: 1 },
    },
    { body: { kind: 'delete-periods', account_id, available_period_id: 'surgery' }, reply: { outcome: 'done' } },
  ],
  'gateway.query.calendar-counting.v1': [
    {
      body: { account_id, calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu', counting: null },
      reply: { counting: { counts_as: 'free', ignores_all_day: false } },
    },
  ],
  'gateway.query.bookable-event.v1': [
    {
      body: { kind: 'upsert', ...bookable, ...hour, status: 'confirmed', capacity: 12 },
      reply: { outcome: 'event', event: bookableEvent, registrations: [registration], next: null },
    },
    {
      body: { kind: 'upsert', ...bookable, ...hour, status: 'cancelled', capacity: null },
      reply: {
        outcome: 'event',
        event: { ...bookableEvent, status: 'cancelled', capacity: null },
        registrations: [{ ...registration, metadata: [] }],
        next: 1,
      },
    },
    { body: { kind: 'read', ...bookable, after: 0, limit: 100 }, reply: { outcome: 'unknown' } },
    {
      body: { kind: 'register', ...bookable, registration_id: 'guest-18', status: 'pending' },
      reply: { outcome: 'cancelled' },
    },
    {
      body: { kind: 'register', ...bookable, ...registration, status: 'tentative' },
      reply: { outcome: 'too-many' },
    },
    { body: { kind: 'remove-registration', ...bookable, registration_id: 'guest-17' }, reply: { outcome: 'unknown' } },
    {
      body: { kind: 'list', client_id, bookable_event_ids: [bookable.bookable_event_id] },
      reply: { outcome: 'events', events: [bookableEvent] },
    },
  ],
  'gateway.query.hold.v1': [
    { body: place, reply: { outcome: 'held', repeated: false, hold: placedHold } },
    { body: { ...place, ttl_seconds: 600 }, reply: { outcome: 'different-hold' } },
    {
      body: { kind: 'pin', ...hold, only_sub: account_id, calendar_id, event_uid },
      reply: { outcome: 'expired-hold' },
    },
    { body: { kind: 'unpin', ...hold }, reply: { outcome: 'done' } },
    { body: { kind: 'release', ...hold, only_sub: account_id }, reply: { outcome: 'unknown-hold' } },
  ],
};
