import { tzlib_get_ical_block } from 'timezones-ical-library';
import { describe, expect, it } from 'vitest';
import { boundMs } from '../../../../tools/bounds/bound-ms.mjs';
import { EventSeries, ParsedCalendarObject, expand, parseCalendarObject } from '../index.js';

const BERLIN = [tzlib_get_ical_block('Europe/Berlin')].flat()[0]!;

function calendar(lines: string[], zones: string[] = []): string {
  return ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//T//EN', ...zones, ...lines, 'END:VCALENDAR', ''].join('\r\n');
}
const vevent = (...lines: string[]): string[] => [
  'BEGIN:VEVENT',
  'UID:u1',
  'DTSTAMP:20260101T000000Z',
  ...lines,
  'END:VEVENT',
];

function only(parsed: ParsedCalendarObject): EventSeries {
  if (!parsed.ok) throw new Error(parsed.reason);
  expect(parsed.series).toHaveLength(1);
  return parsed.series[0]!;
}
const parsed = (lines: string[], zones: string[] = []): EventSeries =>
  only(parseCalendarObject(calendar(lines, zones)));

const fixed = (tzid: string, offset: string): string =>
  ['BEGIN:VTIMEZONE', `TZID:${tzid}`, 'BEGIN:STANDARD', 'DTSTART:19700101T000000', `TZOFFSETFROM:${offset}`, `TZOFFSETTO:${offset}`, 'END:STANDARD', 'END:VTIMEZONE'].join('\r\n'); // prettier-ignore

