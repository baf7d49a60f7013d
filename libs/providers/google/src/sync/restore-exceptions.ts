import { z } from 'zod';
import type { RemoteCalendar } from '@kalends/provider-port/sync';
import { eventPath, type GoogleApi } from './google-api.js';
import { joinParts, splitValue } from './long-properties.js';
import { ownMembers, type MovedInstance } from './moved-exceptions.js';
import { readSeries } from './read-changes.js';
import { isCancelled } from './series-assembly.js';
import { own, writableAttendee, type GoogleEvent, type GoogleTime } from './resources.js';

type Members = Record<string, unknown>;

const time = z.object({ date: z.string(), dateTime: z.string(), timeZone: z.string() }).partial();
const id = z.string();
const note = z.array(
  z.discriminatedUnion('as', [
    z.object({ id, as: z.literal('deleted') }),
    z.object({ id, as: z.literal('changed'), members: z.record(z.string(), z.unknown()) }),
    z.object({ id, as: z.literal('plain'), start: time, end: time }),
  ]),
);

/** In bytes; Google keeps 32 KB of properties per event. */
const longestNote = 8_000;

/**
 * The private properties that note, with the write that moves a series, what is to be restored after it, in case this
 * process ends between the two. None if that is too long.
 */
export function noteOf(moved: readonly MovedInstance[]): Record<string, string | null> {
  const text = JSON.stringify(moved);
  return moved.length > 0 && Buffer.byteLength(text) <= longestNote ? splitValue(own.moved, text) : {};
}

const privateOf = (event: GoogleEvent | undefined) => event?.extendedProperties?.private ?? {};
const nulls = (names: readonly string[]) => Object.fromEntries(names.map((name) => [name, null]));
const notedNames = (event: GoogleEvent) =>
  Object.keys(privateOf(event)).filter((name) => new RegExp(`^${own.moved}\\d*$`).test(name));

export const hasNote = (event: GoogleEvent): boolean => notedNames(event).length > 0;

/** What an interrupted write left to do; nothing if the note is unreadable. Only instances of the series count. */
export function notedIn(event: GoogleEvent): MovedInstance[] {
  try {
    const noted = note.parse(JSON.parse(joinParts(own.moved, privateOf(event)) ?? '[]')) as MovedInstance[];
    return noted.filter((one) => one.id.startsWith(`${event.id}_`));
  } catch {
    return [];
  }
}

/** A patch merges: what the instance has beside the wanted members is removed, also the note that it has from the series. */
function patchFor(wanted: Members, { present, master }: { present: GoogleEvent | undefined; master: GoogleEvent }) {
  // a list that Google shows in part would remove the others
  const isShownInPart = [wanted['attendeesOmitted'], present?.attendeesOmitted, master.attendeesOmitted].includes(true);
  const members = ownMembers.filter((name) => name !== 'attendees' || !isShownInPart);
  const all = nulls(members);
  const at = (one: unknown) => ({ ...nulls(['date', 'dateTime', 'timeZone']), ...(one as GoogleTime) });
  const { private: kept, ...shared } = (wanted['extendedProperties'] ?? {}) as Record<string, Members>;
  const stays = Object.entries(kept ?? {}).filter(([name]) => !name.startsWith(own.moved));
  const properties = {
    ...shared,
    private: { ...nulls([...notedNames(master), ...Object.keys(privateOf(present))]), ...Object.fromEntries(stays) },
  };
  const known = Object.entries(wanted).filter(([name]) => members.includes(name));
  const times = { start: at(wanted['start']), end: at(wanted['end']) };
  return {
    ...all,
    ...Object.fromEntries(known),
    ...times,
    status: wanted['status'] ?? 'confirmed',
    extendedProperties: properties,
  };
}

/** An event's members as they may be written, at its own times or those of another instance. */
function written(event: GoogleEvent, { start, end }: Pick<GoogleEvent, 'start' | 'end'> = event): Members {
  const { attendees } = event;
  return { ...event, ...(attendees ? { attendees: attendees.map(writableAttendee) } : {}), start, end };
}

const instantIn = ({ date, dateTime }: GoogleTime = {}) => date ?? new Date(dateTime ?? '').getTime();
const isTime = (name: string) => name === 'start' || name === 'end';
const compared = (one: Members) =>
  JSON.stringify(ownMembers.map((name) => (isTime(name) ? instantIn(one[name] as GoogleTime) : (one[name] ?? null))));

interface Restoring {
  master: GoogleEvent;
  moved: readonly MovedInstance[];
}

/** Gives the instances of a moved series what they are to be, and ends the note; repeating it changes nothing. */
export async function restoreExceptions(
  api: GoogleApi,
  calendar: RemoteCalendar,
  { master, moved }: Restoring,
): Promise<void> {
  const { exceptions } = await readSeries(api, calendar.href, { master });
  for (const one of moved) {
    const present = exceptions.find((exception) => exception.id === one.id);
    const path = eventPath(calendar.href, one.id);
    if (one.as === 'deleted') {
      if (!present || !isCancelled(present)) await api.call(path, { method: 'DELETE' });
      continue;
    }
    if (one.as === 'plain' && !present) continue;
    const wanted = one.as === 'changed' ? one.members : written(master, one);
    if (present && compared(written(present)) === compared(wanted)) continue;
    const sendUpdates = (wanted['attendees'] as unknown[] | undefined)?.length ? 'externalOnly' : undefined;
    await api.call(path, { method: 'PATCH', query: { sendUpdates }, body: patchFor(wanted, { present, master }) });
  }
  const names = notedNames(master);
  if (names.length === 0) return;
  const body = { extendedProperties: { private: nulls(names) } };
  await api.call(eventPath(calendar.href, master.id), { method: 'PATCH', body });
}
