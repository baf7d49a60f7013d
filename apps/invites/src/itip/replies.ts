import { same } from './compare.js';
import type { AttendeeReply, InviteStatus, RecordedReply, ReplyMail } from './model.js';

const ANSWERS = new Map(
  Object.entries<InviteStatus>({
    ACCEPTED: 'accepted',
    DECLINED: 'declined',
    TENTATIVE: 'tentative',
  }),
);

/** The answer that a PARTSTAT (RFC 5545 §3.2.12) means, `null` if none. */
export const answerOf = (partstat: string): InviteStatus | null => ANSWERS.get(partstat) ?? null;

/**
 * Whether a mail was recorded before, by its Message-ID. A mail that first arrived without the secret and now with it is
 * new, as is one that first reached the shared address and now a recipient's own: only now may it count.
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
 * Whether this answer was recorded before: servers resend a reply under another Message-ID. Without a DTSTAMP a repetition
 * looks the same as a change of mind and back, so only the newest entry of that person is compared.
 */
export function isKnownReply(replies: RecordedReply[], entry: RecordedReply): boolean {
  const own = replies.filter((other) => other.email === entry.email && other.reason !== 'no-secret');
  const compared = entry.dtstamp === null ? own.slice(-1) : own;
  const pool = entry.reason === 'no-secret' ? replies.filter((other) => other.email === entry.email) : compared;
  return pool.some((other) => same(identityOf(other), identityOf(entry)));
}

/** Reasons that describe an answer itself and not its time: with and without one, answers differ. */
const OF_ITSELF = new Set<string | undefined>(['no-answer', 'other-invite', 'not-the-sender']);

const identityOf = (entry: RecordedReply) => {
  const { sequence, dtstamp, status, comment, proposal, recurrenceId, delegatedTo, reason } = entry;
  const kind = OF_ITSELF.has(reason) ? reason : undefined;
  return { sequence, dtstamp, status, comment, proposal, recurrenceId, delegatedTo, kind };
};

/** The sender's own answers, if a mail contains those of several people (RFC 5546 §3.2.3 allows one). */
export function responderOf(
  replies: AttendeeReply[],
  from: string | null,
  onlyRecipient: string | null,
): string | null {
  const emails = new Set(replies.map((reply) => reply.email));
  if (emails.size < 2) return replies[0]?.email ?? null;
  if (from !== null && emails.has(from)) return from;
  return onlyRecipient !== null && emails.has(onlyRecipient) ? onlyRecipient : null;
}
