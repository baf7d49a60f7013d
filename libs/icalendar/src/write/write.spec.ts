import { describe, expect, it } from 'vitest';
import {
  EventChange,
  EventComponent,
  EventSeries,
  createCalendarObject,
  expand,
  parseCalendarObject,
  patchCalendarObject,
} from '../index.js';
import { event, time } from '../testing/series.js';

const now = Date.parse('2026-11-21T12:00:00Z');

function read(text: string, uid = 'u1'): EventSeries {
  const parsed = parseCalendarObject(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.series.find((series) => series.uid === uid)!;
}
const logical = (text: string): string[] => text.replace(/\r\n /g, '').split('\r\n');

const full: EventComponent = event('2026-11-20T10:00:00 Europe/Berlin', '2026-11-20T11:00:00 Europe/Berlin', {
  summary: 'Plan, review; "quoted" \\ and\nmore',
  description: 'ÄÖÜ 日本語 🎉 '.repeat(20).trim(),
  location: { description: 'Room 1', lat: '48.2', long: '11.5' },
  status: 'tentative',
  transparency: 'transparent',
  categories: ['A,B', 'C'],
  tags: ['visit', 'Zürich, 2nd; \\ x'],
  attendees: [{ email: 'x@example.com', display_name: 'Doe, "Jane" ^ 2', status: 'accepted' }],
  organizer: { email: 'o@example.com', display_name: 'O: the one' },
  url: 'https://example.com/?a=1;b=2,3',
  conference_url: 'https://meet.example.com/x',
  color: 'red',
  event_private: true,
  reminders: [10, 0],
  created: '2026-01-01T00:00:00Z',
  sequence: 2,
});

describe('creating', () => {
  it('given an event with everything, when written and read, then it is the same', () => {
    const series = read(createCalendarObject('u1', full, { now }));
    expect(series.master).toEqual({ ...full, updated: '2026-11-21T12:00:00Z' });
  });
  it('given long texts of several scripts, then lines end in CRLF and have at most 75 octets, characters whole', () => {
    const text = createCalendarObject('u1', full, { now });
    expect(text.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    const lines = Buffer.from(text, 'utf8').toString('latin1').split('\r\n');
    expect(Math.max(...lines.map((line) => line.length))).toBeLessThanOrEqual(75);
    for (const line of lines) expect(Buffer.from(line, 'latin1').toString('utf8')).not.toContain('\ufffd');
    expect(lines.some((line) => line.length > 70)).toBe(true);
  });
  it('given a zone, then the object defines it before it uses it, and UTC needs none', () => {
    const lines = logical(createCalendarObject('u1', full, { now }));
    expect(lines.indexOf('TZID:Europe/Berlin')).toBeGreaterThan(lines.indexOf('BEGIN:VTIMEZONE'));
    expect(lines.indexOf('BEGIN:VTIMEZONE')).toBeLessThan(lines.indexOf('BEGIN:VEVENT'));
    const utc = createCalendarObject('u1', event('2026-11-20T10:00:00 Etc/UTC', '2026-11-20T11:00:00 Etc/UTC'), {
      now,
    });
    expect(utc).toContain('\r\nDTSTART:20261120T100000Z\r\nDTEND:20261120T110000Z\r\n');
    expect(utc).not.toContain('VTIMEZONE');
  });
  it.each([
    '1975-06-15T10:00:00 America/New_York',
    '2005-03-25T10:00:00 America/New_York',
    '2024-03-20T10:00:00 Africa/Casablanca',
    '1995-10-10T10:00:00 Europe/Berlin',
    '2026-11-20T10:00:00 Asia/Calcutta',
  ])('given %s, when read again, then the written definition agrees with the zone', (start) => {
    const series = read(
      createCalendarObject('u1', event(start, start), {
        now,
        recurrence: { rrules: ['FREQ=DAILY;COUNT=700'], rdates: [], exdates: [] },
      }),
    );
    expect(series.zones).toBeUndefined();
    expect(series.master!.start).toEqual(time(start));
  });
  it('given an all-day event, reminders and a method, then all are written', () => {
    const lines = logical(
      createCalendarObject('u1', event('2026-11-20', '2026-11-22', { reminders: [30] }), { now, method: 'REQUEST' }),
    );
    for (const line of [
      'METHOD:REQUEST',
      'DTSTART;VALUE=DATE:20261120',
      'DTEND;VALUE=DATE:20261122',
      'TRIGGER:-PT30M',
      'DTSTAMP:20261121T120000Z',
    ]) {
      expect(lines).toContain(line);
    }
  });
  it('given a summary that tries to add a property, then it stays text', () => {
    const text = createCalendarObject(
      'u1',
      { ...full, summary: 'x\r\nATTENDEE:mailto:evil@example.com', url: 'http://a\r\nX-EVIL:1' },
      { now },
    );
    expect(
      logical(text).filter(
        (line) => line.startsWith('X-EVIL') || (line.includes('evil@') && line.startsWith('ATTENDEE')),
      ),
    ).toEqual([]);
  });
  it('given attendees that the server must not invite, then each has SCHEDULE-AGENT=CLIENT (RFC 6638)', () => {
    const lines = logical(createCalendarObject('u1', full, { now, scheduleAgent: 'CLIENT' }));
    expect(lines.find((line) => line.startsWith('ATTENDEE'))).toContain(';SCHEDULE-AGENT=CLIENT');
  });
});

const EXISTING = [
  'BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Other//EN', 'X-WR-CALNAME:Mine',
  'BEGIN:VTIMEZONE', 'TZID:Europe/Berlin', 'X-OWN:1', 'BEGIN:DAYLIGHT', 'DTSTART:19810329T020000', 'RRULE:FREQ=YEARLY;BYMONTH=3;BYDAY=-1SU',
  'TZOFFSETFROM:+0100', 'TZOFFSETTO:+0200', 'END:DAYLIGHT', 'BEGIN:STANDARD', 'DTSTART:19961027T030000',
  'RRULE:FREQ=YEARLY;BYMONTH=10;BYDAY=-1SU', 'TZOFFSETFROM:+0200', 'TZOFFSETTO:+0100', 'END:STANDARD', 'END:VTIMEZONE',
  'BEGIN:VEVENT', 'UID:u1', 'DTSTAMP:20260101T000000Z', 'X-FIRST;X-P="a;b":v,w', 'DTSTART;TZID=Europe/Berlin:20261103T100000', 'DURATION:PT1H',
  'RRULE:FREQ=WEEKLY;COUNT=4', 'EXDATE;TZID=Europe/Berlin:20261110T100000', 'SUMMARY;LANGUAGE=de:Alt', 'STYLED-DESCRIPTION;FMTTYPE=text/html:<b>x</b>',
  'ATTENDEE;CN=X;ROLE=CHAIR;X-NUM-GUESTS=2;PARTSTAT=NEEDS-ACTION:mailto:x@example.com', 'ATTENDEE;CN=Y:mailto:y@example.com',
  'BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT10M', 'X-KEEP:1', 'END:VALARM',
  'BEGIN:VALARM', 'ACTION:AUDIO', 'TRIGGER:-PT1H', 'END:VALARM',
  'END:VEVENT',
  'BEGIN:VEVENT', 'UID:u1', 'DTSTAMP:20260101T000000Z', 'RECURRENCE-ID;TZID=Europe/Berlin:20261117T100000',
  'DTSTART;TZID=Europe/Berlin:20261118T100000', 'DTEND;TZID=Europe/Berlin:20261118T110000', 'SUMMARY:Moved', 'X-OVERRIDE:1', 'END:VEVENT',
  'END:VCALENDAR', '',
].join('\r\n'); // prettier-ignore

describe('a conference in an object', () => {
  const change = (text: string, to: EventChange) => patchCalendarObject(text, to, { uid: 'u1', now });
  const lines = (text: string) => logical(text).filter((line) => /CONFERENCE|^LOCATION|BUSYSTATUS/.test(line));
  const url = 'https://acme.zoom.us/j/1?pwd=a;b';

  it('given one with a name, when written, then CONFERENCE has both (RFC 7986 §5.11); either alone changes the line', () => {
    const text = createCalendarObject('u1', { ...full, conference_url: url, conference_name: 'Zoom' }, { now });
    expect(lines(text)[1]).toBe(`CONFERENCE;VALUE=URI;FEATURE=VIDEO;LABEL=Zoom:${url}`);
    expect(lines(change(text, { conference_name: 'Call' }))[1]).toContain(`LABEL=Call:${url}`);
    expect(lines(change(text, { conference_url: 'https://b.example' }))[1]).toContain('LABEL=Zoom:https://b.example');
    expect(lines(change(text, { conference_url: null, conference_name: null }))).toEqual(['LOCATION:Room 1']);
  });

  it('given those of other programs, when replaced, then none is left; an unchanged one stays as it was', () => {
    const others = ['X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij', 'CONFERENCE:tel:+1'];
    const text = createCalendarObject('u1', full, { now }).replace(/CONFERENCE[^\r]*/, others.join('\r\n'));
    expect(lines(change(text, { conference_url: url }))).toEqual([
      'LOCATION:Room 1',
      `CONFERENCE;VALUE=URI;FEATURE=VIDEO:${url}`,
    ]);
    expect(change(text, { conference_url: 'https://meet.google.com/abc-defg-hij' })).toBe(text);
    expect(change(text, { conference_pending: true })).toBe(text);
  });
});

describe('patching', () => {
  const patch = (change: EventChange) => patchCalendarObject(EXISTING, change, { uid: 'u1', now });
  const difference = (text: string) => {
    const before = logical(EXISTING);
    const after = logical(text);
    return {
      removed: before.filter((line) => !after.includes(line)),
      added: after.filter((line) => !before.includes(line)),
    };
  };
  it('given a change to the present values, then the text is returned unchanged', () => {
    expect(patch({ summary: 'Alt', description: undefined, url: null, reminders: [10, 60] })).toBe(EXISTING);
  });
  it('given a new summary, then only that line and the stamps change', () => {
    expect(difference(patch({ summary: 'Neu' }))).toEqual({
      removed: ['SUMMARY;LANGUAGE=de:Alt'],
      added: ['DTSTAMP:20261121T120000Z', 'SUMMARY:Neu', 'LAST-MODIFIED:20261121T120000Z'],
    });
  });
  it('given null, then the property is removed', () => {
    expect(difference(patch({ attendees: null })).removed).toHaveLength(2);
    expect(read(patch({ attendees: null })).master!.attendees).toBeUndefined();
  });
  it('given a new time, then SEQUENCE rises and the series’ exceptions move along', () => {
    const text = patch({
      start: time('2026-11-03T12:00:00 Europe/Berlin'),
      end: time('2026-11-03T13:30:00 Europe/Berlin'),
    });
    expect(difference(text).removed).toEqual([
      'DTSTART;TZID=Europe/Berlin:20261103T100000', 'DURATION:PT1H', 'EXDATE;TZID=Europe/Berlin:20261110T100000', 'RECURRENCE-ID;TZID=Europe/Berlin:20261117T100000',
    ]); // prettier-ignore
    expect(logical(text)).toContain('SEQUENCE:1');
    const found = expand(read(text), { start: 0, end: 4e12 }, { floatingZone: 'UTC' });
    expect(found.map((o) => new Date(o.startMs).toISOString().slice(0, 16))).toEqual([
      '2026-11-03T11:00',
      '2026-11-18T09:00',
      '2026-11-24T11:00',
    ]);
  });
  it('given a time in another zone, then that zone is defined too and the old one stays', () => {
    const text = patch({ start: time('2026-11-03T10:00:00 Asia/Tokyo'), end: time('2026-11-03T11:00:00 Asia/Tokyo') });
    expect(logical(text)).toContain('TZID:Asia/Tokyo');
    expect(logical(text)).toContain('X-OWN:1');
    expect(read(text).master!.start).toEqual(time('2026-11-03T10:00:00 Asia/Tokyo'));
  });
  it('given attendees, then those who stay keep their parameters', () => {
    const lines = logical(
      patchCalendarObject(EXISTING, { attendees: [{ email: 'X@example.com', display_name: 'X', status: 'accepted' }, { email: 'new@example.com', status: 'needs_action' }] }, { uid: 'u1', now, scheduleAgents: { kept: 'CLIENT', added: 'CLIENT' } }),
    ); // prettier-ignore
    expect(lines.filter((line) => line.startsWith('ATTENDEE'))).toEqual([
      'ATTENDEE;CN=X;ROLE=CHAIR;X-NUM-GUESTS=2;PARTSTAT=ACCEPTED;SCHEDULE-AGENT=CLIENT:mailto:x@example.com',
      'ATTENDEE;PARTSTAT=NEEDS-ACTION;RSVP=TRUE;SCHEDULE-AGENT=CLIENT:mailto:new@example.com',
    ]);
  });
  it('given reminders, then an alarm that stays is untouched, others are added or removed', () => {
    const text = patch({ reminders: [10, 5] });
    expect(read(text).master!.reminders).toEqual([10, 5]);
    expect(logical(text)).toContain('X-KEEP:1');
    expect(read(patch({ reminders: [] })).master!.reminders).toBeUndefined();
  });
  it('given a new rule, then it replaces the old one', () => {
    const text = patch({ recurrence: { rrules: ['FREQ=DAILY;COUNT=2'], rdates: [], exdates: [] } });
    expect(read(text).recurrence).toEqual({ rrules: ['FREQ=DAILY;COUNT=2'], rdates: [], exdates: [] });
    expect(logical(text)).toContain('SEQUENCE:1');
  });
  it('given another rule, then overrides of its instances stay and the others are removed; without a rule all are removed', () => {
    // RFC 5545 §3.8.4.4: a RECURRENCE-ID names an instance of the set; 2026-12-02 and -09 are Wednesdays
    const instance = (day: string, summary: string) =>
      ['BEGIN:VEVENT', 'UID:u1', `RECURRENCE-ID:${day}T100000Z`, `DTSTART:${day}T120000Z`, `DTEND:${day}T130000Z`, `SUMMARY:${summary}`, 'END:VEVENT']; // prettier-ignore
    const text = [
      ...['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:x', 'BEGIN:VEVENT', 'UID:u1', 'DTSTART:20261202T100000Z'],
      ...['DTEND:20261202T110000Z', 'SUMMARY:s', 'RRULE:FREQ=DAILY;COUNT=10', 'END:VEVENT'],
      ...[...instance('20261209', 'kept'), ...instance('20261204', 'dropped'), 'END:VCALENDAR', ''],
    ].join('\r\n');
    const weekly = { rrules: ['FREQ=WEEKLY;COUNT=3'], rdates: [], exdates: [] };
    const changed = patchCalendarObject(text, { recurrence: weekly }, { uid: 'u1', now });
    expect(changed).toContain('SUMMARY:kept');
    expect(changed).not.toContain('SUMMARY:dropped');
    expect(read(changed).overrides).toHaveLength(1);
    const single = patchCalendarObject(changed, { recurrence: null }, { uid: 'u1', now });
    expect(logical(single).filter((line) => line === 'BEGIN:VEVENT')).toHaveLength(1);
    expect(single).not.toMatch(/RRULE|RECURRENCE-ID/);
  });
  it('given an unknown UID, then it throws', () => {
    expect(() => patchCalendarObject(EXISTING, { summary: 'x' }, { uid: 'u2', now })).toThrow(RangeError);
  });
});