describe('properties', () => {
  it('given an event with everything, then every member is read', () => {
    const { master } = parsed(
      vevent(
        'DTSTART;TZID=Europe/Berlin:20261120T100000',
        'DTEND;TZID=Europe/Berlin:20261120T113000',
        'SUMMARY:Plan\\, review\\nand more',
        'DESCRIPTION:a\\;b',
        'LOCATION:Room 1',
        'GEO:48.2;11.5',
        'STATUS:TENTATIVE',
        'TRANSP:TRANSPARENT',
        'CLASS:PRIVATE',
        'CATEGORIES:A,B',
        'CATEGORIES:C',
        'ORGANIZER;CN="Doe, Jane":MAILTO:jane@example.com',
        'ATTENDEE;PARTSTAT=Accepted;CN=X ^^ Y^nZ:mailto:x@example.com',
        'ATTENDEE:MailTo:y@example.com',
        'ATTENDEE;EMAIL=z@example.com;PARTSTAT=DELEGATED:urn:uuid:1234',
        'URL:https://example.com/a',
        'CONFERENCE;VALUE=URI:https://meet.example.com/x',
        'COLOR:red',
        'CREATED:20250101T000000Z',
        'LAST-MODIFIED:20260202T030405Z',
        'SEQUENCE:3',
        'X-UNKNOWN;X-P=1:kept elsewhere',
        'BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER:-PT15M', 'END:VALARM',
        'BEGIN:VALARM', 'ACTION:AUDIO', 'TRIGGER;RELATED=END:-PT2H', 'END:VALARM',
        'BEGIN:VALARM', 'ACTION:DISPLAY', 'TRIGGER;VALUE=DATE-TIME:20261120T080000Z', 'END:VALARM',
        'BEGIN:VALARM', 'ACTION:NONE', 'TRIGGER;VALUE=DATE-TIME:19760401T005545Z', 'END:VALARM',
      ), // prettier-ignore
      [BERLIN],
    );
    expect(master).toEqual({
      summary: 'Plan, review\nand more',
      description: 'a;b',
      start: { local: '2026-11-20T10:00:00', tzid: 'Europe/Berlin' },
      end: { local: '2026-11-20T11:30:00', tzid: 'Europe/Berlin' },
      location: { description: 'Room 1', lat: '48.2', long: '11.5' },
      status: 'tentative',
      transparency: 'transparent',
      event_private: true,
      categories: ['A', 'B', 'C'],
      organizer: { email: 'jane@example.com', display_name: 'Doe, Jane' },
      attendees: [
        { email: 'x@example.com', display_name: 'X ^ Y\nZ', status: 'accepted' },
        { email: 'y@example.com', status: 'needs_action' },
        { email: 'z@example.com', status: 'unknown' },
      ],
      url: 'https://example.com/a',
      conference_url: 'https://meet.example.com/x',
      color: 'red',
      reminders: [15, 30, 60],
      created: '2025-01-01T00:00:00Z',
      updated: '2026-02-02T03:04:05Z',
      sequence: 3,
    });
  });
  it.each([
    // the example of RFC 7986 §5.11
    [
      [
        'CONFERENCE;VALUE=URI;FEATURE=PHONE,MODERATOR;LABEL=Moderator dial-in:tel:+1-412-555-0123,,,654321',
        'CONFERENCE;VALUE=URI;FEATURE=AUDIO,VIDEO;LABEL=Attendee dial-in:https://chat.example.com/audio?id=123456',
      ],
      { conference_url: 'https://chat.example.com/audio?id=123456', conference_name: 'Attendee dial-in' },
    ],
    [['CONFERENCE;VALUE=URI;FEATURE=PHONE:tel:+1-412-555-0123'], { conference_url: 'tel:+1-412-555-0123' }],
    [
      ['X-GOOGLE-CONFERENCE:https://meet.google.com/abc-defg-hij'],
      { conference_url: 'https://meet.google.com/abc-defg-hij' },
    ],
    [
      ['X-MICROSOFT-SKYPETEAMSMEETINGURL:https://teams.microsoft.com/l/meetup-join/1'],
      { conference_url: 'https://teams.microsoft.com/l/meetup-join/1' },
    ],
    [['X-MICROSOFT-CDO-BUSYSTATUS:OOF'], { extended_transparency: 'out_of_office' }],
    [['X-MICROSOFT-CDO-BUSYSTATUS:WORKINGELSEWHERE'], { extended_transparency: 'working_elsewhere' }],
  ])('given %j, then readers have it (EVT-25, EVT-27)', (lines, shown) => {
    expect(parsed(vevent('DTSTART:20261120T100000Z', ...lines)).master).toMatchObject(shown);
  });
  it.each([
    [['DTSTART;VALUE=DATE:20261120'], '2026-11-21'],
    [['DTSTART:20261120'], '2026-11-21'],
    [['DTSTART;VALUE=DATE:20261120', 'DURATION:P1D'], '2026-11-21'],
    [['DTSTART;VALUE=DATE:20261120', 'DURATION:P2W'], '2026-12-04'],
    [['DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261120'], '2026-11-21'],
    [['DTSTART;VALUE=DATE:20261120', 'DTEND;VALUE=DATE:20261123'], '2026-11-23'],
  ])('given the day %j, then its exclusive end is %s (FC-22)', (lines, date) => {
    expect(parsed(vevent(...lines)).master!.end).toEqual({ date });
  });
  it.each([
    [['DTSTART:20261120T100000Z'], '2026-11-20T10:00:00', 'Etc/UTC'],
    [['DTSTART:20261120T100000Z', 'DURATION:PT1H30M'], '2026-11-20T11:30:00', 'Etc/UTC'],
    [['DTSTART;TZID=America/New_York:20260307T120000', 'DURATION:P1D'], '2026-03-08T12:00:00', 'America/New_York'],
    [['DTSTART;TZID=America/New_York:20260307T120000', 'DURATION:PT24H'], '2026-03-08T13:00:00', 'America/New_York'],
    [['DTSTART:20261120T100000', 'DTEND:20261120T090000'], '2026-11-20T10:00:00', null],
  ])('given the time %j, then its end is %s in %s', (lines, local, tzid) => {
    expect(parsed(vevent(...lines)).master!.end).toEqual({ local, tzid });
  });
});

