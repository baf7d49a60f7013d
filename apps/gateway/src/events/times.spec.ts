import { upsertEventBody } from '@kalends/public-api';
import { instantOf } from '@kalends/icalendar';
import { describe, expect, it } from 'vitest';
import { timeOf } from './times.js';

// 1 November 2026: New York's clocks go from 02:00 EDT back to 01:00 EST, at 06:00Z.
const instants = ['2026-11-01T04:59:59Z', '2026-11-01T05:30:00Z', '2026-11-01T06:30:00Z', '2026-11-01T07:00:00Z'];

describe('times of a request', () => {
  it.each(instants)('given %s in New York, then the instant is kept', (text) => {
    const time = timeOf(text, 'America/New_York');
    expect(instantOf(time, { floatingZone: 'Etc/UTC' })).toBe(Date.parse(text));
  });

  it('given the second pass of a repeated hour, then it is in UTC; the first is local', () => {
    expect(timeOf('2026-11-01T06:30:00Z', 'America/New_York')).toEqual({
      local: '2026-11-01T06:30:00',
      tzid: 'Etc/UTC',
    });
    expect(timeOf('2026-11-01T05:30:00Z', 'America/New_York')).toEqual({
      local: '2026-11-01T01:30:00',
      tzid: 'America/New_York',
    });
  });

  it.each([
    ['an instant', '2026-12-10T17:00:00Z', 'America/Vancouver', Date.UTC(2026, 11, 10, 17)],
    ['an offset', { time: '2026-12-10T10:00:00-07:00', tzid: 'America/Vancouver' }, null, Date.UTC(2026, 11, 10, 17)],
    ['a local time', '2026-12-10T10:00:00', 'America/Vancouver', undefined],
    ['an instant in UTC', '2026-12-10T17:00:00Z', null, undefined],
    ['a day', '2026-12-10', null, undefined],
  ])('given %s, then it lasts as it was written (EVT-44)', (_, text, tzid, instant) => {
    const kept = timeOf(text, tzid, { isInstantKept: true });
    expect(kept).toEqual({ ...timeOf(text, tzid), ...(instant === undefined ? {} : { instant }) });
  });

  it('given a series that begins in the second pass, then it is refused with a reason; in UTC it is accepted', () => {
    const body = (tzid: string) => ({
      event_id: 'x',
      summary: 'x',
      start: '2026-11-01T06:30:00Z',
      end: '2026-11-01T07:30:00Z',
      tzid,
      recurrence: { rules: [{ frequency: 'weekly', interval: 1, count: 3 }] },
    });
    const refused = upsertEventBody.safeParse(body('America/New_York'));
    expect(refused.error?.issues.map(({ path }) => path)).toEqual([['start']]);
    expect(refused.error?.issues[0]?.message).toContain('second pass');
    expect(upsertEventBody.safeParse(body('Etc/UTC')).success).toBe(true);
    expect(upsertEventBody.safeParse({ ...body('America/New_York'), recurrence: undefined }).success).toBe(true);
  });
});
