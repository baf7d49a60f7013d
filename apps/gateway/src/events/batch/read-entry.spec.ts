import { describe, expect, it } from 'vitest';
import type { Caller } from '../../http/caller.js';
import { Refusal } from '../../http/refusals.js';
import { readEntry } from './read-entry.js';

const caller: Caller = { accountId: 'acc_1', clientId: 'app', scope: ['create_event'] };
const now = Date.UTC(2026, 10, 21);
const event = { event_id: 'e', summary: 's', start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };
const read = (relative_url: string, method?: string, data: Record<string, unknown> | null = event) =>
  readEntry({ relative_url, data, ...(method ? { method } : {}) }, caller, now);

describe('an entry of a batch', () => {
  it.each(['/v1/calendars/cal_1/events', 'v1/calendars/cal_1/events', '/v1/calendars/%63al_1/events'])(
    'given %s, then it is a write to that calendar (EVT-15)',
    (url) => {
      const target = { accountId: 'acc_1', calendarId: 'cal_1', event: { eventId: 'e' }, now };
      expect(read(url)).toMatchObject({ kind: 'write', writes: [{ target }] });
    },
  );

  it.each([
    ['/v1/available_periods', 'DELETE'],
    ['/v1/calendars/%00/events', 'POST'],
    ['/v1/calendars/%FF/events', 'POST'],
    [`/v1/calendars/${'x'.repeat(8_193)}/events`, 'POST'],
    ['/v1/calendars/a;b/events', 'POST'],
  ])('given %s, then the router answers it', (url, method) => {
    expect(read(url, method)).toMatchObject({ kind: 'request', url, method });
  });

  it.each([
    ['/v1/calendars/cal_1/events', 'GET', event, 422],
    ['/v1/events', 'DELETE', event, 422],
    ['/v1/calendars/cal_1/events?event_id=e', 'DELETE', event, 422],
    ['/v1/calendars/cal_1/events', 'DELETE', { event_id: 'e' }, 403],
    ['/v1/calendars/cal_1/events', 'POST', null, 422],
    ['/v1/calendars/cal_1/events', 'POST', { ...event, end: 'never' }, 422],
    ['/v1/calendars/cal_1/events', 'POST', { ...event, subscriptions: [{ type: 'webhook' }] }, 422],
  ])('given %s by %s without permission, then it is refused', (url, method, data, status) => {
    const refusal = read(url, method, data);
    expect(refusal).toBeInstanceOf(Refusal);
    expect((refusal as Refusal).getStatus()).toBe(status);
  });

  it('given a series, then the write is marked as one', () => {
    const recurrence = { rules: [{ frequency: 'daily', count: 3 }] };
    expect(read('/v1/calendars/c/events', 'POST', { ...event, recurrence })).toMatchObject({
      writes: [{ isSeries: true }],
    });
  });
});