describe('zones (FC-21)', () => {
  const zoneOf = (tzid: string, zones: string[] = []) => {
    const series = parsed(vevent(`DTSTART;TZID=${tzid}:20260720T100000`), zones);
    const { start } = series.master!;
    const startMs = expand(series, { start: 0, end: 4e12 }, { floatingZone: 'Asia/Tokyo' })[0]!.startMs;
    return {
      tzid: 'tzid' in start ? start.tzid : 'date',
      zones: Object.keys(series.zones ?? {}),
      at: new Date(startMs).toISOString().slice(11, 16),
    };
  };
  it.each([
    ['W. Europe Standard Time', 'Europe/Berlin', '08:00'],
    ['Romance Standard Time 1', 'Europe/Paris', '08:00'],
    ['Pacific Time', 'America/Los_Angeles', '17:00'],
    ['"Europe/Berlin"', 'Europe/Berlin', '08:00'],
    ['/mozilla.org/20070129_1/Europe/Berlin', 'Europe/Berlin', '08:00'],
    ['Customized Time Zone', null, '01:00'],
  ])('given TZID=%s without a definition, then it is %s', (tzid, zone, at) => {
    expect(zoneOf(tzid)).toEqual({ tzid: zone, zones: [], at });
  });
  it('given a definition that agrees with its name, then the IANA zone is used', () => {
    expect(zoneOf('Europe/Berlin', [BERLIN])).toEqual({ tzid: 'Europe/Berlin', zones: [], at: '08:00' });
    const outlook = BERLIN.replaceAll('Europe/Berlin', 'W. Europe Standard Time');
    expect(zoneOf('"W. Europe Standard Time"', [outlook])).toEqual({ tzid: 'Europe/Berlin', zones: [], at: '08:00' });
  });
  // docs/reference/time-zones.md: servers and old clients keep definitions that are outdated or begin in 2000
  it('given a definition that contradicts its name, then the name wins', () => {
    expect(zoneOf('Europe/Berlin', [fixed('Europe/Berlin', '+0530')])).toEqual({
      tzid: 'Europe/Berlin',
      zones: [],
      at: '08:00',
    });
    const windows = zoneOf('"W. Europe Standard Time"', [fixed('W. Europe Standard Time', '+0530')]);
    expect(windows).toEqual({ tzid: 'Europe/Berlin', zones: [], at: '08:00' });
  });
  it.each([
    ['"(UTC+07:00) Bangkok\\, Hanoi\\, Jakarta"', 'Asia/Bangkok', '03:00'],
    ['GMT-0500', 'Etc/GMT+5', '15:00'],
    ['EDT', 'Etc/GMT+4', '14:00'],
    ['"(GMT +01:00)"', 'Etc/GMT-1', '09:00'],
    ['(GMT +01:00)', 'Etc/GMT-1', '09:00'],
    ['GMT+01:00', 'Etc/GMT-1', '09:00'],
    ['tzone://Microsoft/Utc', 'Etc/UTC', '10:00'],
  ])('given TZID=%s as servers and clients write it, then it is the zone that it names', (tzid, zone, at) => {
    expect(zoneOf(tzid)).toEqual({ tzid: zone, zones: [], at });
  });
  it('given a name that states an offset of no IANA zone, then that offset is used', () => {
    expect(zoneOf('GMT+05:45')).toEqual({ tzid: 'GMT+05:45', zones: ['GMT+05:45'], at: '04:15' });
  });
  it('given a name that states an offset, with a definition, then the definition wins', () => {
    expect(zoneOf('"GMT+01:00"', [BERLIN.replaceAll('Europe/Berlin', 'GMT+01:00')]).at).toBe('08:00');
  });
  it('given a server that escapes the TZID, then its definition is found', () => {
    const own = fixed('(UTC+01:00) Here\\, there', '+0300');
    expect(zoneOf('"(UTC+01:00) Here, there"', [own]).at).toBe('07:00');
    expect(zoneOf('"(UTC+01:00) Here\\, there"', [own]).at).toBe('07:00');
  });
  it('given its own zone with summer time and a time after 2050, then summer time continues', () => {
    const own = BERLIN.replaceAll('Europe/Berlin', 'Own');
    const series = parsed(vevent('DTSTART;TZID=Own:20600720T100000'), [own]);
    const [found] = expand(series, { start: 0, end: 4e12 }, { floatingZone: 'Asia/Tokyo' });
    expect(new Date(found!.startMs).toISOString()).toBe('2060-07-20T08:00:00.000Z');
  });
  it('given a definition under an unknown name, then the definition is used', () => {
    expect(zoneOf('Customized Time Zone', [fixed('Customized Time Zone', '-0330')])).toEqual({
      tzid: 'Customized Time Zone',
      zones: ['Customized Time Zone'],
      at: '13:30',
    });
  });
});

