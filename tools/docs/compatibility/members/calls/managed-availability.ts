import type { Scene } from '../scene.fixture.js';
import { honoured, ignored, type CallCase } from '../verdict.js';

const token = (scene: Scene) => scene.token;
const hours = { day: 'monday', start_time: '09:30', end_time: '16:30' };
const at = { start: '2026-11-20T15:00:00Z', end: '2026-11-20T16:00:00Z' };
const zoned = { with: { start: { time: at.start, tzid: 'Etc/UTC' }, end: { time: at.end, tzid: 'Etc/UTC' } } };
const repeats = 'repeats the address';

export const managedAvailabilityCalls: Record<string, CallCase> = {
  'POST /v1/availability_rules': {
    input: 'body',
    path: () => '/v1/availability_rules',
    token,
    base: () => ({ availability_rule_id: 'default', tzid: 'Europe/London', weekly_periods: [hours] }),
    members: {
      availability_rule_id: honoured('other', 'default'),
      tzid: honoured('Asia/Tokyo', 'Europe/London'),
      'calendar_ids[]': honoured(({ calendarId }: Scene) => calendarId),
      'weekly_periods[].day': honoured('friday', 'monday'),
      'weekly_periods[].start_time': honoured('10:30', '09:30'),
      'weekly_periods[].end_time': honoured('17:30', '16:30'),
    },
  },
  'POST /v1/calendars/{}/availability': {
    input: 'body',
    path: ({ calendarId }) => `/v1/calendars/${calendarId}/availability`,
    token,
    base: () => ({ events_count_as: 'shown' }),
    members: {
      events_count_as: honoured('busy', 'shown'),
      ignore_all_day_events: honoured(true, false),
    },
  },
  'DELETE /v1/availability_rules/{}': {
    input: 'body',
    path: () => '/v1/availability_rules/default',
    token,
    base: () => ({}),
    members: { availability_rule_id: ignored(repeats, 'other') },
  },
  'POST /v1/available_periods': {
    input: 'body',
    path: () => '/v1/available_periods',
    token,
    base: () => ({ available_period_id: 'one', ...at }),
    members: {
      available_period_id: honoured('two', 'one'),
      start: honoured('2026-11-20T15:30:00Z', at.start),
      'start.time': honoured('2026-11-20T15:30:00Z', at.start, zoned),
      'start.tzid': honoured('Asia/Tokyo', 'Etc/UTC', zoned),
      end: honoured('2026-11-20T16:30:00Z', at.end),
      'end.time': honoured('2026-11-20T16:30:00Z', at.end, zoned),
      'end.tzid': ignored('a period is shown in one zone, that of its start', 'Asia/Tokyo', {
        ...zoned,
        other: 'Etc/UTC',
      }),
      tzid: honoured('Asia/Tokyo'),
    },
  },
  'GET /v1/available_periods': {
    input: 'query',
    path: () => '/v1/available_periods',
    token,
    base: () => ({ tzid: 'Etc/UTC' }),
    members: {
      from: honoured('2026-11-20'),
      to: honoured('2026-11-20'),
      tzid: honoured('Asia/Tokyo', 'Etc/UTC'),
      localized_times: honoured(true),
    },
  },
  'DELETE /v1/available_periods': {
    input: 'body',
    path: () => '/v1/available_periods',
    token,
    base: () => ({ available_period_id: 'one' }),
    members: {
      available_period_id: honoured('two', 'one'),
      delete_all: honoured(true, undefined, { with: { available_period_id: undefined } }),
    },
  },
};
