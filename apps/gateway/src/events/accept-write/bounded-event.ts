import type { EventChange, EventRecord } from '@kalends/contracts';
import type { EventComponent } from '@kalends/icalendar';
import { invalidField } from '../../http/refusals.js';

/** Most attendees that an application may give an event; those of providers may have more. */
const maxAttendees = 500;

/** Most bytes of an event as JSON: it is one message, below the limit that Kafka's brokers have by default. */
const maxBytes = 512 * 1024;

/** Throws the refusal of an invitation of too many (EVT-38). */
export function checkAttendees({ attendees }: EventChange, { series }: Pick<EventRecord, 'series'>): void {
  if (!attendees?.invite?.length || (series.master?.attendees?.length ?? 0) <= maxAttendees) return;
  throw tooManyAttendees();
}

/** The same for one instance, before the change. */
export function checkInvited({ attendees }: EventChange, { attendees: present = [] }: EventComponent): void {
  const known = new Set(present.map(({ email }) => email.toLowerCase()));
  const added = (attendees?.invite ?? []).filter(({ email }) => !known.has(email.toLowerCase()));
  if (added.length > 0 && present.length + added.length > maxAttendees) throw tooManyAttendees();
}

function tooManyAttendees() {
  const description = `an event may have at most ${maxAttendees} attendees, with those that it has already`;
  return invalidField('attendees.invite', 'too_many', description);
}

const isTooLarge = (text: string) => text.length * 3 > maxBytes && Buffer.byteLength(text) > maxBytes;

/**
 * Throws the refusal of a change with which an event has too many bytes (EVT-39). One that is larger already, because its
 * provider has it so, may be made smaller, and answered. `text`: the event after the change.
 */
export function checkBytes(text: string, change: EventChange, present: EventRecord | null): void {
  if (!isTooLarge(text) || change.own_attendance) return;
  if (present && JSON.stringify(present).length >= text.length) return;
  const description = `the event would have more than ${maxBytes / 1024} kB in all: shorten its texts, or invite fewer people`;
  throw invalidField('body', 'too_large', description);
}