describe('series', () => {
  const master = vevent('DTSTART;TZID=America/New_York:20261102T100000', 'DTEND;TZID=America/New_York:20261102T110000', 'SUMMARY:M', 'LOCATION:L', 'RRULE:FREQ=WEEKLY;COUNT=4'); // prettier-ignore
  it('given overrides with RECURRENCE-ID in UTC, then they replace the instance at that instant (FC-17)', () => {
    const series = parsed([
      ...master,
      ...vevent(
        'RECURRENCE-ID:20261109T150000Z',
        'DTSTART;TZID=America/New_York:20261109T100000',
        'DTEND;TZID=America/New_York:20261109T110000',
        'SUMMARY:Changed',
      ),
    ]); // given a moved override, then its change contains the times
    expect(series.overrides).toEqual([
      {
        recurrence_id: { local: '2026-11-09T15:00:00', tzid: 'Etc/UTC' },
        change: { summary: 'Changed', location: null },
      },
    ]);
    const found = expand(series, { start: 0, end: 4e12 }, { floatingZone: 'UTC' });
    expect(found.map((o) => o.component.summary)).toEqual(['M', 'Changed', 'M', 'M']);
    expect(found[1]!.component.location).toBeUndefined();
  });
  it('given a moved override, then its change holds the times', () => {
    const { overrides } = parsed([
      ...master,
      ...vevent('RECURRENCE-ID;RANGE=THISANDFUTURE;TZID=America/New_York:20261109T100000', 'DTSTART;TZID=America/New_York:20261109T120000', 'DTEND;TZID=America/New_York:20261109T130000', 'SUMMARY:M', 'LOCATION:L'),
    ]); // prettier-ignore
    expect(overrides).toMatchObject([
      {
        range: 'THISANDFUTURE',
        change: { start: { local: '2026-11-09T12:00:00' }, end: { local: '2026-11-09T13:00:00' } },
      },
    ]);
    expect(Object.keys(overrides[0]!.change).sort()).toEqual(['end', 'start']);
  });
  it('given RDATE periods and EXDATEs with several values, then all are read', () => {
    const { recurrence } = parsed(
      vevent('DTSTART:20261102T100000Z', 'RDATE;VALUE=PERIOD:20261103T100000Z/PT2H,20261104T100000Z/20261104T103000Z', 'EXDATE:20261105T100000Z,20261106T100000Z', 'EXDATE;VALUE=DATE:20261107'), // prettier-ignore
    );
    const at = (local: string) => ({ local: `2026-11-${local}:00`, tzid: 'Etc/UTC' });
    expect(recurrence).toEqual({
      rrules: [],
      rdates: [
        { start: at('03T10:00'), end: at('03T12:00') },
        { start: at('04T10:00'), end: at('04T10:30') },
      ],
      exdates: [at('05T10:00'), at('06T10:00'), { date: '2026-11-07' }],
    });
  });
  it('given several UIDs, then each is its own series (FC-11)', () => {
    const result = parseCalendarObject(
      calendar([...master, ...vevent('DTSTART:20261102T100000Z').map((l) => l.replace('u1', 'u2'))]),
    );
    expect(result.ok && result.series.map((one) => one.uid)).toEqual(['u1', 'u2']);
  });
  it('given only an override, then there is no master and the override is whole', () => {
    const series = parsed(vevent('RECURRENCE-ID:20261109T150000Z', 'DTSTART:20261109T160000Z', 'SUMMARY:Only'));
    expect(series).toMatchObject({ master: null, overrides: [{ change: { summary: 'Only', status: 'confirmed' } }] });
  });
  it('given an unknown RRULE part, then the rule is kept as written', () => {
    const { recurrence } = parsed(vevent('DTSTART:20261102T100000Z', 'RRULE:RSCALE=CHINESE;FREQ=YEARLY;SKIP=FORWARD'));
    expect(recurrence!.rrules).toEqual(['RSCALE=CHINESE;FREQ=YEARLY;SKIP=FORWARD']);
  });
});

