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

/** One calendar object, roughly following RFC 5545. */
export function calendarObject(random: Random, uid: string): string {
  const event = [
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
  const text = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Fuzz//EN', ...(random.chance(0.2) ? zone : []), ...event, 'END:VCALENDAR', '']; // prettier-ignore
  const whole = text.join(random.pick(['\r\n', '\r\n', '\n', '\r\r\n']));
  return random.chance(0.3) ? mutate(random, whole) : whole;
}
