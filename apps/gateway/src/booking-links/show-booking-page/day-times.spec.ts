import { instantMs } from '@kalends/icalendar';
import { describe, expect, it } from 'vitest';
import { decideDayTimes } from './day-times.js';
import { Formats } from './formats.js';

const formats = new Formats({ locale: 'en', tzid: 'Asia/Kathmandu', hours: 'H' });
const minute = 60_000;

/** So many slots from nine in the morning in Kathmandu on. */
const slots = (count: number, every: number, from = '2026-12-01T03:15:00Z') =>
  Array.from({ length: count }, (_, n) => {
    const start = instantMs(from)! + n * every * minute;
    return { start, end: start + 30 * minute, subs: [] };
  });

describe('the times of a day', () => {
  it('given few, then they are one list', () =>
    expect(decideDayTimes(slots(3, 30), formats, null)).toEqual({
      kind: 'few',
      times: slots(3, 30).map(({ start }, n) => ({ start, label: ['09:00', '09:30', '10:00'][n] })),
    }));

  it('given more, then they are grouped by the part of the visitor’s day', () => {
    const decided = decideDayTimes(slots(20, 30), formats, null);
    if (decided.kind !== 'parts') throw new Error(decided.kind);
    expect(decided.parts.map(({ part, times }) => [part, times[0]!.label, times.at(-1)!.label])).toEqual([
      ['morning', '09:00', '11:30'],
      ['afternoon', '12:00', '16:30'],
      ['evening', '17:00', '18:30'],
    ]);
  });

  it('given times every 25 minutes, then all are there, the last one too (complaint 19)', () => {
    const decided = decideDayTimes(slots(6, 25), formats, null);
    expect(decided.kind === 'few' && decided.times.at(-1)!.label).toBe('11:05');
  });

  it('given one a minute, then an hour is open at a time, and each hour can be opened', () => {
    const day = slots(24 * 60, 1, '2026-11-30T18:15:00Z');
    const first = decideDayTimes(day, formats, null);
    if (first.kind !== 'hours') throw new Error(first.kind);
    expect([first.hours.length, first.hours[0]!.isOpen, first.times.length]).toEqual([24, true, 60]);
    const third = decideDayTimes(day, formats, 15);
    if (third.kind !== 'hours') throw new Error(third.kind);
    expect(third.hours.filter(({ isOpen }) => isOpen)).toEqual([{ hour: 15, label: '15:00', isOpen: true }]);
    expect([third.times[0]!.label, third.times.at(-1)!.label]).toEqual(['15:00', '15:59']);
  });
});
