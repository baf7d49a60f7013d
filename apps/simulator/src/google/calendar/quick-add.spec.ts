import { expect, it } from 'vitest';
import { quickEvent } from './quick-add.js';

/** 20:20 on 31 December 2026 in Berlin. */
const now = { now: Date.UTC(2026, 11, 31, 19, 20), zone: 'Europe/Berlin' };

it.each([
  ['Lunch tomorrow 3pm', 'Lunch', '2027-01-01T14:00:00Z', '2027-01-01T15:00:00Z'],
  ['Lunch with Grace at 10:00 for 2 hours', 'Lunch with Grace', '2026-12-31T09:00:00Z', '2026-12-31T11:00:00Z'],
  ['Review on 3 June at 12:30pm for 30 minutes', 'Review', '2027-06-03T10:30:00Z', '2027-06-03T11:00:00Z'],
  ['Review on June 3, 2028 12am', 'Review', '2028-06-02T22:00:00Z', '2028-06-02T23:00:00Z'],
  ['Party today', 'Party', '2026-12-31', '2027-01-01'],
  ['Trip on 2027-02-28', 'Trip', '2027-02-28', '2027-03-01'],
  ['Trip on 31 February', 'Trip on 31 February', '2026-12-31T20:00:00Z', '2026-12-31T21:00:00Z'],
  ['Call at 25:00', 'Call at 25:00', '2026-12-31T20:00:00Z', '2026-12-31T21:00:00Z'],
  ['tomorrow', 'tomorrow', '2027-01-01', '2027-01-02'],
  ['Call for 45 minutes', 'Call', '2026-12-31T20:00:00Z', '2026-12-31T20:45:00Z'],
])('given %s, then %s from %s to %s', (text, summary, start, end) => {
  const event = quickEvent(text, now);
  const shown = ({ date, dateTime }: { date?: string; dateTime?: string }) => date ?? dateTime;
  expect([event.summary, shown(event.start), shown(event.end)]).toEqual([summary, start, end]);
});
