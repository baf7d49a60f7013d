import type { RefusalCode } from '@kalends/contracts';
import { refusalIn } from '@kalends/provider-port/sync';

/** Preconditions of writes (RFC 4791 §5.3.2.1, RFC 6638 §3.2.4, RFC 4331 §6, RFC 3744 §7.1.1), in words. */
const meanings = new Map([
  ['unique-scheduling-object-resource', 'the event is already in another calendar of the user'],
  ['same-organizer-in-all-components', 'all instances of a series must have one organizer'],
  [
    'allowed-organizer-scheduling-object-change',
    'the server does not permit this change of a meeting by its organizer',
  ],
  ['allowed-attendee-scheduling-object-change', 'only the organizer may change this'],
  ['default-calendar-needed', 'the account needs a default calendar'],
  ['no-uid-conflict', 'another object of the calendar has its UID'],
  ['supported-calendar-data', 'the server does not support the format'],
  ['valid-calendar-data', 'the server calls its data invalid'],
  ['valid-calendar-object-resource', 'the server calls it invalid'],
  ['supported-calendar-component', 'the calendar does not take events'],
  ['max-resource-size', 'it is larger than the server permits'],
  ['min-date-time', 'it is earlier than the server permits'],
  ['max-date-time', 'it is later than the server permits'],
  ['max-instances', 'it has more instances than the server permits'],
  ['max-attendees-per-instance', 'it has more attendees than the server permits'],
  ['quota-not-exceeded', 'the account is full'],
  ['sufficient-disk-space', 'the server is full'],
  ['need-privileges', 'the user may not write there'],
  ['lock-token-submitted', 'it is locked by another program'],
]);

const refusals = new Map<string, RefusalCode>([
  ['quota-not-exceeded', 'storage_full'],
  ['sufficient-disk-space', 'storage_full'],
  ['need-privileges', 'not_permitted'],
  ['allowed-attendee-scheduling-object-change', 'organizer_only'],
]);

const names = /<(?:[\w-]+:)?([a-z][a-z-]*)[\s/>]/gi;

/** The name of the precondition in an error (RFC 4918 §16), a listed one first. */
function nameIn(body: string): string | undefined {
  const [, inError = ''] = body.split(/<(?:[\w-]+:)?error[\s>]/i, 2);
  const found = [...inError.matchAll(names)].map(([, name]) => name!.toLowerCase());
  return found.find((name) => meanings.has(name)) ?? found.find((name) => name.includes('-'));
}

/** The precondition that an error names, in words and by its name; empty if it names none. */
export function preconditionIn(body: string): string {
  const name = nameIn(body);
  if (name === undefined) return '';
  // the name of one that is not listed is words
  return `${meanings.get(name) ?? name.replaceAll('-', ' ')} (${name})`;
}

/** Why a write was refused: the precondition that the error names is more exact than the status, often 403 for all of them. */
export function refusalNamedIn(status: number, body: string): { refusal?: RefusalCode } {
  const name = nameIn(body);
  return name === undefined ? refusalIn(status) : { refusal: refusals.get(name) ?? 'other' };
}
