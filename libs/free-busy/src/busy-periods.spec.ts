import type { EventComponent, EventSeries } from '@kalends/icalendar';
import { describe, expect, it } from 'vitest';
import { busyPeriods } from './busy-periods.js';

const at = (text: string) => Date.parse(text);
const november = { start: at('2026-11-01T00:00:00Z'), end: at('2026-12-01T00:00:00Z') };
const base: EventComponent = {
  summary: 'x',
  start: { local: '2026-11-20T10:00:00', tzid: 'Etc/UTC' },
  end: { local: '2026-11-20T11:00:00', tzid: 'Etc/UTC' },
  status: 'confirmed',
  transparency: 'opaque',
};
const series = (master: Partial<EventComponent>, more: Partial<EventSeries> = {}): EventSeries => ({
  uid: 'u',
  master: { ...base, ...master },
  overrides: [],
  ...more,
});
const hours = { start: at('2026-11-20T10:00:00Z'), end: at('2026-11-20T11:00:00Z') };
const busy = (one: EventSeries, floatingTzid = 'Etc/UTC', ownAddresses = ['Ada@example.com']) =>
  busyPeriods(one, november, { floatingTzid, ownAddresses });
const attending = (status: 'accepted' | 'declined' | 'tentative' | 'needs_action') => ({
  attendees: [
    { email: 'bob@example.com', status: 'declined' as const },
    { email: 'ada@EXAMPLE.com', status },
  ],
});

describe('the busy time of a series that was not read whole', () => {
  const rest = { start: hours.start, end: november.end, tentative: false };

  it.each(['dates', 'overrides', 'time_zones'])(
    'given %s beyond the bounds of an object, when read, then its owner is busy from its start on',
    (part) => {
      expect(busy(series({}, { truncated: [part] }))).toEqual([rest]);
      expect(busy(series({ transparency: 'transparent' }, { truncated: [part] }))).toEqual([rest]);
    },
  );

  it('given attendees beyond the bounds, when read, then only its own time is busy', () => {
    expect(busy(series({}, { truncated: ['attendees', 'text'] }))).toEqual([{ ...hours, tentative: false }]);
  });
});

