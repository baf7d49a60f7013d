import type { GoogleResource, GoogleTime } from './google.js';
import { iso, type NewEvent, type Times, type Zone } from './phone.js';

/** Minutes east of Greenwich, all year. */
const offsets: Record<Zone, number> = { UTC: 0, 'Asia/Kolkata': 330, 'Asia/Tokyo': 540 };
const offsetText = (minutes: number) =>
  `+${String(Math.floor(minutes / 60)).padStart(2, '0')}${String(minutes % 60).padStart(2, '0')}`;
const basic = (ms: number) => iso(ms).replaceAll(/[-:]/g, '');

const zoneText = (zone: Zone) => `BEGIN:VTIMEZONE
TZID:${zone}
BEGIN:STANDARD
DTSTART:19700101T000000
TZOFFSETFROM:${offsetText(offsets[zone])}
TZOFFSETTO:${offsetText(offsets[zone])}
END:STANDARD
END:VTIMEZONE
`;

/** A property with a date or a time (RFC 5545 §3.3.4, §3.3.5). */
function time(name: string, ms: number, { isAllDay, zone }: Pick<Times, 'isAllDay' | 'zone'>): string {
  if (isAllDay) return `${name};VALUE=DATE:${basic(ms).slice(0, 8)}`;
  if (zone === 'UTC') return `${name}:${basic(ms)}`;
  return `${name};TZID=${zone}:${basic(ms + offsets[zone] * 60_000).slice(0, 15)}`;
}

/** An event as the phone stores it. */
export interface KeptEvent extends NewEvent {
  uid: string;
  /** By their original start; null: cancelled. */
  exceptions: Map<number, Times | null>;
}

/** DTSTART and DTEND. */
export const timeLines = (times: Times): [string, string] => [
  time('DTSTART', times.start, times),
  time('DTEND', times.end, times),
];

/** The calendar object of an event (RFC 5545, RFC 4791 §4.1). */
export function objectOf(event: KeptEvent): string {
  const { uid, summary, transparency, rule, exceptions } = event;
  const component = (times: Times, more: string[]) => [
    'BEGIN:VEVENT',
    `UID:${uid}`,
    'DTSTAMP:20261101T000000Z',
    `SUMMARY:${summary}`,
    `TRANSP:${transparency.toUpperCase()}`,
    ...timeLines(times),
    ...more,
    'END:VEVENT',
  ];
  const cancelled = [...exceptions].flatMap(([at, to]) => (to === null ? [time('EXDATE', at, event)] : []));
  const moved = [...exceptions].flatMap(([at, to]) =>
    to === null ? [] : component(to, [time('RECURRENCE-ID', at, event)]),
  );
  const used = new Set([event, ...exceptions.values()].flatMap((times) => (times ? [times.zone] : [])));
  const zones = [...used].filter((zone) => zone !== 'UTC').map(zoneText);
  const lines = [...component(event, [...(rule === null ? [] : [`RRULE:${rule}`]), ...cancelled]), ...moved];
  const head = 'BEGIN:VCALENDAR\nVERSION:2.0\nPRODID:-//phone//EN\n';
  return `${head}${zones.join('')}${lines.join('\n')}\nEND:VCALENDAR\n`.replaceAll('\n', '\r\n');
}

interface Property {
  name: string;
  parameters: string;
  value: string;
}

function propertiesOf(component: string): Property[] {
  const lines = component.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  return lines.flatMap((line) => {
    const [, name, parameters = '', value] = /^([A-Z-]+)(;[^:]*)?:(.*)$/.exec(line) ?? [];
    return name === undefined ? [] : [{ name, parameters, value: value! }];
  });
}

function timeOf({ parameters, value }: Property): GoogleTime {
  const [, year, month, date, clock] = /^(\d{4})(\d\d)(\d\d)(?:T(\d{6})Z?)?$/.exec(value)!;
  if (clock === undefined) return { date: `${year}-${month}-${date}` };
  const at = `${year}-${month}-${date}T${clock.replace(/(..)(..)(..)/, '$1:$2:$3')}Z`;
  const zone = value.endsWith('Z') ? 'UTC' : (/TZID="?([^";]+)/.exec(parameters)?.[1] ?? 'UTC').replace('Etc/', '');
  if (!(zone in offsets)) throw new Error(`the oracle does not support the zone ${zone}`);
  return { dateTime: iso(Date.parse(at) - offsets[zone as Zone] * 60_000) };
}

/** The events of the calendar object `id` as Google would show them: EXDATEs are cancelled instances. */
export function resourcesOf(id: string, object: string): GoogleResource[] {
  const components = [...object.matchAll(/BEGIN:VEVENT\r?\n([\s\S]*?)END:VEVENT/g)].map(([, text]) =>
    propertiesOf(text!),
  );
  return components.flatMap((properties) => {
    const find = (name: string) => properties.find((one) => one.name === name);
    const rule = find('RRULE')?.value;
    const original = find('RECURRENCE-ID');
    const cancelled = properties
      .filter(({ name }) => name === 'EXDATE')
      .flatMap((one) => one.value.split(',').map((value) => timeOf({ ...one, value })));
    const resource: GoogleResource = {
      id,
      status: find('STATUS')?.value.toLowerCase() ?? 'confirmed',
      summary: find('SUMMARY')?.value ?? '',
      transparency: find('TRANSP')?.value.toLowerCase() ?? 'opaque',
      start: timeOf(find('DTSTART')!),
      end: timeOf(find('DTEND')!),
      ...(rule === undefined ? {} : { recurrence: [`RRULE:${rule}`] }),
      ...(original ? { recurringEventId: id, originalStartTime: timeOf(original) } : {}),
    };
    const exdates = cancelled.map((at, index) => ({
      id: `${id} exdate ${index}`,
      status: 'cancelled',
      recurringEventId: id,
      originalStartTime: at,
    }));
    return [resource, ...exdates];
  });
}
