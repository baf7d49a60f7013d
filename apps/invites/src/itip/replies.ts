import { same } from './compare.js';
import type { AttendeeReply, InviteStatus, RecordedReply, ReplyMail } from './model.js';

const ANSWERS: Partial<Record<string, InviteStatus>> = {
  ACCEPTED: 'accepted',
  DECLINED: 'declined',
  TENTATIVE: 'tentative',
};

/** What a PARTSTAT (RFC 5545 §3.2.12) says, `null` if it is no answer. */
export const answerOf = (partstat: string): InviteStatus | null => ANSWERS[partstat] ?? null;

/**
 * Whether a mail was recorded before, by its Message-ID. One that came first without the secret and now with it is
 * news, as is one that comes from the shared address to a recipient's own: only now it may count.
 */
export function isKnownMail(
  replies: RecordedReply[],
  mail: ReplyMail,
  { trusted, addressee }: { trusted: boolean; addressee?: string | null },
): boolean {
  if (mail.messageId === null) return false;
  const mayCountNow = ({ reason }: RecordedReply) =>
    (trusted && reason === 'no-secret') || (Boolean(addressee) && reason === 'not-the-sender');
  return replies.some((entry) => entry.messageId === mail.messageId && !mayCountNow(entry));
}

/**
 * Whether this answer was recorded before: servers send a reply again under another Message-ID. Without a DTSTAMP
 * nothing tells a repetition from a change of mind and back, so only the newest entry of that person is compared.
 */
export function isKnownReply(replies: RecordedReply[], entry: RecordedReply): boolean {
  const own = replies.filter((other) => other.email === entry.email && other.reason !== 'no-secret');
  const compared = entry.dtstamp === null ? own.slice(-1) : own;
  const pool = entry.reason === 'no-secret' ? replies.filter((other) => other.email === entry.email) : compared;
  return pool.some((other) => same(identityOf(other), identityOf(entry)));
}

/** Reasons that tell what an answer was, and not when it came: with and without one, it is not the same answer. */
const OF_ITSELF = new Set<string | undefined>(['no-answer', 'other-invite', 'not-the-sender']);

const identityOf = (entry: RecordedReply) => {
  const { sequence, dtstamp, status, comment, proposal, recurrenceId, delegatedTo, reason } = entry;
  const kind = OF_ITSELF.has(reason) ? reason : undefined;
  return { sequence, dtstamp, status, comment, proposal, recurrenceId, delegatedTo, kind };
};

/** Those of a mail that are from its sender, where it speaks for several people (RFC 5546 §3.2.3 allows one). */
export function speakerOf(replies: AttendeeReply[], from: string | null, onlyRecipient: string | null): string | null {
  const emails = new Set(replies.map((reply) => reply.email));
  if (emails.size < 2) return replies[0]?.email ?? null;
  if (from !== null && emails.has(from)) return from;
  return onlyRecipient !== null && emails.has(onlyRecipient) ? onlyRecipient : null;
}
