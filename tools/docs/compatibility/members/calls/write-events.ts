import { eventUidOf } from '../../../../../apps/gateway/src/events/accept-write/write.js';
import type { Scene } from '../scene.fixture.js';
import { honoured, ignored, refused, type CallCase } from '../verdict.js';
import { byUid, externalUid } from './external.js';

const repeats = 'a setting of the whole client, which this call does not have: its answer is empty';

const event = {
  event_id: 'one',
  summary: 'Meeting',
  start: '2026-11-20T15:00:00Z',
  end: '2026-11-20T16:00:00Z',
};
const join_url = 'https://acme.zoom.us/j/123';
const text = { description: 'Join: {{ cronofy.conferencing.join_url }}' };
const weekly = { recurrence: { rules: [{ frequency: 'weekly' }] } };
const exception = { time: '2026-11-27T15:00:00Z', tzid: 'Etc/UTC' };
const withException = { recurrence: { ...weekly.recurrence, exceptions: [exception] } };
const rule = (more: object) => ({ with: { recurrence: { rules: [{ frequency: 'monthly', ...more }] } } });

/** Reads do not have it: the provider gets it. */
const message = { in: 'message' as const };
const withBob = {
  given: ({ gateway, calendarId, token }: Scene) => {
    const body = { ...event, attendees: { invite: [{ email: 'bob@example.com' }] } };
    return gateway.call('POST', `/v1/calendars/${calendarId}/events`, { token, body });
  },
};

/** The application has a series, and the call names one instance of it. */
export const ofInstance = {
  given: ({ gateway, calendarId, token }: Scene) => {
    const body = { ...event, ...weekly };
    return gateway.call('POST', `/v1/calendars/${calendarId}/events`, { token, body });
  },
  with: ({ calendarId }: Scene) => ({ event_uid: `${eventUidOf(calendarId, 'one')}_20261127T150000Z` }),
};

