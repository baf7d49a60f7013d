import { describe, expect, it } from 'vitest';
import { addDays, addMonths, clockOf, dayOf, instantAt, instantOf, isZone, monthGrid, weekOf } from './time.js';

describe('the time of a page', () => {
  it.each([
    ['2026-11-20T23:30:00Z', 'Asia/Kathmandu', '2026-11-21', '05:15'],
    ['2026-03-29T00:59:59Z', 'Europe/Berlin', '2026-03-29', '01:59'],
    ['2026-03-29T01:00:00Z', 'Europe/Berlin', '2026-03-29', '03:00'],
    ['2026-11-20T04:00:00Z', 'America/New_York', '2026-11-19', '23:00'],
  ])('given %s in %s, then it is %s %s there', (instant, zone, day, time) => {
    expect([dayOf(instantOf(instant), zone), clockOf(instantOf(instant), zone)]).toEqual([day, time]);
  });

  it.each([
    ['2026-10-25', '00:00', 'Europe/Berlin', '2026-10-24T22:00:00Z'],
    ['2026-10-26', '00:00', 'Europe/Berlin', '2026-10-25T23:00:00Z'],
    ['2026-03-29', '02:30', 'Europe/Berlin', '2026-03-29T01:30:00Z'],
    ['2026-11-20', '09:00', 'Asia/Kathmandu', '2026-11-20T03:15:00Z'],
  ])('given %s %s in %s, then it is the instant %s', (day, time, zone, instant) => {
    expect(instantAt(day, time, zone)).toBe(instantOf(instant));
  });

  it('given the ends of months and years, then days and months are counted across them', () => {
    expect([addDays('2028-02-28', 1), addDays('2026-12-31', 1), addDays('2026-03-01', -1)]).toEqual(['2028-02-29', '2027-01-01', '2026-02-28']); // prettier-ignore
    expect([addMonths('2026-11', 2), addMonths('2026-01', -1)]).toEqual(['2027-01', '2025-12']);
  });

  it('given a locale, then a month has whole weeks that begin on its first weekday', () => {
    const german = monthGrid('2026-11', 'de-DE');
    expect([german.length, german[0]!.indexOf('2026-11-01'), german.flat().filter((day) => day !== null).length]).toEqual([6, 6, 30]); // prettier-ignore
    expect(weekOf('2026-11-29', 'de-DE')).toBe('2026-11-23');
    expect(weekOf('2026-11-29', 'en-US')).toBe('2026-11-29');
  });

  it('given what is no zone, then that is known', () => {
    expect(['Europe/Paris', 'UTC', 'Nowhere/City', '', '<b>'].map(isZone)).toEqual([true, true, false, false, false]);
  });
});
