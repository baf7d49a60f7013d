import { describe, expect, it } from 'vitest';
import { EventSeries, expand, parseCalendarObject, patchCalendarObject } from '../index.js';

const all = { start: 0, end: 4e12 };

function series(text: string): EventSeries[] {
  const parsed = parseCalendarObject(text);
  if (!parsed.ok) throw new Error(parsed.reason);
  return parsed.series;
}
const startsOf = (text: string, window = all): string[] =>
  series(text).flatMap((one) =>
    expand(one, window, { floatingZone: 'Etc/UTC', limit: 20 }).map(({ startMs }) =>
      new Date(startMs).toISOString().slice(0, 16),
    ),
  );
const vevent = (...lines: string[]) => ['BEGIN:VEVENT', 'UID:u', 'DTSTAMP:20260101T000000Z', ...lines, 'END:VEVENT'];
const file = (lines: string[], eol = '\r\n') =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', ...lines, 'END:VCALENDAR', ''].join(eol);

describe('the content of real files', () => {
  // Field report: an exporter that pads BEGIN and END; no file available.
  it('given blanks after BEGIN and END, then the event is read, and can be changed', () => {
    const text = file(['BEGIN:VEVENT  ', 'UID:u', 'DTSTART:20261120T100000Z', 'END:VEVENT\t']);
    expect(startsOf(text)).toEqual(['2026-11-20T10:00']);
    expect(patchCalendarObject(text, { summary: 'new' }, { uid: 'u', now: 0 })).toContain('SUMMARY:new');
  });

  // Field report: CRLF written through a text-mode stream, which turns it into CR CR LF.
  it('given lines that end in CR CR LF, then folded ones are joined', () => {
    const text = file(vevent('DTSTART:20261120T100000Z', 'SUMMARY:one', '  line'), '\r\r\n');
    expect(series(text)[0]!.master!.summary).toBe('one line');
  });

  // Podio's feeds (collective/icalendar issue_350.ics) continue after END:VCALENDAR.
  it('given lines after END:VCALENDAR, then what precedes it is read', () => {
    const text = `${file(vevent('DTSTART:20261120T100000Z'))}X-WR-CALNAME:Podio\r\nEND:VCALENDAR\r\nnonsense\r\n`;
    expect(startsOf(text)).toEqual(['2026-11-20T10:00']);
  });

  // Field report: DTEND without the TZID of DTSTART (RFC 5545 §3.8.2.2 requires the same form for both).
  it('given a floating DTEND beside a DTSTART in a zone, then both are in that zone', () => {
    const [one] = series(file(vevent('DTSTART;TZID=America/New_York:20261120T100000', 'DTEND:20261120T113000')));
    expect(one!.master!.end).toEqual({ local: '2026-11-20T11:30:00', tzid: 'America/New_York' });
  });

  // RFC 2445 §4.8.5.2, which RFC 5545 removed; libical's test data has it.
  it('given an EXRULE, then the instances that it names do not take place, and it is kept in writing', () => {
    const text = file(vevent('DTSTART:20261102T100000Z', 'RRULE:FREQ=DAILY;COUNT=7', 'EXRULE:FREQ=WEEKLY;BYDAY=SA,SU'));
    const expected = [2, 3, 4, 5, 6].map((day) => `2026-11-0${day}T10:00`);
    expect(startsOf(text)).toEqual(expected);
    expect(startsOf(patchCalendarObject(text, { summary: 'new' }, { uid: 'u', now: 0 }))).toEqual(expected);
    const moved = { start: { local: '2026-11-02T11:00:00', tzid: 'Etc/UTC' } };
    expect(patchCalendarObject(text, moved, { uid: 'u', now: 0 })).toContain('EXRULE:FREQ=WEEKLY;BYDAY=SA,SU');
  });

  // Confluence's calendars.
  it('given COUNT=-1, then the series has no end', () => {
    expect(startsOf(file(vevent('DTSTART:20261102T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=-1;INTERVAL=1')))).toHaveLength(
      20,
    );
  });

  // Lotus Notes (collective/icalendar issue_156_RDATE_with_PERIOD_TZID_khal_2.ics) writes a series' dates as RDATEs of
  // a VEVENT that has a RECURRENCE-ID; Connect Daily writes an RRULE this way.
  it.each([['RDATE:20261102T100000Z,20261109T100000Z'], ['RRULE:FREQ=WEEKLY;COUNT=2']])(
    'given RECURRENCE-ID together with %s and no master, then it is the series',
    (recurrence) => {
      const text = file(vevent('DTSTART:20261102T100000Z', 'RECURRENCE-ID:20261102T100000Z', recurrence));
      expect(startsOf(text)).toEqual(['2026-11-02T10:00', '2026-11-09T10:00']);
    },
  );

  it('given RECURRENCE-ID together with RRULE beside a master, then it is an instance', () => {
    const text = file([
      ...vevent('DTSTART:20261102T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=2'),
      ...vevent('DTSTART:20261109T120000Z', 'RECURRENCE-ID:20261109T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=2'),
    ]);
    expect(startsOf(text)).toEqual(['2026-11-02T10:00', '2026-11-09T12:00']);
  });

  // Field report: two VEVENTs with one UID and RECURRENCE-ID; RFC 5546 §2.1.5 defines which is newer.
  it.each([
    [['SEQUENCE:2', 'SEQUENCE:1'], 'first'],
    [['SEQUENCE:1', 'SEQUENCE:2'], 'second'],
    [['DTSTAMP:20260102T000000Z', 'DTSTAMP:20260101T000000Z'], 'first'],
    [['X-A:1', 'X-A:2'], 'second'],
  ])('given two VEVENTs with one RECURRENCE-ID and %j, then the %s wins', (lines, winner) => {
    const instance = (hour: number, line: string) => [
      'BEGIN:VEVENT',
      'UID:u',
      `DTSTART:20261109T${hour}0000Z`,
      'RECURRENCE-ID:20261109T100000Z',
      line,
      'END:VEVENT',
    ];
    const text = file([
      ...vevent('DTSTART:20261102T100000Z', 'RRULE:FREQ=WEEKLY;COUNT=2'),
      ...instance(12, lines[0]!),
      ...instance(14, lines[1]!),
    ]);
    expect(startsOf(text)).toEqual(['2026-11-02T10:00', winner === 'first' ? '2026-11-09T12:00' : '2026-11-09T14:00']);
  });

  // The icalendar package's own test files (meeting_without_uid.ics).
  it('given events without UID, then each gets its own, which stays the same', () => {
    const bare = (summary: string) => ['BEGIN:VEVENT', 'DTSTART:20261120T100000Z', `SUMMARY:${summary}`, 'END:VEVENT'];
    const uids = () => series(file([...bare('a'), ...bare('b')])).map(({ uid }) => uid);
    expect(new Set(uids()).size).toBe(2);
    expect(uids()).toEqual(uids());
  });

  // A sub-daily rule is undefined for days (RFC 5545 §3.3.10): its first day is shown, and readers mark it.
  it('given an hourly rule on an all-day event, then its first day is shown', () => {
    expect(startsOf(file(vevent('DTSTART;VALUE=DATE:20261120', 'RRULE:FREQ=HOURLY;COUNT=3')))).toEqual([
      '2026-11-20T00:00',
    ]);
  });

  // Field report: a date followed by a Z.
  it('given UNTIL=19971201Z, then it is that day', () => {
    const text = file(vevent('DTSTART:19971129T090000Z', 'RRULE:FREQ=DAILY;UNTIL=19971201Z'));
    expect(startsOf(text)).toEqual(['1997-11-29T09:00', '1997-11-30T09:00', '1997-12-01T09:00']);
  });

  it('given one unreadable event, then the others of its calendar are read', () => {
    const broken = [
      'BEGIN:VEVENT',
      'UID:x',
      'DTSTART:yesterday',
      'END:VEVENT',
      'BEGIN:VEVENT',
      'UID:y',
      'DTSTART:20261121T100000Z',
    ];
    expect(startsOf(file([...broken, ...vevent('DTSTART:20261120T100000Z')]))).toEqual([
      '2026-11-21T10:00',
      '2026-11-20T10:00',
    ]);
  });

  const size = 2_500_000;
  const secondsOf = (text: string): number => {
    const before = process.cpuUsage();
    expect(series(text)).toHaveLength(1);
    const { user, system } = process.cpuUsage(before);
    return (user + system) / 1e6;
  };
  /** Of processor time; one of five reads is enough, since the garbage of other specs may be collected during the others. */
  const isReadWithin = (seconds: number, text: string): boolean =>
    Array.from({ length: 5 }).some(() => secondsOf(text) < seconds);
  it.each([
    ['an attachment', `ATTACH;ENCODING=BASE64;VALUE=BINARY:${'A'.repeat(size)}`],
    ['a description', `DESCRIPTION:${'a\\, b\\n'.repeat(size / 7)}`],
    ['parameters', `ATTENDEE${';X=1'.repeat(size / 4)}:mailto:a@example.com`],
    ['a TZID', `DTEND;TZID=${':'.repeat(size)}:20261120T110000`],
    ['dates', `RDATE:${'20261121T100000Z,'.repeat(size / 17).slice(0, -1)}`],
    ['exceptions', `EXDATE:${'20261121T100000Z,'.repeat(size / 17).slice(0, -1)}`],
    ['categories', `CATEGORIES:${'a,'.repeat(size / 2)}`],
  ])(
    'given 2.5 MB of %s in one line, then the event is read in less than a second of processor time',
    (_what, line) => {
      for (const text of [
        file(vevent('DTSTART:20261120T100000Z', line)),
        file(vevent('DTSTART:20261120T100000Z', line.match(/.{1,74}/g)!.join('\r\n '))),
      ]) {
        expect(isReadWithin(1, text)).toBe(true);
      }
    },
  );
});