export const upsertEvent: CallCase = {
  input: 'body',
  path: ({ calendarId }) => `/v1/calendars/${calendarId}/events`,
  token: ({ token }) => token,
  base: () => event,
  reads: () => [
    '/v1/events?tzid=Etc/UTC&from=2026-11-01&to=2027-04-30&include_geo=true',
    '/v1/free_busy?tzid=Etc/UTC&from=2026-11-01&to=2027-04-30',
  ],
  members: {
    event_id: honoured('two', 'one'),
    event_uid: honoured(externalUid, undefined, byUid),
    apply_to: honoured('instance', 'series', ofInstance),
    summary: honoured('Other', 'Meeting'),
    description: honoured('Agenda'),
    start: honoured('2026-11-20T15:30:00Z', event.start),
    'start.time': honoured('2026-11-20T15:30:00Z', event.start, {
      with: { start: { time: event.start, tzid: 'Europe/Paris' } },
    }),
    'start.tzid': honoured('Europe/Paris', 'Asia/Tokyo', {
      with: { ...weekly, start: { time: event.start, tzid: 'Etc/UTC' } },
    }),
    end: honoured('2026-11-20T16:30:00Z', event.end),
    'end.time': honoured('2026-11-20T16:30:00Z', event.end, {
      with: { end: { time: event.end, tzid: 'Europe/Paris' } },
    }),
    'end.tzid': honoured('Europe/Paris', 'Asia/Tokyo', {
      with: { end: { time: event.end, tzid: 'Etc/UTC' } },
      ...message,
    }),
    tzid: honoured('Europe/Paris', 'Asia/Tokyo', { with: weekly }),
    'location.description': honoured('Room 1'),
    'location.lat': honoured('48.1', '50', { with: { location: { description: 'x', lat: '48', long: '11' } } }),
    'location.long': honoured('11.5', '12', { with: { location: { description: 'x', lat: '48', long: '11' } } }),
    url: honoured('https://example.com/event'),
    'reminders[].minutes': honoured(30, undefined, message),
    reminders_create_only: honoured(true, false, { with: { reminders: [{ minutes: 30 }] }, ...message }),
    transparency: honoured('transparent', 'opaque'),
    extended_transparency: honoured('out_of_office'),
    'attendees.invite[].email': honoured('ann@example.com'),
    'attendees.invite[].display_name': honoured('Ann', undefined, {
      with: { attendees: { invite: [{ email: 'ann@example.com' }] } },
    }),
    'attendees.remove[].email': honoured('bob@example.com', undefined, withBob),
    'attendees.remove[].display_name': ignored('people are known by their address', 'Bob', {
      with: { attendees: { remove: [{ email: 'bob@example.com' }] } },
    }),
    'attendees.reject[].email': honoured('bob@example.com', undefined, withBob),
    'attendees.reject[].display_name': ignored('people are known by their address', 'Bob', {
      with: { attendees: { reject: [{ email: 'bob@example.com' }] } },
    }),
    color: honoured('#49BED8', undefined, message),
    event_private: honoured(true),
    'categories[]': honoured('Work'),
    'tags[].value': honoured('interview'),
    'conferencing.profile_id': honoured('none', 'explicit', { with: { conferencing: {} } }),
    'conferencing.join_url': honoured(join_url, 'https://example.com/room', {
      with: { conferencing: { profile_id: 'explicit', join_url } },
    }),
    'conferencing.provider_description': honoured('Zoom', undefined, {
      with: { conferencing: { profile_id: 'explicit', join_url } },
    }),
    locale: refused('de', { with: { ...text, conferencing: { profile_id: 'explicit', join_url } } }),
    'recurrence.rules[].frequency': honoured('daily', 'weekly', { with: weekly }),
    'recurrence.rules[].interval': honoured(2, undefined, { with: weekly }),
    'recurrence.rules[].by_day[]': honoured('monday', 'friday', { with: weekly }),
    'recurrence.rules[].by_day[].day': honoured('monday', 'friday', {
      with: { recurrence: { rules: [{ frequency: 'weekly', by_day: [{ day: 'monday' }] }] } },
    }),
    'recurrence.rules[].by_day[].nth_of_period': honoured(-1, undefined, rule({ by_day: [{ day: 'monday' }] })),
    'recurrence.rules[].count': honoured(3, undefined, { with: weekly }),
    'recurrence.rules[].until': honoured('2026-12-10', undefined, { with: weekly }),
    'recurrence.rules[].by_month_day[]': honoured(15, 16, rule({})),
    'recurrence.rules[].by_month[]': honoured(11, 12, rule({})),
    'recurrence.exceptions[]': honoured('2026-11-27T15:00:00Z', undefined, { with: weekly }),
    'recurrence.exceptions[].time': honoured('2026-11-27T15:00:00Z', '2026-12-04T15:00:00Z', { with: withException }),
    'recurrence.exceptions[].tzid': honoured('Asia/Tokyo', 'Etc/UTC', { with: withException, ...message }),
    'recurrence.unknown': refused('x', { with: weekly }),
    'recurrence.rules[].unknown': refused('x', { with: weekly }),
    'subscriptions[].type': refused('webhook', { at: 'subscriptions' }),
    'subscriptions[].uri': refused('https://example.com/hook', { at: 'subscriptions' }),
    'subscriptions[].interactions[].type': refused('conferencing_assigned', { at: 'subscriptions' }),
    'subscriptions[].transitions[].before': refused('event_start', { at: 'subscriptions' }),
    'subscriptions[].transitions[].after': refused('event_end', { at: 'subscriptions' }),
    'subscriptions[].transitions[].offset.minutes': refused(5, { at: 'subscriptions' }),
    'attachments[].attachment_id': refused('att_1', { at: 'attachments' }),
    'event_classes.interview.interview_id': refused('7', { at: 'event_classes' }),
    'event_classes.sales_meeting': refused({ name: 'x' }, { at: 'event_classes' }),
    'meeting_agent.profile_id': refused('cronofy'),
    'meeting_agent.display_name': refused('Notes', { with: { meeting_agent: { profile_id: 'none' } } }),
    include_userinfo: ignored(repeats, true),
  },
};

export const writeEvents: Record<string, CallCase> = { 'POST /v1/calendars/{}/events': upsertEvent };
