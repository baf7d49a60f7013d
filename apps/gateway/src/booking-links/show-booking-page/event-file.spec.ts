import { parseCalendarObject } from '@kalends/icalendar';
import { describe, expect, it } from 'vitest';
import type { Booking, BookingLink } from '../booking-link.js';
import { eventFile } from './event-file.js';
import { shownText } from './shown-text.js';

const now = 1796115600000;
const parts = [{ start: 1796202000000, end: 1796203800000, subs: ['acc_1'] }];
const booking = { ...parts[0], parts } as Booking;
const step = (summary: string) => ({ sequence_id: summary, event: { event_id: summary, summary } });
const linkWith = (event: object) =>
  ({
    linkId: 'sch_1',
    status: 'completed',
    booking,
    change: null,
    definition: { event: { event_id: 'e', summary: 'Visit', ...event }, availability: {} },
  }) as BookingLink;

describe('the file of a booking', () => {
  it('given an event, then it has times in UTC, and nobody who takes part', () => {
    const event = { description: 'a;b,\nc', location: { description: 'Gate 3' }, reminders: [{ minutes: 5 }] };
    const text = eventFile(linkWith(event), booking, now);
    for (const line of ['METHOD:PUBLISH', 'UID:sch_1', 'DTSTART:20261202T090000Z', 'DTEND:20261202T093000Z'])
      expect(text.split('\r\n')).toContain(line);
    expect(text).toContain('DESCRIPTION:a\\;b\\,\\nc\r\n');
    expect(text).not.toMatch(/ORGANIZER|ATTENDEE|VTIMEZONE|acc_1/);
    expect(parseCalendarObject(text)).toHaveProperty('ok', true);
  });

  it('given a sequence, then the file has every part, each with its own id, title and times (SCH-12)', () => {
    const availability = { sequence: [step('Interview'), step('Tour')] };
    const link = { linkId: 'seq_1', definition: { event: step('Day').event, availability } } as unknown as BookingLink;
    const second = { start: 1796203800000, end: 1796205600000, subs: ['acc_2'] };
    const text = eventFile(link, { ...booking, parts: [...parts, second] }, now);
    const lines = text.split('\r\n').filter((line) => /^(UID|SUMMARY|DTSTART|DTEND|BEGIN)/.test(line));
    expect(lines).toEqual([
      ...['BEGIN:VCALENDAR', 'BEGIN:VEVENT', 'UID:seq_1', 'DTSTART:20261202T090000Z', 'DTEND:20261202T093000Z'],
      ...['SUMMARY:Interview', 'BEGIN:VEVENT', 'UID:seq_1-2', 'DTSTART:20261202T093000Z', 'DTEND:20261202T100000Z'],
      'SUMMARY:Tour',
    ]);
    expect(text).not.toMatch(/acc_|Day/);
  });

  it('given lines that would begin a property, then they stay in their text', () => {
    const text = eventFile(linkWith({ summary: 'x\r\nORGANIZER:mailto:a@b.c' }), booking, now);
    expect(text).not.toMatch(/^ORGANIZER/m);
  });
});

describe('texts of the application', () => {
  it('given characters that turn the text around, then they are left out', () =>
    expect(shownText('in\u202evoice\u2066 \u200ftoday', 100)).toBe('invoice today'));

  it('given a long one, then it is cut between characters', () => {
    expect(shownText('x'.repeat(9), 9)).toBe('x'.repeat(9));
    expect(shownText('😀😀😀😀', 4)).toBe('😀…');
  });
});
