import type { EventSeries, EventTime, WrittenChange } from '@kalends/icalendar';
import { describe, expect, it } from 'vitest';
import { instanceProblem } from './instance-problem.js';

const at = (day: string, time = '10:00'): EventTime => ({ local: `2026-12-${day}T${time}:00`, tzid: 'Europe/London' });
const times = (day: string, time?: string) => ({ start: at(day, time), end: at(day, '23:59') });

/** Every other day from the 1st, of which the 5th is on the 6th. */
const series: EventSeries = {
  uid: 'u',
  master: { summary: 'S', status: 'confirmed', transparency: 'opaque', ...times('01') },
  recurrence: { rrules: ['FREQ=DAILY;INTERVAL=2;COUNT=6'], rdates: [], exdates: [at('09')] },
  overrides: [{ recurrence_id: at('05'), change: times('06') }],
};
const problemOf = (day: string, change: WrittenChange) => instanceProblem(series, { recurrence_id: at(day), change });

describe('a change of one instance at Microsoft', () => {
  it.each([
    ['another time on its day', '03', times('03', '18:00')],
    ['the day after', '03', times('04')],
    ['the day of its neighbour, which is elsewhere', '03', times('05')],
    ['the day of a neighbour that is deleted', '07', times('09')],
    ['before the first', '01', times('01', '00:00')],
    ['a text', '03', { summary: 'Other', description: null, location: null }],
    ['one reminder', '03', { reminders: [10] }],
  ])('given %s, then it is stored (EVT-50)', (_what, day, change) => expect(problemOf(day, change)).toBeNull());

  it.each([
    ['the day of the instance before', '03', times('01', '23:00'), /between the days/],
    ['the day of a neighbour that was moved', '03', times('06'), /between the days/],
    ['beyond it', '07', times('12'), /between the days/],
    ['tags', '03', { tags: ['x'] }, /as a whole/],
    ['a colour', '03', { color: '#49bed8' }, /as a whole/],
    ['a url', '03', { url: 'https://example.com' }, /as a whole/],
    ['two reminders', '03', { reminders: [10, 30] }, /as a whole/],
  ])('given %s, then why it is not (EVT-50)', (_what, day, change, why) => expect(problemOf(day, change)).toMatch(why));
});
