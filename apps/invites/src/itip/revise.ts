import type { EventComponent, Recurrence } from '@kalends/icalendar';
import { same } from './compare.js';
import type { Invite, InviteStatus, Recipient } from './model.js';

/** As submitted; `status` is the initial one, `pending` by default. */
interface SubmittedRecipient {
  email: string;
  status?: InviteStatus;
}

/** The content that an application submits for an invite. */
interface Submission {
  event: EventComponent;
  recurrence?: Recurrence;
  recipients: SubmittedRecipient[];
}

/** The first revision: SEQUENCE 0 (RFC 5546 §2.1.4). A duplicate address is one recipient. */
export function createInvite(submission: Submission & { uid: string; several: boolean }): Invite {
  const { uid, several, event, recurrence } = submission;
  const base: Invite = { uid, sequence: 0, method: 'request', several, recipients: [], event, replies: [] };
  return { ...base, ...(recurrence && { recurrence }), recipients: withAdded([], submission.recipients) };
}

/**
 * The next revision (RFC 5546 §2.1.4, §3.2.2). Another start, end, recurrence or location, or a request after a
 * cancellation, requests all answers again; any other change raises SEQUENCE and keeps the answers; without a change it
 * returns `present` itself. Recipients who are not in `next` stay; {@link removeRecipient} removes one. The initial status
 * of an existing recipient is ignored.
 */
export function reviseInvite(present: Invite, next: Submission): Invite {
  const resetsAnswers = present.method === 'cancel' || isRescheduled(present, next);
  const kept = resetsAnswers ? present.recipients.map(withoutAnswer) : present.recipients;
  const recipients = withAdded(kept, next.recipients);
  if (!resetsAnswers && recipients.length === kept.length && hasSameContent(present, next)) return present;
  const listed = new Set(recipients.map((recipient) => recipient.email.toLowerCase()));
  const removed = present.removed?.filter((email) => !listed.has(email));
  const { recurrence: _, ...rest } = present;
  return {
    ...rest,
    ...(next.recurrence && { recurrence: next.recurrence }),
    ...(removed && { removed }),
    method: 'request',
    sequence: present.sequence + 1,
    event: next.event,
    recipients,
  };
}

/** Cancels the invite (RFC 5546 §3.2.5); the answers stay. Returns a cancelled invite unchanged. */
export function cancelInvite(present: Invite): Invite {
  return present.method === 'cancel' ? present : { ...present, method: 'cancel', sequence: present.sequence + 1 };
}

/** Whether these are the current recipients, all of them and no others: addresses in any case and order. */
export function areRecipients(
  { recipients }: { recipients: readonly { email: string }[] },
  emails: readonly string[],
): boolean {
  const named = new Set(emails.map((email) => email.toLowerCase()));
  return named.size === recipients.length && recipients.every(({ email }) => named.has(email.toLowerCase()));
}

/** Most addresses of removed recipients that are remembered, the latest. */
const maxRemoved = 1_000;

/** Removes one of several recipients; the others are sent a new revision (RFC 5546 §3.2.5). */
export function removeRecipient(present: Invite, email: string): Invite | 'unknown-recipient' {
  const removedEmail = email.toLowerCase();
  const recipients = present.recipients.filter((recipient) => recipient.email.toLowerCase() !== removedEmail);
  if (!present.several || recipients.length === present.recipients.length) return 'unknown-recipient';
  return {
    ...present,
    sequence: present.sequence + 1,
    recipients,
    removed: [...(present.removed ?? []), removedEmail].slice(-maxRemoved),
  };
}

const withoutAnswer = ({ email }: Recipient): Recipient => ({ email, status: 'pending', counted: null });

function withAdded(present: Recipient[], submitted: SubmittedRecipient[]): Recipient[] {
  const known = new Set(present.map((recipient) => recipient.email.toLowerCase()));
  const added = submitted.filter(({ email }) => !known.has(email.toLowerCase()) && known.add(email.toLowerCase()));
  return [...present, ...added.map(({ email, status }) => ({ email, status: status ?? 'pending', counted: null }))];
}

const isRescheduled = (present: Invite, next: Submission): boolean =>
  !same(
    [present.event.start, present.event.end, present.event.location, present.recurrence],
    [next.event.start, next.event.end, next.event.location, next.recurrence],
  );

/** Stamps and the revision number are not part of an application's submission. */
function hasSameContent(present: Invite, next: Submission): boolean {
  const content = ({ created: _c, updated: _u, sequence: _s, ...event }: EventComponent) => event;
  return same(content(present.event), content(next.event)) && same(present.recurrence, next.recurrence);
}
