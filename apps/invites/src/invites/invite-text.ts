import {
  type EpochMs,
  type EventComponent,
  type EventTime,
  type ParticipationStatus,
  type Scheduling,
  createCalendarObject,
  isUtc,
} from '@kalends/icalendar';
import type { Invite, InviteStatus, Recipient } from '../itip/model.js';

export interface InviteTextOptions {
  /** The invite's own secret address, used as ORGANIZER to receive the replies. */
  replyAddress: string;
  organizer: { name?: string | undefined; email?: string | undefined } | null;
  /** The recipient of the text; `null`: all recipients, who share it and do not see each other's answers. */
  recipient: Recipient | null;
  /** For DTSTAMP. */
  now: EpochMs;
  /** The invite's method by default; `CANCEL` for a recipient who is removed from an invite that continues. */
  method?: 'REQUEST' | 'CANCEL';
}

/**
 * The iTIP text (RFC 5546 §3.2.2 REQUEST, §3.2.5 CANCEL) of an invite's current revision: CRLF, folded, a VTIMEZONE for each
 * TZID, a UID that never changes. STATUS:CANCELLED appears only when the whole event is cancelled, and a CANCEL has no
 * alarms.
 */
export function inviteText(invite: Invite, options: InviteTextOptions): string {
  const method = options.method ?? (invite.method === 'cancel' ? 'CANCEL' : 'REQUEST');
  const { reminders, ...rest } = invite.event;
  const { start, end } = rest;
  // RFC 5546 §3.2.2 requires a SUMMARY, and some programs drop an empty one.
  const summary = rest.summary.trim() === '' ? 'Invitation' : rest.summary;
  const event: EventComponent = { ...rest, summary, start: inUtc(start), end: inUtc(end), sequence: invite.sequence };
  if (reminders && method === 'REQUEST') event.reminders = reminders;
  return createCalendarObject(invite.uid, event, {
    now: options.now,
    method,
    scheduling: schedulingOf(invite, method, options),
    ...(invite.recurrence && { recurrence: invite.recurrence }),
  });
}

const PARTSTATS: Record<InviteStatus, ParticipationStatus> = {
  pending: 'needs_action',
  accepted: 'accepted',
  tentative: 'tentative',
  declined: 'declined',
};

function schedulingOf(invite: Invite, method: string, options: InviteTextOptions): Scheduling {
  const { replyAddress: address, organizer, recipient } = options;
  const status = (one: Recipient) => (recipient ? PARTSTATS[one.status] : 'needs_action');
  const called = invite.method === 'cancel' ? ('cancelled' as const) : null;
  return {
    organizer: { address, displayName: organizer?.name, email: organizer?.email },
    attendees: (recipient ? [recipient] : invite.recipients).map((one) => ({
      email: one.email,
      displayName: one.email,
      status: status(one),
    })),
    rsvp: method === 'REQUEST',
    ...(method === 'CANCEL' && { status: called }),
  };
}

/** A zone that is UTC under another name needs no definition. */
const inUtc = (time: EventTime): EventTime =>
  'local' in time && time.tzid !== null && isUtc(time.tzid) ? { ...time, tzid: 'Etc/UTC' } : time;
