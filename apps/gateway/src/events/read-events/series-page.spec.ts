import { TimeSlices } from '@kalends/service-runtime';
import { beforeEach, describe, expect, it, vi } from 'vitest';
import { eventOf } from '../../read-model/gateway-database.fixture.js';
import type { Reader } from './page.js';
import { bounds, compare, countSeries, placeOf, seriesPage, SeriesSearch } from './series-page.js';
import { windowOf, type Window } from './window.js';

const work = vi.hoisted(() => ({ instances: 0 }));
vi.mock('@kalends/icalendar', async (original) => {
  const actual = await original<typeof import('@kalends/icalendar')>();
  const expandBounded: typeof actual.expandBounded = (...args) => {
    const expansion = actual.expandBounded(...args);
    work.instances += expansion.occurrences.length;
    return expansion;
  };
  return { ...actual, expandBounded };
});

const reader: Reader = {
  account_id: 'acc',
  scope: [],
  hide_managed_events: false,
  horizon_from: 0,
  horizon_to: 0,
  truncated: null,
  rights: null,
};
const minute = 60_000;
const first = Date.UTC(2031, 0, 1);
const window = windowOf({ tzid: 'Europe/London', from: '2031-01-01', to: '2031-01-03' }, 0) as Window;
const read = () => ({
  reader,
  window,
  filter: { managed: 'all' as const },
  slices: new TimeSlices(),
  search: new SeriesSearch(),
});

/** Three events for every minute of three days: 12,960 instances. */
const records = ['a', 'b', 'c'].map((uid) => {
  const record = eventOf('acc', 'cal', uid);
  const at = (ms: number) => ({ local: new Date(ms).toISOString().slice(0, 19), tzid: 'Etc/UTC' });
  record.series.master = { ...record.series.master!, start: at(first), end: at(first + minute) };
  record.series.recurrence = { rrules: ['FREQ=MINUTELY'], rdates: [], exdates: [] };
  return record;
});

describe('pages of series that are not materialised', () => {
  beforeEach(() => {
    work.instances = 0;
  });

  it('given 12,960 instances, when all are paged, then each appears once, in order, and a page costs only what it shows', async () => {
    const seen = await seriesPage(records, null, read());
    const all = seen.slice(0, 100);
    const costs = [work.instances];
    for (let page = seen; page.length > 100;) {
      work.instances = 0;
      const last = all.at(-1)!;
      const position = { start: last.ordered_by, calendarId: 'cal', eventUid: last.event_uid, instance: last.instance };
      page = (await seriesPage(records, position, read())).filter((one) => compare(one, placeOf(position)) > 0);
      all.push(...page.slice(0, 100));
      costs.push(work.instances);
    }
    const expected = Array.from(
      { length: 3 * 1440 * 3 },
      (_, n) => `${first + Math.floor(n / 3) * minute} ${'abc'[n % 3]}`,
    );
    expect(all.map((one) => `${one.occurrence.startMs} ${one.event_uid}`)).toEqual(expected);
    expect(Math.max(...costs)).toBeLessThanOrEqual(records.length * 200);
  });

  it('given a calendar whose series have used its steps, when read, then what was not found is reported as truncated, and another calendar is read whole', async () => {
    const { series } = records[1]!;
    const daily = { ...series, recurrence: { ...series.recurrence!, rrules: ['FREQ=DAILY'] } };
    const other = { ...records[1]!, calendar_id: 'other', series: daily };
    const before = bounds.steps;
    bounds.steps = 10_000;
    try {
      const one = read();
      const many = Array.from({ length: 60 }, (_, n) => ({ ...records[0]!, event_uid: `many-${n}` }));
      await seriesPage([...many, other], null, one);
      await countSeries([...many, other], one);
      const cut = one.search.truncated({ ...reader, truncated: [['cal', 'many-59', 'too_large', 1, 2, 0, null]] })!;
      expect(cut[0]).toEqual(['cal', 'many-59', 'too_large', 1, 2, 0, null]);
      expect(cut.filter(([, uid]) => uid === 'many-59')).toHaveLength(1);
      expect(cut.slice(1)).toContainEqual(['cal', 'many-58', 'too_many_instances', 0, 0, 0, null]);
      expect(cut.filter(([calendarId]) => calendarId === 'other')).toEqual([]);
    } finally {
      bounds.steps = before;
    }
  });
});
