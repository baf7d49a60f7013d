import { Attendee, EventComponent, EventTime, Recurrence } from '../model.js';
import { BUSY_STATUS, busyStatusOf } from '../parse/busy-status.js';
import { CONFERENCE_NAMES } from '../parse/property-names.js';
import { isAllDay } from '../zones/event-time.js';
import { escapeText, param, rawValue, timeLine, timeParams, timeValue, uriValue, utcValue } from './format.js';

/** RFC 6638 §7.1: who sends the mails; CLIENT or NONE prevent the server from sending them. */
export type ScheduleAgent = 'SERVER' | 'CLIENT' | 'NONE';

/** Of attendees that an event has already, and of those that a change adds. */
export interface ScheduleAgents {
  kept?: ScheduleAgent | undefined;
  added?: ScheduleAgent | undefined;
}

type Values = { [K in keyof EventComponent]?: EventComponent[K] | null };

const conferenceLine = (url: string, name: string | null | undefined): string =>
  `CONFERENCE;VALUE=URI;FEATURE=VIDEO${name ? param('LABEL', name) : ''}:${uriValue(url)}`;

/** The properties of each member that has its own line; `lines` returns none for an absent value. */
export const PROPERTIES: { key: keyof EventComponent; names: string[]; lines: (values: Values) => string[] }[] = [
  { key: 'summary', names: ['SUMMARY'], lines: (v) => text('SUMMARY', v.summary) },
  { key: 'description', names: ['DESCRIPTION'], lines: (v) => text('DESCRIPTION', v.description) },
  {
    key: 'location',
    names: ['LOCATION', 'GEO', 'X-APPLE-STRUCTURED-LOCATION'],
    lines: (v) => locationLines(v.location),
  },
  { key: 'status', names: ['STATUS'], lines: (v) => (v.status ? [`STATUS:${v.status.toUpperCase()}`] : []) },
  {
    key: 'transparency',
    names: ['TRANSP'],
    lines: (v) => (v.transparency ? [`TRANSP:${v.transparency.toUpperCase()}`] : []),
  },
  {
    key: 'extended_transparency',
    names: [BUSY_STATUS],
    lines: (v) => (v.extended_transparency ? [`${BUSY_STATUS}:${busyStatusOf(v.extended_transparency)}`] : []),
  },
  { key: 'categories', names: ['CATEGORIES'], lines: (v) => categoryLines(v.categories) },
  { key: 'tags', names: ['X-KALENDS-TAG'], lines: (v) => (v.tags ?? []).flatMap((tag) => text('X-KALENDS-TAG', tag)) },
  { key: 'url', names: ['URL'], lines: (v) => (v.url ? [`URL:${uriValue(v.url)}`] : []) },
  {
    key: 'conference_url',
    names: CONFERENCE_NAMES,
    lines: (v) => (v.conference_url ? [conferenceLine(v.conference_url, v.conference_name)] : []),
  },
  { key: 'color', names: ['COLOR'], lines: (v) => text('COLOR', v.color) },
  { key: 'event_private', names: ['CLASS'], lines: (v) => (v.event_private ? ['CLASS:PRIVATE'] : []) },
  { key: 'organizer', names: ['ORGANIZER'], lines: (v) => organizerLines(v.organizer) },
  { key: 'created', names: ['CREATED'], lines: (v) => (v.created ? [`CREATED:${utcValue(v.created)}`] : []) },
  { key: 'sequence', names: ['SEQUENCE'], lines: (v) => (v.sequence == null ? [] : [`SEQUENCE:${v.sequence}`]) },
];

const text = (name: string, value: string | null | undefined): string[] =>
  value ? [`${name}:${escapeText(value)}`] : [];

function locationLines(location: EventComponent['location'] | null): string[] {
  const geo =
    location?.lat !== undefined && location.long !== undefined ? [`GEO:${location.lat};${location.long}`] : [];
  return [...text('LOCATION', location?.description), ...geo.map(rawValue)];
}

const categoryLines = (categories: string[] | null | undefined): string[] =>
  categories && categories.length > 0 ? [`CATEGORIES:${categories.map(escapeText).join(',')}`] : [];

const named = (displayName: string | undefined): string => (displayName ? param('CN', displayName) : '');

export const organizerLines = (organizer: EventComponent['organizer'] | null): string[] =>
  organizer ? [`ORGANIZER${named(organizer.display_name)}:mailto:${rawValue(organizer.email)}`] : [];

export const PARTSTAT: Record<Attendee['status'], string> = {
  needs_action: 'NEEDS-ACTION',
  accepted: 'ACCEPTED',
  declined: 'DECLINED',
  tentative: 'TENTATIVE',
  unknown: 'X-UNKNOWN',
};

export const partstatOf = (attendee: Attendee): string => PARTSTAT[attendee.status];

export function attendeeLine(attendee: Attendee, agent: ScheduleAgent | undefined): string {
  const rsvpParameter = attendee.status === 'needs_action' ? ';RSVP=TRUE' : '';
  const scheduling = agent ? `;SCHEDULE-AGENT=${agent}` : '';
  return `ATTENDEE${named(attendee.display_name)};PARTSTAT=${partstatOf(attendee)}${rsvpParameter}${scheduling}:mailto:${rawValue(attendee.email)}`;
}

/**
 * DTSTART and DTEND, or DURATION if the event has one; a timed event without length has no DTEND, which must be later
 * than DTSTART (§3.8.2.2).
 */
export function timeLines(start: EventTime, end: EventTime, duration?: string): string[] {
  if (duration !== undefined) return [timeLine('DTSTART', start), `DURATION:${rawValue(duration)}`];
  const empty = !isAllDay(start) && JSON.stringify(start) === JSON.stringify(end);
  return [timeLine('DTSTART', start), ...(empty ? [] : [timeLine('DTEND', end)])];
}

export function recurrenceLines({ rrules, exrules = [], rdates, exdates }: Recurrence): string[] {
  return [
    ...rrules.map((rule) => `RRULE:${rawValue(rule)}`),
    ...exrules.map((rule) => `EXRULE:${rawValue(rule)}`),
    ...rdates.map(({ start, end }) => {
      if (!end) return timeLine('RDATE', start);
      return `RDATE;VALUE=PERIOD${timeParams(start)}:${timeValue(start)}/${timeValue(end)}`;
    }),
    ...exdates.map((time) => timeLine('EXDATE', time)),
  ];
}

export const alarmItems = (minutes: number, summary: string): string[] => [
  'ACTION:DISPLAY',
  `DESCRIPTION:${escapeText(summary || 'Reminder')}`,
  `TRIGGER:-PT${minutes}M`,
];
