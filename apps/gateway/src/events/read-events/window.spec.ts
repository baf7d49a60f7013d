import { describe, expect, it } from 'vitest';
import { windowOf } from './window.js';

const ms = (iso: string) => Date.parse(iso);
/** 01:30 on 27 November in Berlin, which is UTC+1 in winter and UTC+2 from the last Sunday of March to that of October. */
const now = ms('2026-11-27T00:30:00Z');
const read = (from?: string, to?: string, tzid = 'Europe/Berlin') =>
  windowOf({ tzid, ...(from === undefined ? {} : { from }), ...(to === undefined ? {} : { to }) }, now);

describe('the window of a read (EVT-1, EVT-2)', () => {
  it('given no bounds, then it is from 42 days ago to the end of the day 201 days ahead, in the zone', () => {
    expect(read()).toEqual({
      tzid: 'Europe/Berlin',
      from: ms('2026-10-15T22:00:00Z'),
      to: ms('2027-06-16T22:00:00Z'),
      fromDay: ms('2026-10-16T00:00:00Z'),
      toDay: ms('2027-06-17T00:00:00Z'),
    });
  });

  it('given one bound, then the other has its default', () => {
    expect(read('2026-11-01')).toMatchObject({ from: ms('2026-10-31T23:00:00Z'), to: ms('2027-06-16T22:00:00Z') });
    expect(read(undefined, '2026-11-30')).toMatchObject({
      from: ms('2026-10-15T22:00:00Z'),
      to: ms('2026-11-30T23:00:00Z'),
    });
  });

  it('given the day on which clocks change as both bounds, then it is the 23 hours of that day', () => {
    expect(read('2026-03-29', '2026-03-29')).toMatchObject({
      from: ms('2026-03-28T23:00:00Z'),
      to: ms('2026-03-29T22:00:00Z'),
      fromDay: ms('2026-03-29T00:00:00Z'),
      toDay: ms('2026-03-30T00:00:00Z'),
    });
  });

  it('given times, then they are instants, the end is exclusive, and the days are those in the zone', () => {
    expect(read('2026-11-30T22:30:00Z', '2026-11-30T23:00:00Z')).toMatchObject({
      from: ms('2026-11-30T22:30:00Z'),
      to: ms('2026-11-30T23:00:00Z'),
      fromDay: ms('2026-11-30T00:00:00Z'),
      toDay: ms('2026-12-01T00:00:00Z'),
    });
  });

  it.each([
    ['2026-12-02', '2026-12-01', 'invalid-pair'],
    ['2026-12-01T10:00:00Z', '2026-12-01T10:00:00Z', 'invalid-pair'],
    ['2027-06-18', undefined, 'invalid-pair'],
    ['2016-11-20', '2026-12-01', 'too-long'],
    [undefined, '2037-01-01', 'too-long'],
  ])('given from %s to %s, then it is refused: %s', (from, to, refusal) => {
    expect(read(from, to)).toEqual({ refusal });
  });

  it('given ten years, then they are read', () => {
    expect(read('2016-12-01', '2026-12-01')).toMatchObject({
      from: ms('2016-11-30T23:00:00Z'),
      to: ms('2026-12-01T23:00:00Z'),
    });
  });
});
