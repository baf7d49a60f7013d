import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { addDays, parseDate, parseInstant, toIso, weekday } from '../index.js';

describe('dates', () => {
  it.each(['2026-02-28', '2024-02-29', '0001-01-01', '9999-12-31'])(
    'given the valid day %s, then it is accepted',
    (date) => {
      expect(parseDate(date)).toBe(date);
    },
  );
  it.each([
    '2026-02-30',
    '2023-02-29',
    '1900-02-29',
    '2026-13-01',
    '2026-00-10',
    '2026-1-5',
    '20260105',
    '2026-01-05T00:00:00Z',
    '',
  ])('given %s, then it is refused', (date) => expect(parseDate(date)).toBeNull());
  it('given a date, when days are added, then months, leap days and years are crossed', () => {
    expect(addDays('2024-02-28', 1)).toBe('2024-02-29');
    expect(addDays('2023-12-31', 1)).toBe('2024-01-01');
    expect(addDays('2000-03-01', -1)).toBe('2000-02-29');
    expect(weekday('2026-11-21')).toBe(6);
  });
});

describe('instants', () => {
  it.each([
    ['2026-11-20T15:00:00Z', 1795186800],
    ['2026-11-20 15:00:00Z', 1795186800],
    ['2026-11-20 15:00:00 UTC', 1795186800],
    ['2026-11-20T16:00:00+01:00', 1795186800],
    ['2026-11-20T16:00:00+0100', 1795186800],
    ['2026-11-20T10:00:00-05:00', 1795186800],
    ['2026-11-20T15:00:00.000Z', 1795186800],
    ['2026-11-20T15:00Z', 1795186800],
    ['1970-01-01T00:00:00+00:00', 0],
  ])('given %s, then it is that instant', (text, seconds) => {
    expect(parseInstant(text)).toEqual({ ok: true, ms: seconds * 1000 });
  });
  it.each([
    ['2026-02-30T10:00:00Z', 'no-such-day'],
    ['2026-11-20T25:00:00Z', 'no-such-time'],
    ['2026-11-20T10:00:00+99:00', 'no-such-time'],
    ['2026-11-20T10:00:00.5Z', 'fraction-of-second'],
    ['2026-11-20T10:00:00', 'not-an-instant'],
    ['2026-11-20', 'not-an-instant'],
    ['tomorrow', 'not-an-instant'],
  ])('given %s, then it is refused as %s', (text, reason) => {
    expect(parseInstant(text)).toEqual({ ok: false, reason });
  });
  it('given any second of the years 1 to 9999, when written, then it matches the platform’s text', () => {
    const seconds = fc.integer({ min: -62_135_596_800, max: 253_402_300_799 });
    const property = fc.property(seconds, (second) => {
      // oracle: the platform's own text (ECMAScript, Date Time String Format)
      const text = new Date(second * 1000).toISOString().replace('.000', '');
      expect(toIso(second * 1000)).toBe(text);
    });
    fc.assert(property, { numRuns: 2_000 });
  });
  it('given an instant with a fraction, when written, then the result is whole seconds in UTC', () => {
    expect(toIso(1795186800999)).toBe('2026-11-20T15:00:00Z');
    expect(toIso(-1)).toBe('1969-12-31T23:59:59Z');
  });
});
