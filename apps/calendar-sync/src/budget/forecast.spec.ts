import { describe, expect, it } from 'vitest';
import { forecast } from './forecast.js';

const hour = 3_600_000;
const start = Date.parse('2026-11-29T00:00:00Z');
const day = { start, end: start + 24 * hour };
/** So many requests in each hour of a day, `back` days before today. */
const dayOf = (back: number, inHour: (hour: number) => number) =>
  Array.from({ length: 24 }, (_, n) => ({ hour: start - back * 24 * hour + n * hour, requests: inHour(n) }));

describe('the forecast of a day', () => {
  it('given no day before, then the day continues as it began', () => {
    const hours = dayOf(0, (n) => (n < 6 ? 100 : 0));
    expect(forecast({ day, now: start + 6 * hour, hours })).toBe(2_400);
  });

  it('given days before, then what remains is the mean of their same hours', () => {
    const before = [...dayOf(1, (n) => (n >= 12 ? 300 : 0)), ...dayOf(2, (n) => (n >= 12 ? 100 : 0))];
    const hours = [...before, { hour: start + 11 * hour, requests: 50 }];
    expect(forecast({ day, now: start + 12 * hour, hours })).toBe(50 + 12 * 200);
    // of the current hour what is left of it
    expect(forecast({ day, now: start + 12.5 * hour, hours })).toBe(50 + 11.5 * 200);
  });

  it('given a day before of which only a part was seen, then it does not count', () => {
    const hours = [...dayOf(1, () => 1_000).slice(20), ...dayOf(0, (n) => (n < 12 ? 10 : 0))];
    expect(forecast({ day, now: start + 12 * hour, hours })).toBe(240);
  });

  it('given nothing yet, then nothing is expected', () => {
    expect(forecast({ day, now: start, hours: [] })).toBe(0);
  });
});
