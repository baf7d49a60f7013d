import type { Scene } from '../scene.fixture.js';
import { honoured, ignored, refused, type CallCase, type Verdict } from '../verdict.js';

const token = (scene: Scene) => scene.secret;
const event = { summary: 'Call', start: '2026-11-20T15:00:00Z', end: '2026-11-20T16:00:00Z' };
const join_url = 'https://acme.zoom.us/j/123';
const ann = { email: 'ann@example.com' };

const withEvent = (more: object) => ({ with: { event: { ...event, ...more } } });
const weekly = withEvent({ recurrence: { rules: [{ frequency: 'weekly' }] } });
const exception = { time: '2026-11-27T15:00:00Z', tzid: 'Etc/UTC' };
const withException = withEvent({ recurrence: { rules: [{ frequency: 'weekly' }], exceptions: [exception] } });
const monthly = (more: object = {}) => withEvent({ recurrence: { rules: [{ frequency: 'monthly', ...more }] } });
const explicit = withEvent({ conferencing: { profile_id: 'explicit', join_url } });
const text = { description: 'Join: {{ cronofy.conferencing.join_url }}' };
const several = { with: { recipient: undefined, recipients: [ann, { email: 'bob@example.com' }] } };

const ofEvent: Record<string, Verdict> = {
  summary: honoured('Other', 'Call'),
  description: honoured('Agenda'),
  start: honoured('2026-11-20T15:30:00Z', event.start),
  'start.time': honoured(
    '2026-11-20T15:30:00Z',
    event.start,
    withEvent({ start: { time: event.start, tzid: 'Etc/UTC' } }),
  ),
  'start.tzid': honoured('Europe/Paris', 'Asia/Tokyo', withEvent({ start: { time: event.start, tzid: 'Etc/UTC' } })),
  end: honoured('2026-11-20T16:30:00Z', event.end),
  'end.time': honoured('2026-11-20T16:30:00Z', event.end, withEvent({ end: { time: event.end, tzid: 'Etc/UTC' } })),
  'end.tzid': honoured('Europe/Paris', 'Asia/Tokyo', withEvent({ end: { time: event.end, tzid: 'Etc/UTC' } })),
  tzid: honoured('Europe/Paris'),
  'location.description': honoured('Room 1'),
  'location.lat': honoured('48.1', '50', withEvent({ location: { description: 'x', lat: '48', long: '11' } })),
  'location.long': honoured('11.5', '12', withEvent({ location: { description: 'x', lat: '48', long: '11' } })),
  url: honoured('https://example.com/event'),
  'reminders[].minutes': honoured(30),
  transparency: honoured('transparent', 'opaque'),
  color: honoured('#49BED8'),
  event_private: honoured(true),
  'recurrence.rules[].frequency': honoured('daily', 'weekly', weekly),
  'recurrence.rules[].interval': honoured(2, undefined, weekly),
  'recurrence.rules[].by_day[]': honoured('monday', 'friday', weekly),
  'recurrence.rules[].by_day[].day': honoured(
    'monday',
    'friday',
    withEvent({ recurrence: { rules: [{ frequency: 'weekly', by_day: [{ day: 'monday' }] }] } }),
  ),
  'recurrence.rules[].by_day[].nth_of_period': honoured(-1, undefined, monthly({ by_day: [{ day: 'monday' }] })),
  'recurrence.rules[].count': honoured(3, undefined, weekly),
  'recurrence.rules[].until': honoured('2026-12-10', undefined, weekly),
  'recurrence.rules[].by_month_day[]': honoured(15, 16, monthly()),
  'recurrence.rules[].by_month[]': honoured(11, 12, monthly()),
  'recurrence.exceptions[]': honoured('2026-11-27T15:00:00Z', undefined, weekly),
  'recurrence.exceptions[].time': honoured('2026-11-27T15:00:00Z', '2026-12-04T15:00:00Z', withException),
  'recurrence.exceptions[].tzid': honoured('Asia/Tokyo', 'Etc/UTC', withException),
  'recurrence.unknown': refused('x', weekly),
  'conferencing.profile_id': honoured('none', 'explicit', withEvent({ conferencing: {} })),
  'conferencing.join_url': honoured(join_url, 'https://example.com/room', explicit),
  'conferencing.provider_description': honoured('Zoom', undefined, explicit),
  extended_transparency: honoured('out_of_office'),
  'categories[]': honoured('Work'),
  locale: refused('de', withEvent({ ...text, conferencing: { profile_id: 'explicit', join_url } })),
  'attendees.invite[].email': refused('bob@example.com', { at: 'event.attendees' }),
  'attendees.remove[].email': refused('bob@example.com', { at: 'event.attendees' }),
  'tags[].value': refused('interview', { at: 'event.tags' }),
  'subscriptions[].uri': refused('https://example.com/hook', { at: 'event.subscriptions' }),
  'attachments[].attachment_id': refused('att_1', { at: 'event.attachments' }),
  'event_classes.interview.interview_id': refused('7', { at: 'event.event_classes' }),
  'meeting_agent.profile_id': refused('cronofy'),
  'meeting_agent.display_name': refused('Notes', withEvent({ meeting_agent: { profile_id: 'none' } })),
  reminders_create_only: refused(true),
  event_id: ignored('smart_invite_id names the invite', 'one'),
};

