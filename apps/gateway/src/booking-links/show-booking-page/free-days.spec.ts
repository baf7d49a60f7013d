import { dateOf, instantMs, midnight, toIso } from '@kalends/icalendar';
import { describe, expect, it } from 'vitest';
import type { BookingLink } from '../booking-link.js';
import { slotOf } from '../link-parts.js';
import type { Search } from '../offered-slots.js';
import { ReadFreeDays } from './free-days.js';

const link = {} as BookingLink;
const minute = 60_000;
const at = (text: string) => instantMs(text)!;
const now = at('2026-11-29T12:00:00Z');

/** Slots as a link offers them, and how often they are searched. */
function offered(starts: readonly number[]) {
  const all = starts.map((start) => slotOf([{ start, end: start + 30 * minute, subs: [] }]));
  let searches = 0;
  const find = async (_: unknown, { from, to, most }: Search) => {
    searches += 1;
    return all.filter(({ start }) => start >= from && start < to).slice(0, most);
  };
  const first = async (_: unknown, from: number) => (await find(_, { from, to: Infinity, most: 1 }))[0] ?? null;
  return { days: new ReadFreeDays({ find, first }), searches: () => searches };
}

const wanted = (day: string | null, tzid = 'Etc/UTC') => ({ day, tzid, now });

describe('the free days of a link', () => {
  const starts = ['2026-12-03T09:00:00Z', '2026-12-03T20:00:00Z', '2026-12-15T09:00:00Z', '2027-02-01T09:00:00Z'].map(
    at,
  );

  it('given no day, then the first free one is shown with its times, and the month around it', async () => {
    const found = await offered(starts).days.read(link, wanted(null));
    expect(found).toMatchObject({ month: '2026-12', day: '2026-12-03', first: '2026-12-03', next: '2027-02-01' });
    expect([...found!.days]).toEqual(['2026-12-03', '2026-12-15']);
    expect(found!.times.map(({ start }) => toIso(start))).toEqual(['2026-12-03T09:00:00Z', '2026-12-03T20:00:00Z']);
  });

  it('given another zone before a day is picked, then days and times are computed again (complaints 2, 15)', async () => {
    const found = await offered(starts).days.read(link, wanted(null, 'Pacific/Auckland'));
    expect([...found!.days]).toEqual(['2026-12-03', '2026-12-04', '2026-12-15']);
    expect(found!.times.map(({ start }) => toIso(start))).toEqual(['2026-12-03T09:00:00Z']);
  });

  it.each([
    ['one that is free', '2026-12-15', '2026-12-15'],
    ['one that is not', '2026-12-04', '2026-12-15'],
    ['the last of the month', '2026-12-31', '2026-12-03'],
    ['one of an empty month', '2027-01-10', null],
  ])('given %s, then the page is not empty as long as its month has a time', async (_, day, shown) =>
    expect((await offered(starts).days.read(link, wanted(day)))!.day).toBe(shown),
  );

  it('given an empty month, then the next free day is known, and after the last one the first', async () => {
    expect(await offered(starts).days.read(link, wanted('2027-01-10'))).toMatchObject({ next: '2027-02-01' });
    expect(await offered(starts).days.read(link, wanted('2027-03-01'))).toMatchObject({
      next: null,
      first: '2026-12-03',
    });
  });

  it('given nothing at all, then there is no day', async () =>
    expect(await offered([]).days.read(link, wanted(null))).toBeNull());

  it('given a time a minute for 35 days, then all days are found with one search each, and a day has every minute', async () => {
    const begin = midnight('2026-12-01', 'Europe/Berlin');
    const dense = offered(Array.from({ length: 35 * 1_440 }, (_, n) => begin + n * minute));
    const found = await dense.days.read(link, wanted('2026-12-20', 'Europe/Berlin'));
    expect([found!.days.size, found!.times.length, found!.next]).toEqual([31, 1_440, '2027-01-01']);
    expect(new Set(found!.times.map(({ start }) => dateOf(start, 'Europe/Berlin')))).toEqual(new Set(['2026-12-20']));
    expect(dense.searches()).toBeLessThan(35);
  });

  it('given an ordinary link, then three searches are enough (complaint 16)', async () => {
    const usual = offered(starts);
    await usual.days.read(link, wanted(null));
    expect(usual.searches()).toBe(3);
  });
});
