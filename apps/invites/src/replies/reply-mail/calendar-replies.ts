import {
  type ContentLine,
  type EpochMs,
  type EventTime,
  type LocalDate,
  type ScannedEvent,
  emailOf,
  endAfter,
  paramOf,
  scanEvents,
  timeOfLine,
  toInstant,
  unescapeText,
} from '@kalends/icalendar';
import type { AttendeeReply, Proposal } from '../../itip/model.js';
import { type ZoneReader, zoneReader } from './embedded-zones.js';

const NAMES = new Set('UID SEQUENCE DTSTAMP RECURRENCE-ID ATTENDEE COMMENT DTSTART DTEND DURATION'.split(' '));
/** Methods of organizers (RFC 5546 §1.4): not an attendee's answer. */
const OF_ORGANIZERS = new Set(['PUBLISH', 'REQUEST', 'ADD', 'CANCEL', 'DECLINECOUNTER']);
const OF_ATTENDEES = ['REPLY', 'COUNTER', 'REFRESH'] as const;
const LIMITS = { events: 200, attendees: 100, replies: 500, delegates: 10, comment: 4096 };

/** Context of a text from outside of it: the `method` parameter of its part (RFC 6047 §2.4), and the From address. */
interface PartContext {
  method: string | null;
  from: string | null;
}

/**
 * The answers in one calendar text: one for each ATTENDEE of each VEVENT (RFC 5546 §3.2.3, §3.2.6, §3.2.7). If no ATTENDEE
 * has a mail address, the answer is the sender's. A text without METHOD is an answer only if it has content.
 */
export function repliesIn(text: string, context: PartContext): AttendeeReply[] {
  const zones = zoneReader(text);
  const events = scanEvents(text, NAMES, LIMITS.events);
  const replies = events.flatMap((event) => repliesOf(event, context, zones));
  return replies
    .filter((reply) => reply.method !== 'OTHER' || reply.partstat !== 'NEEDS-ACTION')
    .slice(0, LIMITS.replies);
}

function repliesOf({ method: written, lines }: ScannedEvent, context: PartContext, zones: ZoneReader): AttendeeReply[] {
  const method = written ?? context.method?.toUpperCase() ?? '';
  if (OF_ORGANIZERS.has(method)) return [];
  const first = (name: string) => lines.find((line) => line.name === name);
  const named = lines.filter((line) => line.name === 'ATTENDEE').slice(0, LIMITS.attendees);
  const attendees = named.filter((line) => addressOf(line) !== null);
  const speakers = attendees.length > 0 ? attendees : named.slice(0, 1);
  const base = {
    method: OF_ATTENDEES.find((known) => known === method) ?? ('OTHER' as const),
    uid: first('UID')?.value.trim() || null,
    sequence: sequenceOf(first('SEQUENCE')),
    dtstamp: stampOf(first('DTSTAMP')),
    recurrenceId: recurrenceIdOf(first('RECURRENCE-ID'), zones),
  };
  const proposal = method === 'COUNTER' ? proposalOf(first, zones) : null;
  const comment = commentOf(lines.filter((line) => line.name === 'COMMENT').map((line) => line.value));
  const people = speakers.length > 0 ? speakers : [undefined];
  return people.flatMap((line): AttendeeReply[] => {
    const email = (line && addressOf(line)) ?? context.from;
    const commentText = comment ?? commentOf([(line && paramOf(line, 'X-RESPONSE-COMMENT')) ?? '']);
    if (email === null) return [];
    return [
      {
        ...base,
        ...answerIn(line, email),
        ...(commentText && { comment: commentText }),
        ...(proposal && { proposal }),
      },
    ];
  });
}

function answerIn(
  line: ContentLine | undefined,
  email: string,
): Pick<AttendeeReply, 'email' | 'partstat' | 'delegatedTo'> {
  const to = line?.params.filter((param) => param.name === 'DELEGATED-TO').flatMap((param) => param.values) ?? [];
  return {
    email,
    partstat: (line && paramOf(line, 'PARTSTAT'))?.trim().toUpperCase() || 'NEEDS-ACTION',
    delegatedTo: to.flatMap((address) => emailOf(address)?.toLowerCase() ?? []).slice(0, LIMITS.delegates),
  };
}

/** The calendar address identifies the person; its EMAIL parameter (RFC 7986 §6.2) is used if it is no mail address. */
function addressOf(line: ContentLine): string | null {
  const address = emailOf(line.value) ?? emailOf(paramOf(line, 'EMAIL') ?? '');
  return address === null ? null : decoded(address).toLowerCase();
}

/** Removes the percent-encoding of a mailto: URI (RFC 6068). */
function decoded(address: string): string {
  if (!/%[0-9a-f]{2}/i.test(address)) return address;
  try {
    return decodeURIComponent(address);
  } catch {
    return address;
  }
}

function sequenceOf(line: ContentLine | undefined): number | null {
  const value = line?.value.trim() ?? '';
  return /^\d{1,9}$/.test(value) ? Number(value) : null;
}

/** A DTSTAMP is in UTC (RFC 5545 §3.8.7.2); any other is read as UTC. */
function stampOf(line: ContentLine | undefined): EpochMs | null {
  const time = line ? timeOfLine(line) : null;
  return time && 'local' in time ? toInstant('Etc/UTC', time.local) : null;
}

function recurrenceIdOf(line: ContentLine | undefined, zones: ZoneReader): EpochMs | LocalDate | null {
  const time = line ? timeOfLine(line) : null;
  if (!time) return null;
  return 'date' in time ? time.date : zones.instant(time);
}

function proposalOf(first: (name: string) => ContentLine | undefined, zones: ZoneReader): Proposal | null {
  const timeIn = (line: ContentLine | undefined): EventTime | null => (line ? timeOfLine(line) : null);
  const start = timeIn(first('DTSTART'));
  const duration = first('DURATION')?.value ?? (start && 'date' in start ? 'P1D' : 'PT0S');
  const end = start && (timeIn(first('DTEND')) ?? endAfter(start, duration));
  return start && end ? { start: zones.normalised(start), end: zones.normalised(end) } : null;
}

function commentOf(values: string[]): string | undefined {
  const text = values
    .map((value) => unescapeText(value).trim())
    .filter((value) => value !== '')
    .join('\n');
  return text === '' ? undefined : text.slice(0, LIMITS.comment);
}