const prefixed = Object.fromEntries(Object.entries(ofEvent).map(([name, verdict]) => [`event.${name}`, verdict]));

const inviteCall = {
  input: 'body' as const,
  path: () => '/v1/smart_invites',
  token,
  reads: () => [],
};

export const invites: Record<string, CallCase> = {
  'POST /v1/smart_invites': {
    ...inviteCall,
    base: () => ({ smart_invite_id: 'one', recipient: ann, event }),
    members: {
      method: honoured('cancel', 'request'),
      smart_invite_id: honoured('two', 'one'),
      callback_url: honoured('https://example.com/hook'),
      'recipient.email': honoured('bob@example.com', ann.email),
      'recipient.status': honoured('accepted'),
      'recipients[].email': honoured('carol@example.com', ann.email, several),
      'recipients[].status': honoured('accepted', undefined, several),
      'organizer.name': honoured('The team'),
      'organizer.email': honoured('team@example.com'),
      ...prefixed,
    },
  },
  'POST /v1/smart_invites cancel': {
    ...inviteCall,
    base: () => ({ method: 'cancel', smart_invite_id: 'one', recipient: ann }),
    members: {
      method: honoured('cancel', 'remove'),
      smart_invite_id: honoured('two', 'one'),
      'recipient.email': honoured('bob@example.com', ann.email),
      'recipient.status': ignored('a cancelled invite keeps its answers', 'accepted'),
      // without Bob; naming all is no difference to naming none
      'recipients[].email': refused(ann.email, { with: { recipient: undefined }, at: 'recipients' }),
      'recipients[].status': ignored('a cancelled invite keeps its answers', 'accepted', several),
    },
  },
  'POST /v1/smart_invites remove': {
    ...inviteCall,
    base: () => ({ method: 'remove', smart_invite_id: 'one', recipient: ann }),
    members: {
      method: honoured('remove', 'cancel'),
      smart_invite_id: honoured('two', 'one'),
      'recipient.email': honoured('bob@example.com', ann.email, { in: 'message' }),
    },
  },
  'GET /v1/smart_invites': {
    input: 'query',
    path: () => '/v1/smart_invites',
    token,
    base: () => ({ smart_invite_id: 'one', recipient_email: ann.email }),
    members: {
      smart_invite_id: honoured('two', 'one'),
      recipient_email: honoured('bob@example.com', ann.email),
      include_ics: honoured(true),
    },
  },
};