describe('hostile input', () => {
  const reasonOf = (text: string) => {
    const result = parseCalendarObject(text);
    return result.ok ? 'ok' : result.reason;
  };
  it.each([
    ['', 'no-event'],
    ['hello', 'no-event'],
    ['BEGIN:VCALENDAR', 'malformed'],
    ['END:VCALENDAR\r\nEND:VCALENDAR', 'no-event'],
    [calendar([]), 'no-event'],
    [calendar(vevent('DTSTART:20260230T100000Z')), 'no-event'],
    ['BEGIN:VCALENDAR\r\n'.repeat(50_000), 'too-deep'],
    [`BEGIN:VCALENDAR\r\nX:${'a'.repeat(5_000_001)}`, 'too-large'],
  ])('given hostile text, then it is refused with a reason', (text, reason) => expect(reasonOf(text)).toBe(reason));

  it.each([
    ['unclosed VTIMEZONEs', calendar(['BEGIN:VTIMEZONE\r\n'.repeat(9).trim()])],
    ['a million folds', calendar(vevent(`DTSTART:20261102T100000Z`, `SUMMARY:${'\r\n a'.repeat(400_000)}`))],
    [
      'many RDATEs',
      calendar(vevent('DTSTART:20261102T100000Z', `RDATE:${Array(100_000).fill('20261103T100000Z').join(',')}`)),
    ],
    [
      'property names of Object',
      calendar(vevent('DTSTART:20261102T100000Z', 'CONSTRUCTOR:x', '__PROTO__:y', 'X;__PROTO__=1:z')),
    ],
  ])('given %s, then a result is returned in bounded time', (_, text) => {
    const started = performance.now();
    expect(() => parseCalendarObject(text)).not.toThrow();
    expect(performance.now() - started).toBeLessThan(boundMs(5000));
  });
  it('given one unreadable line, then the rest of the event is read', () => {
    expect(
      parsed(vevent('DTSTART:20261102T100000Z', 'garbage without a colon', 'SUMMARY:Still here')).master!.summary,
    ).toBe('Still here');
  });
});

describe('a collection', () => {
  it('given 10,000 objects that contain the same VTIMEZONE, then reading them takes at most 3 s of processor time (twice that at the most on a busy machine)', () => {
    const objects = Array.from({ length: 10_000 }, (_, i) => {
      const day = String(1 + (i % 28)).padStart(2, '0');
      return calendar(vevent(`DTSTART;TZID=Europe/Berlin:202611${day}T100000`, `DTEND;TZID=Europe/Berlin:202611${day}T110000`, `SUMMARY:E${i}`), [BERLIN]); // prettier-ignore
    });
    const started = process.cpuUsage();
    const read = objects.filter((text) => parseCalendarObject(text).ok).length;
    expect(read).toBe(10_000);
    const { user, system } = process.cpuUsage(started);
    expect((user + system) / 1000).toBeLessThan(6000);
  });
});
