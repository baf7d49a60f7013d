import { EventComponent, EventStatus, EventTime } from '../model.js';
import { MINUTE, dateString, dayOfDate } from '../time/civil.js';
import { ZoneContext, instantOf, isAllDay } from '../zones/event-time.js';
import { JCalComponent, JCalProperty, paramText, propertiesOf, propertyOf, textOf } from './jcal.js';
import { unescapeText } from '../text/unescape.js';
import { BUSY_STATUS, extendedTransparencyOf } from './busy-status.js';
import { conferenceOf } from './conference.js';
import { attendeesOf, organizerOf } from './people.js';
import { ResolveTzid, addDuration, eventTime, parseDuration, utcStamp } from './values.js';

/** How the values of one object are read. */
export interface Reading {
  resolve: ResolveTzid;
  context: ZoneContext;
}

export function timeOf(property: JCalProperty | undefined, reading: Reading): EventTime | null {
  return property ? eventTime(property[3], paramText(property, 'tzid'), reading.resolve) : null;
}

/** A VEVENT in the model; `null` without a readable DTSTART. */
export function componentOf(vevent: JCalComponent, reading: Reading): EventComponent | null {
  const start = timeOf(propertyOf(vevent, 'dtstart'), reading);
  if (!start) return null;
  const end = endOf(vevent, start, reading);
  const out: EventComponent = {
    summary: textOf(vevent, 'summary') ?? '',
    description: textOf(vevent, 'description'),
    start,
    end,
    duration: durationOf(vevent),
    location: locationOf(vevent),
    status: statusOf(textOf(vevent, 'status')),
    transparency: textOf(vevent, 'transp')?.toUpperCase() === 'TRANSPARENT' ? 'transparent' : 'opaque',
    extended_transparency: extendedTransparencyOf(textOf(vevent, BUSY_STATUS.toLowerCase())),
    categories: categoriesOf(vevent),
    tags: tagsOf(vevent),
    attendees: attendeesOf(vevent),
    organizer: organizerOf(vevent),
    url: textOf(vevent, 'url'),
    ...conferenceOf(vevent),
    color: textOf(vevent, 'color'),
    event_private: /^(PRIVATE|CONFIDENTIAL)$/i.test(textOf(vevent, 'class') ?? '') || undefined,
    reminders: remindersOf(vevent, { start, end }, reading),
    created: utcStamp(propertyOf(vevent, 'created')?.[3]),
    updated: utcStamp(propertyOf(vevent, 'last-modified')?.[3]) ?? utcStamp(propertyOf(vevent, 'dtstamp')?.[3]),
    sequence: sequenceOf(vevent),
  };
  return withoutAbsent(out);
}

function withoutAbsent(component: EventComponent): EventComponent {
  const members = component as unknown as Record<string, unknown>;
  for (const key of Object.keys(members)) if (members[key] === undefined) delete members[key];
  return component;
}

/** A floating DTEND beside a DTSTART in a zone is read in that zone: §3.8.2.2 requires the same form for both. */
const inZoneOf = (start: EventTime, end: EventTime): EventTime =>
  !isAllDay(end) && !isAllDay(start) && end.tzid === null && start.tzid !== 'Etc/UTC'
    ? { ...end, tzid: start.tzid }
    : end;

/** DTEND, DURATION, or the default of §3.6.1 if both are missing; never before the start. */
function endOf(vevent: JCalComponent, start: EventTime, reading: Reading): EventTime {
  const nextDay = (date: string) => ({ date: dateString(dayOfDate(date) + 1) });
  const end = timeOf(propertyOf(vevent, 'dtend'), reading);
  if (end) {
    if (isAllDay(start)) {
      const date = isAllDay(end) ? end.date : end.local.slice(0, 10);
      return date > start.date ? { date } : nextDay(start.date);
    }
    const timed = isAllDay(end) ? { local: `${end.date}T00:00:00`, tzid: start.tzid } : inZoneOf(start, end);
    return instantOf(timed, reading.context) >= instantOf(start, reading.context) ? timed : { ...start };
  }
  const duration = parseDuration(propertyOf(vevent, 'duration')?.[3]);
  if (duration) return addDuration(start, duration, reading.context);
  return isAllDay(start) ? nextDay(start.date) : { ...start };
}

/** DURATION, if there is no DTEND. */
function durationOf(vevent: JCalComponent): string | undefined {
  if (propertyOf(vevent, 'dtend')) return undefined;
  const value = textOf(vevent, 'duration');
  const duration = parseDuration(value);
  return duration && duration.sign > 0 ? value : undefined;
}

function statusOf(text: string | undefined): EventStatus {
  const status = text?.toLowerCase();
  return status === 'tentative' || status === 'cancelled' ? status : 'confirmed';
}

function locationOf(vevent: JCalComponent): EventComponent['location'] {
  const description = textOf(vevent, 'location');
  const geo = propertyOf(vevent, 'geo')?.[3];
  const [lat, long] = Array.isArray(geo) ? geo.map(Number) : [];
  const placed = geo !== undefined && Number.isFinite(lat) && Number.isFinite(long);
  if (description === undefined && !placed) return undefined;
  return { ...(description !== undefined && { description }), ...(placed && { lat: String(lat), long: String(long) }) };
}

function categoriesOf(vevent: JCalComponent): string[] | undefined {
  const all = propertiesOf(vevent, 'categories')
    .flatMap((property) => property.slice(3).map((value) => String(value).trim()))
    .filter((value) => value !== '');
  return all.length > 0 ? all : undefined;
}

/** As many as an event may be given. */
const maxTags = 20;

function tagsOf(vevent: JCalComponent): string[] | undefined {
  const all = propertiesOf(vevent, 'x-kalends-tag')
    .slice(0, maxTags)
    .map((property) => unescapeText(String(property[3])));
  return all.length > 0 ? all : undefined;
}

function sequenceOf(vevent: JCalComponent): number | undefined {
  const text = textOf(vevent, 'sequence');
  return text !== undefined && /^\d{1,9}$/.test(text) ? +text : undefined;
}

type Times = Pick<EventComponent, 'start' | 'end'>;

/** Minutes before the start of each alarm, without alarms after the start and Apple's ACTION:NONE placeholders. */
function remindersOf(vevent: JCalComponent, times: Times, reading: Reading): number[] | undefined {
  const minutes: number[] = [];
  for (const alarm of vevent[2]) {
    if (alarm[0] !== 'valarm' || textOf(alarm, 'action')?.toUpperCase() === 'NONE') continue;
    const trigger = propertyOf(alarm, 'trigger');
    const before = trigger ? minutesBefore(trigger, times, reading) : null;
    if (before !== null && before >= 0 && !minutes.includes(before)) minutes.push(Math.abs(before));
  }
  return minutes.length > 0 ? minutes : undefined;
}

function minutesBefore(trigger: JCalProperty, { start, end }: Times, reading: Reading): number | null {
  const startMs = instantOf(start, reading.context);
  const duration = parseDuration(trigger[3]);
  if (duration) {
    const fromEnd = paramText(trigger, 'related')?.toUpperCase() === 'END';
    const anchor = fromEnd ? instantOf(end, reading.context) - startMs : 0;
    return Math.round((-duration.sign * (duration.days * 1440 * MINUTE + duration.ms) - anchor) / MINUTE);
  }
  const at = eventTime(trigger[3], paramText(trigger, 'tzid'), reading.resolve);
  return at && !isAllDay(at) ? Math.round((startMs - instantOf(at, reading.context)) / MINUTE) : null;
}
