import { hostileTexts, mutate, type Random } from '../harness/random.js';

const rules = [
  'FREQ=SECONDLY',
  'FREQ=MINUTELY',
  'FREQ=SECONDLY;INTERVAL=7;BYSECOND=0,13,59',
  'FREQ=DAILY;BYHOUR=0,1,2,3,4,5,6,7,8,9,10,11;BYMINUTE=0,10,20,30,40,50;BYSECOND=0,20,40',
  'FREQ=YEARLY;BYYEARDAY=-366,366;BYDAY=MO',
  'FREQ=MONTHLY;BYMONTHDAY=31;BYMONTH=2',
  'FREQ=WEEKLY;COUNT=2147483647',
  'FREQ=YEARLY;INTERVAL=99999999',
  'FREQ=DAILY;UNTIL=99991231T235959Z',
  'FREQ=MONTHLY;BYDAY=MO,TU,WE,TH,FR,SA,SU;BYSETPOS=-1',
  'FREQ=HOURLY;BYMONTH=2;BYMONTHDAY=30',
  'FREQ=WEEKLY;COUNT=-1',
  'FREQ=WEEKLY;BYDAY=MO;UNTIL=19971201Z',
  'FREQ=',
  'COUNT=3',
];
const starts = [
  'DTSTART:20261101T090000Z',
  'DTSTART;VALUE=DATE:20261101',
  'DTSTART;TZID=Europe/Berlin:20251026T023000',
  'DTSTART;TZID="Customized Time Zone":20261101T090000',
  'DTSTART;TZID=GMT+01:00:20261101T090000',
  'DTSTART:19000101T000000',
  'DTSTART:99991231T235959Z',
  'DTSTART;TZID=Nowhere/Land:20261101T090000',
];
const ends = [
  'DTEND:20261101T100000Z',
  'DURATION:PT1M',
  'DURATION:P9999999W',
  'DURATION:-PT1H',
  'DTEND:20261101',
  'DURATION:P1D',
];

const many = (count: number, line: (index: number) => string) =>
  Array.from({ length: count }, (_, index) => line(index));

const zone = [
  'BEGIN:VTIMEZONE',
  'TZID:Customized Time Zone',
  'BEGIN:STANDARD',
  'DTSTART:16010101T000000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=SECONDLY',
  'END:STANDARD',
  'END:VTIMEZONE',
];

const extras = (random: Random): string[] =>
  random.pick([
    [],
    many(
      random.int(3_000),
      (n) => `RDATE:2026${String(1 + (n % 12)).padStart(2, '0')}01T0000${String(n % 60).padStart(2, '0')}Z`,
    ),
    many(random.int(2_000), (n) => `ATTENDEE;CN="${n}":mailto:person${n}@example.com`),
    [`SUMMARY:${'x'.repeat(random.int(300_000))}`],
    [`DESCRIPTION:${random.pick(hostileTexts)}`],
    many(random.int(300), () => 'BEGIN:VALARM'),
    ['EXRULE:FREQ=SECONDLY', 'EXDATE;VALUE=DATE:20261101'],
    ['RECURRENCE-ID:20261101T090000Z', 'RDATE;VALUE=PERIOD:20261101T090000Z/PT0S'],
    [`X-${'P'.repeat(200)};A="${'b'.repeat(10_000)}":c`],
  ]);

const numbers = (count: number) => many(count, String).join(',');
const at = (n: number) => new Date(Date.UTC(2026, 0, 1) + n * 3_600_000).toISOString().replaceAll(/[-:]|\.\d+/g, '');
const hourly = ['DTSTART:20260101T000000Z', 'DURATION:PT1M'];
const event = (uid: string, lines: string[]) => ['BEGIN:VEVENT', `UID:${uid}`, 'SUMMARY:Fuzz', ...lines, 'END:VEVENT'];

/** Objects that take long to read, or much memory: each blocked or ended a process in the past. */
const heavy: ((uid: string, size: number) => string[])[] = [
  (uid) =>
    event(uid, [...hourly, `RRULE:FREQ=YEARLY;BYHOUR=${numbers(24)};BYMINUTE=${numbers(60)};BYSECOND=${numbers(60)};BYSETPOS=-1`]), // prettier-ignore
  (uid) => [
    ...['BEGIN:VTIMEZONE', 'TZID:Own'],
    ...many(400, (n) => `BEGIN:STANDARD\r\nDTSTART:${1600 + n}0101T000000\r\nTZOFFSETFROM:+0100\r\nTZOFFSETTO:+0200\r\nRRULE:FREQ=DAILY\r\nEND:STANDARD`), // prettier-ignore
    ...['END:VTIMEZONE', ...event(uid, ['DTSTART;TZID=Own:20260101T000000', 'DURATION:PT1H', 'RRULE:FREQ=DAILY'])],
  ],
  (uid, size) => event(uid, [...hourly, `RDATE:${many(10 * size, at).join(',')}`]),
  (uid, size) => [
    ...event(uid, [...hourly, 'RRULE:FREQ=HOURLY']),
    ...many(size, (n) => event(uid, [`RECURRENCE-ID:${at(n)}`, ...hourly]).join('\r\n')),
  ],
  (uid, size) => event(uid, [...hourly, ...many(2 * size, (n) => `ATTENDEE;CN="${n}":mailto:person${n}@example.com`)]),
  (uid, size) =>
    event(uid, [...hourly, ...many(size, () => 'BEGIN:VALARM\r\nACTION:DISPLAY\r\nTRIGGER:-PT5M\r\nEND:VALARM')]),
  (uid, size) => event(uid, [...hourly, `DESCRIPTION:${'d'.repeat(200 * size)}`]),
];
/** Up to which size objects grow: 200,000 dates, 40,000 attendees, 4 MB of text. */
const largest = 20_000;

const heavyObject = (random: Random, uid: string) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Fuzz//EN', ...random.pick(heavy)(uid, random.int(largest)), 'END:VCALENDAR', ''].join('\r\n'); // prettier-ignore

/** One calendar object, roughly following RFC 5545. */
export function calendarObject(random: Random, uid: string): string {
  if (random.chance(0.15)) return heavyObject(random, uid);
  const lines = [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20261101T000000Z',
    random.pick(starts),
    random.pick(ends),
    ...(random.chance(0.6) ? [`RRULE:${random.pick(rules)}`] : []),
    'SUMMARY:Fuzz',
    ...extras(random),
    'END:VEVENT',
  ];
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Fuzz//EN', ...(random.chance(0.2) ? zone : []), ...lines, 'END:VCALENDAR', '']; // prettier-ignore
  const whole = text.join(random.pick(['\r\n', '\r\n', '\n', '\r\r\n']));
  return random.chance(0.3) ? mutate(random, whole) : whole;
}
