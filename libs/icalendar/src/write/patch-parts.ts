import { Attendee } from '../model.js';
import { emailOf } from '../parse/people.js';
import { parseDuration } from '../parse/values.js';
import { ContentLine, lineName, paramOf, parseLine } from '../text/content-lines.js';
import { ComponentNode, lineOf, replaceLines } from '../text/tree.js';
import { MINUTE } from '../time/civil.js';
import { param } from './format.js';
import { ScheduleAgent, ScheduleAgents, alarmItems, attendeeLine, organizerLines, partstatOf } from './properties.js';

interface AttendeesPatch {
  attendees: readonly Attendee[];
  /** Those that the object has. */
  present: readonly Attendee[];
  agents: ScheduleAgents;
}

const sameAttendee = (one: Attendee, other: Attendee | undefined): boolean =>
  one.status === other?.status && one.display_name === other.display_name;

/**
 * Remaining attendees keep their line and its parameters; only name and answer are updated where they differ. Without
 * `agents` the lines of all others stay exactly as they are: an attendee may change none but its own (RFC 6638 §3.2.2.1).
 */
export function patchAttendees(vevent: ComponentNode, { attendees, present, agents }: AttendeesPatch): void {
  const byAddress = (list: readonly Attendee[]) => new Map(list.map((one) => [one.email.toLowerCase(), one]));
  const [requested, before] = [byAddress(attendees), byAddress(present)];
  const found = new Set<string>();
  const lines = vevent.items.flatMap((item) => {
    if (typeof item !== 'string' || lineName(item) !== 'ATTENDEE') return [];
    const email = addressOf(parseLine(item));
    if (email === null) return [item];
    const attendee = requested.get(email);
    if (!attendee) return [];
    found.add(email);
    return [updated(item, sameAttendee(attendee, before.get(email)) ? undefined : attendee, agents.kept)];
  });
  const added = attendees.filter(({ email }) => !found.has(email.toLowerCase()));
  replaceLines(vevent, ['ATTENDEE'], [...lines, ...added.map((one) => attendeeLine(one, agents.added))]);
}

/** All components of a series have the same organizer (RFC 6638 §3.2.4.2); one that is there already stays. */
export function addOrganizer(vevents: readonly ComponentNode[], email: string): void {
  if (vevents.some((vevent) => lineOf(vevent, 'ORGANIZER') !== undefined)) return;
  for (const vevent of vevents) replaceLines(vevent, ['ORGANIZER'], organizerLines({ email }));
}

function addressOf(line: ContentLine | null): string | null {
  if (!line) return null;
  return (emailOf(paramOf(line, 'EMAIL') ?? '') ?? emailOf(line.value))?.toLowerCase() ?? null;
}

/** The line with what differs; `attendee` is absent if name and answer stay. */
function updated(raw: string, attendee: Attendee | undefined, agent: ScheduleAgent | undefined): string {
  const line = parseLine(raw);
  if (!line) return raw;
  const isAnswered = attendee !== undefined && attendee.status !== 'unknown';
  const requested: [string, string | undefined][] = [
    ['CN', attendee?.display_name],
    ['PARTSTAT', isAnswered ? partstatOf(attendee) : undefined],
    ['SCHEDULE-AGENT', agent],
  ];
  const differing = requested.flatMap(([name, value]) => {
    const current = paramOf(line, name) ?? (name === 'PARTSTAT' ? 'NEEDS-ACTION' : undefined);
    return value === undefined || current?.toUpperCase() === value.toUpperCase() ? [] : [{ name, values: [value] }];
  });
  if (differing.length === 0) return raw;
  const kept = line.params.filter((one) => !differing.some(({ name }) => name === one.name));
  const params = [...kept, ...differing].map(
    (one) => `;${one.name}=${one.values.map((value) => param('', value).slice(2)).join(',')}`,
  );
  return `${line.name}${params.join('')}:${line.value}`;
}

/** Alarms at the requested minutes stay as they are; so do alarms that are not relative to the start. */
export function patchReminders(vevent: ComponentNode, minutes: number[], summary: string): void {
  const kept = new Set<number>();
  vevent.items = vevent.items.filter((item) => {
    if (typeof item === 'string' || item.name !== 'VALARM') return true;
    const before = minutesOf(item);
    if (before === null) return true;
    if (!minutes.includes(before)) return false;
    kept.add(before);
    return true;
  });
  for (const n of minutes) {
    if (!kept.has(n)) vevent.items.push({ name: 'VALARM', items: alarmItems(n, summary) });
  }
}

function minutesOf(alarm: ComponentNode): number | null {
  const line = parseLine(lineOf(alarm, 'TRIGGER') ?? '');
  const action = parseLine(lineOf(alarm, 'ACTION') ?? '')
    ?.value.trim()
    .toUpperCase();
  if (!line || action === 'NONE' || paramOf(line, 'RELATED')?.toUpperCase() === 'END') return null;
  const duration = parseDuration(line.value.trim());
  if (!duration) return null;
  const before = -duration.sign * (duration.days * 1440 + duration.ms / MINUTE);
  return before >= 0 ? Math.round(before) : null;
}
