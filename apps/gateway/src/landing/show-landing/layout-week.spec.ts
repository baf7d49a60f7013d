import { describe, expect, it } from 'vitest';
import { layoutWeek, mondayOf } from './layout-week.js';
import { weekView } from './week.pages.js';

const monday = '2026-11-30';
const event = (summary: string, start: string, end: string) => ({ summary, start, end });

describe('the week of the demo', () => {
  it.each([
    ['2026-11-28', '2026-11-23'],
    ['2026-11-29', monday],
    [monday, monday],
    ['2026-12-05', monday],
  ])('given %s, then the week begins on %s and has the day after', (today, expected) =>
    expect(mondayOf(today)).toBe(expected),
  );

  it('given an event over midnight, then each day has its part; of an all-day one each date but its end', () => {
    const { timed, allDay } = layoutWeek(monday, [
      event('Night', '2026-12-01T22:30:00Z', '2026-12-02T01:15:00Z'),
      event('Trip', '2026-12-05', '2026-12-09'),
    ]);
    expect(timed.map(({ day, from, to }) => [day, from, to])).toEqual([
      [1, 1350, 1440],
      [2, 0, 75],
    ]);
    expect(allDay.map(({ day }) => day)).toEqual([5, 6]);
  });

  it('given events at the same time, then they are beside one another; later ones have the whole width again', () => {
    const { timed } = layoutWeek(monday, [
      event('a', '2026-12-01T09:00:00Z', '2026-12-01T11:00:00Z'),
      event('b', '2026-12-01T09:30:00Z', '2026-12-01T10:00:00Z'),
      event('c', '2026-12-01T10:00:00Z', '2026-12-01T10:30:00Z'),
      event('d', '2026-12-01T11:00:00Z', '2026-12-01T12:00:00Z'),
      event('e', '2026-12-02T09:00:00Z', '2026-12-02T10:00:00Z'),
    ]);
    expect(timed.map(({ title, lane, lanes }) => [title, lane, lanes])).toEqual([
      ['a', 0, 2],
      ['b', 1, 2],
      ['c', 1, 2],
      ['d', 0, 1],
      ['e', 0, 1],
    ]);
  });

  it('given events before 8 and after 18 o’clock, then their hours are shown; others end where the week does', () => {
    expect(layoutWeek(monday, []).hours).toEqual([8, 18]);
    const early = event('early', '2026-12-01T06:30:00Z', '2026-12-01T07:00:00Z');
    const late = event('late', '2026-12-06T19:30:00Z', '2026-12-06T20:15:00Z');
    const other = event('other', '2026-12-07T03:00:00Z', '2026-12-07T04:00:00Z');
    const { hours, timed } = layoutWeek(monday, [early, late, other]);
    expect([hours, timed.map(({ title }) => title)]).toEqual([
      [6, 21],
      ['early', 'late'],
    ]);
  });

  it('given an event without a length or a title, then it can be seen, and is busy or free', () => {
    const moment = { ...event('', '2026-12-01T23:50:00Z', '2026-12-01T23:50:30Z'), transparency: 'transparent' };
    expect(layoutWeek(monday, [moment]).timed).toEqual([]);
    const short = { ...event('', '2026-12-01T09:00:00Z', '2026-12-01T09:01:00Z'), transparency: 'transparent' };
    expect(layoutWeek(monday, [short]).timed).toMatchObject([{ title: 'Busy', isFree: true, from: 540, to: 570 }]);
  });

  it('given thousands of events, then a hundred are shown; given hostile titles, then they are text', () => {
    const many = Array.from({ length: 5_000 }, () =>
      event('<img src=x>', '2026-12-01T09:00:00Z', '2026-12-01T10:00:00Z'),
    );
    const week = layoutWeek(monday, many);
    expect(week.timed).toHaveLength(100);
    expect(weekView(week, monday).text).not.toContain('<img');
  });
});