describe('the busy time of an event', () => {
  it.each([
    ['an opaque event', series({}), [{ ...hours, tentative: false }]],
    ['a transparent event', series({ transparency: 'transparent' }), []],
    ['a cancelled event', series({ status: 'cancelled' }), []],
    ['a tentative event', series({ status: 'tentative' }), [{ ...hours, tentative: true }]],
    [
      'an event whose time is tentative (EVT-35)',
      series({ extended_transparency: 'tentative' }),
      [{ ...hours, tentative: true }],
    ],
    ['an absence (EVT-35)', series({ extended_transparency: 'out_of_office' }), [{ ...hours, tentative: false }]],
    ['an event the owner declined', series(attending('declined')), []],
    [
      'an event that the owner declined, as the provider states beside the attendees',
      series({ ...attending('needs_action'), own_status: 'declined' }),
      [],
    ],
    ['an event the owner has not answered', series(attending('needs_action')), [{ ...hours, tentative: false }]],
    ['an event the owner may attend', series(attending('tentative')), [{ ...hours, tentative: true }]],
    ['a moment', series({ end: base.start }), []],
  ])('given %s, when read, then its busy time follows RFC 5545 (EVT-14)', (_what, one, expected) => {
    expect(busy(one)).toEqual(expected);
  });

  // Offsets from the tz database: Los Angeles -08:00, Tokyo +09:00, Kiritimati +14:00.
  it.each([
    ['America/Los_Angeles', '2026-11-20T08:00:00Z', '2026-11-21T08:00:00Z'],
    ['Asia/Tokyo', '2026-11-19T15:00:00Z', '2026-11-20T15:00:00Z'],
    ['Pacific/Kiritimati', '2026-11-19T10:00:00Z', '2026-11-20T10:00:00Z'],
  ])('FC-22: given an all-day event in %s, when read, then it blocks that local day (AVL-5)', (tzid, start, end) => {
    const day = series({ start: { date: '2026-11-20' }, end: { date: '2026-11-21' } });
    expect(busy(day, tzid)).toEqual([{ start: at(start), end: at(end), tentative: false }]);
    const atEdge = { start: at(end) - 1, end: at(end) + 60_000 };
    expect(busyPeriods(day, atEdge, { floatingTzid: tzid, ownAddresses: [] })).toHaveLength(1);
    const after = { start: at(end), end: at(end) + 60_000 };
    expect(busyPeriods(day, after, { floatingTzid: tzid, ownAddresses: [] })).toEqual([]);
  });

  it('FC-12: given a series with an instance cancelled, one removed and one moved, then only the rest is busy', () => {
    const daily = series(
      {},
      {
        recurrence: {
          rrules: ['FREQ=DAILY;COUNT=4'],
          rdates: [],
          exdates: [{ local: '2026-11-21T10:00:00', tzid: 'Etc/UTC' }],
        },
        overrides: [
          { recurrence_id: { local: '2026-11-22T10:00:00', tzid: 'Etc/UTC' }, change: { status: 'cancelled' } },
          {
            recurrence_id: { local: '2026-11-23T10:00:00', tzid: 'Etc/UTC' },
            change: {
              start: { local: '2026-11-19T08:00:00', tzid: 'Etc/UTC' },
              end: { local: '2026-11-19T09:00:00', tzid: 'Etc/UTC' },
            },
          },
        ],
      },
    );
    expect(busy(daily)).toEqual([
      { start: at('2026-11-19T08:00:00Z'), end: at('2026-11-19T09:00:00Z'), tentative: false },
      { ...hours, tentative: false },
    ]);
  });

  it('given more instances than the limit, when read, then the rest of the window is busy, as it is unknown', () => {
    const everyTwoMinutes = series(
      { end: { local: '2026-11-20T10:01:00', tzid: 'Etc/UTC' } },
      { recurrence: { rrules: ['FREQ=MINUTELY;INTERVAL=2'], rdates: [], exdates: [] } },
    );
    const found = busyPeriods(everyTwoMinutes, november, { floatingTzid: 'Etc/UTC', ownAddresses: [], limit: 100 });
    expect(found).toHaveLength(100);
    expect(found[1]).toMatchObject({ start: at('2026-11-20T10:02:00Z'), end: at('2026-11-20T10:03:00Z') });
    expect(found.at(-1)).toEqual({ start: at('2026-11-20T13:18:00Z'), end: november.end, tentative: false });
  });

  it('given more instances than the limit in a series that ends, then time after its end is free', () => {
    const twoHours = series(
      { end: { local: '2026-11-20T10:01:00', tzid: 'Etc/UTC' } },
      { recurrence: { rrules: ['FREQ=MINUTELY;INTERVAL=2;UNTIL=20261120T120000Z'], rdates: [], exdates: [] } },
    );
    const [only] = busyPeriods(twoHours, november, { floatingTzid: 'Etc/UTC', ownAddresses: [], limit: 1 });
    expect(only).toEqual({ start: hours.start, end: at('2026-11-20T12:01:00Z'), tentative: false });
  });

  it('given thousands of instances with many attendees, then their addresses are not read for each instance', () => {
    let reads = 0;
    const guest = (n: number) => ({
      status: 'needs_action' as const,
      get email() {
        reads += 1;
        return `guest-${n}@example.com`;
      },
    });
    const recurrence = { rrules: ['FREQ=MINUTELY'], rdates: [], exdates: [] };
    const minutes = series({ attendees: Array.from({ length: 200 }, (_, n) => guest(n)) }, { recurrence });
    expect(busy(minutes)).not.toEqual([]);
    expect(reads).toBeLessThan(1_000);
  });

  it('given an event without length every second for years, then nothing is busy, and nothing is expanded', () => {
    const moments = series({ end: base.start }, { recurrence: { rrules: ['FREQ=SECONDLY'], rdates: [], exdates: [] } });
    expect(busy(moments)).toEqual([]);
  });
});
