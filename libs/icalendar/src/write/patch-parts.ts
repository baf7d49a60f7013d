import { Attendee } from '../model.js';
import { emailOf } from '../parse/people.js';
import { parseDuration } from '../parse/values.js';
import { ContentLine, lineName, paramOf, parseLine } from '../text/content-lines.js';
import { ComponentNode, lineOf, replaceLines } from '../text/tree.js';
import { MINUTE } from '../time/civil.js';
import { param } from './format.js';
import { ScheduleAgent, alarmItems, attendeeLine, partstatOf } from './properties.js';

/** Remaining attendees keep their line and its parameters; only name and answer are updated. */
export function patchAttendees(vevent: ComponentNode, attendees: Attendee[], agent: ScheduleAgent | undefined): void {
  const existing = new Map<string, string>();
  const others: string[] = [];
  for (const item of vevent.items) {
    if (typeof item !== 'string' || lineName(item) !== 'ATTENDEE') continue;
    const email = addressOf(parseLine(item));
    if (email === null) others.push(item);
    else existing.set(email, item);
  }
  const lines = attendees.map((attendee) => {
    const line = existing.get(attendee.email.toLowerCase());
    return line === undefined ? attendeeLine(attendee, agent) : updated(line, attendee, agent);
  });
  replaceLines(vevent, ['ATTENDEE'], [...others, ...lines]);
}

function addressOf(line: ContentLine | null): string | null {
  if (!line) return null;
  return (emailOf(paramOf(line, 'EMAIL') ?? '') ?? emailOf(line.value))?.toLowerCase() ?? null;
}

function updated(raw: string, attendee: Attendee, agent: ScheduleAgent | undefined): string {
  const line = parseLine(raw);
  if (!line) return raw;
  const requested: [string, string | undefined][] = [
    ['CN', attendee.display_name],
    ['PARTSTAT', attendee.status === 'unknown' ? undefined : partstatOf(attendee)],
    ['SCHEDULE-AGENT', agent],
  ];
  for (const [name, value] of requested) {
    const current = paramOf(line, name) ?? (name === 'PARTSTAT' ? 'NEEDS-ACTION' : undefined);
    if (value === undefined || current?.toUpperCase() === value.toUpperCase()) continue;
    line.params = [...line.params.filter((p) => p.name !== name), { name, values: [value] }];
  }
  const params = line.params.map((p) => `;${p.name}=${p.values.map((v) => param('', v).slice(2)).join(',')}`);
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
