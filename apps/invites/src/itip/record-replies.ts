import type { EpochMs } from '@kalends/icalendar';
import type { AttendeeReply, Invite, NotCounted, Recipient, RecordedReply, ReplyMail } from './model.js';
import { answerOf, isKnownMail, isKnownReply, responderOf } from './replies.js';

interface ArrivalContext {
  /** Of arrival. */
  now: EpochMs;
  /** It reached the invite's own secret address, or the application submitted it with its key. */
  trusted: boolean;
  /** Of an invite to several: the recipient, in lower case, whose own address it reached; null: the shared one. */
  addressee?: string | null;
}

/**
 * Records a mail's answers in an invite (RFC 5546 §3.2.3, §2.1.5). Each answer that was not recorded before becomes one
 * entry of `replies`, newest last; those that count set their recipient's status. An automatic mail, or one recorded before,
 * changes nothing: `recorded` is empty and `invite` is the given one.
 */
export function recordReplies(
  invite: Invite,
  mail: ReplyMail,
  context: ArrivalContext,
): { invite: Invite; recorded: RecordedReply[] } {
  if (mail.automatic || isKnownMail(invite.replies, mail, context)) return { invite, recorded: [] };
  const responder = responderIn(invite, mail, context);
  const recorded: RecordedReply[] = [];
  let state = invite;
  for (const reply of mail.replies) {
    const reason = notCountedReason(state, reply, { ...context, isResponder: reply.email === responder });
    const entry = entryOf(state, reply, { mail, now: context.now, reason });
    if (isKnownReply(state.replies, entry)) continue;
    recorded.push(entry);
    state = { ...state, replies: [...state.replies, entry] };
    if (entry.counted) state = { ...state, recipients: answered(state, reply, entry) };
  }
  return { invite: state, recorded };
}

/**
 * The recipients whose answers may count. All recipients know the shared address, so only the sender's own answer counts
 * there; at a recipient's own address only that recipient's answer counts.
 */
function responderIn({ several, recipients }: Invite, mail: ReplyMail, { addressee = null }: ArrivalContext) {
  if (several) return addressee ?? mail.from;
  return responderOf(mail.replies, mail.from, recipients[0]?.email.toLowerCase() ?? null);
}

interface AnswerContext extends ArrivalContext {
  /** Whether the answer is the mail sender's own. */
  isResponder: boolean;
}

/** Why an answer does not count; `null` if it does. */
function notCountedReason(invite: Invite, reply: AttendeeReply, context: AnswerContext): NotCounted | null {
  if (!context.trusted) return 'no-secret';
  // servers change the case of a UID
  if (reply.uid?.toLowerCase() !== invite.uid.toLowerCase()) return 'other-invite';
  const recipient = recipientOf(invite, reply);
  if (!context.isResponder && (recipient || !context.addressee)) return 'not-the-sender';
  if (!recipient) return invite.removed?.includes(reply.email) ? 'removed' : 'party-crasher';
  if (invite.method === 'cancel') return 'cancelled';
  if (reply.recurrenceId !== null) return 'instance-only';
  if (reply.partstat === 'DELEGATED' && reply.method === 'REPLY') return 'delegated';
  if (!isAnswer(reply)) return 'no-answer';
  return isOutdated(invite, reply, { counted: recipient.counted, now: context.now });
}

/** A REPLY with yes, no or maybe; a COUNTER (RFC 5546 §3.2.7) counts already because of the time that it proposes. */
function isAnswer(reply: AttendeeReply): boolean {
  if (reply.method === 'COUNTER' && reply.proposal) return true;
  return (reply.method === 'REPLY' || reply.method === 'COUNTER') && answerOf(reply.partstat) !== null;
}

/** RFC 5546 §2.1.5: SEQUENCE, then DTSTAMP, decides which of two revisions is newer, never the arrival. */
function isOutdated(
  invite: Invite,
  reply: AttendeeReply,
  { counted, now }: Pick<Recipient, 'counted'> & Pick<ArrivalContext, 'now'>,
): NotCounted | null {
  const { sequence, dtstamp } = revisionOf(invite, reply, now);
  if (sequence < invite.sequence) return 'out-of-sequence';
  if (!counted || sequence > counted.sequence) return null;
  if (sequence < counted.sequence) return 'out-of-sequence';
  return dtstamp < counted.dtstamp ? 'out-of-date' : null;
}

/** Missing values count as current; a DTSTAMP after arrival is treated as a fast clock. */
const revisionOf = (invite: Invite, { sequence, dtstamp }: AttendeeReply, now: EpochMs) => ({
  sequence: sequence ?? invite.sequence,
  dtstamp: Math.min(dtstamp ?? now, now),
});

const recipientOf = (invite: Invite, { email }: AttendeeReply): Recipient | undefined =>
  invite.recipients.find((recipient) => recipient.email.toLowerCase() === email);

function entryOf(
  invite: Invite,
  reply: AttendeeReply,
  { mail, now, reason }: { mail: ReplyMail; now: EpochMs; reason: NotCounted | null },
): RecordedReply {
  // A COUNTER without an answer proposes another time and leaves the status unchanged.
  const unanswered = (reason === null && recipientOf(invite, reply)?.status) || 'pending';
  return {
    email: reply.email,
    status: answerOf(reply.partstat) ?? unanswered,
    ...(reply.comment !== undefined && { comment: reply.comment }),
    ...(reply.proposal && { proposal: reply.proposal }),
    ...(reply.recurrenceId !== null && { recurrenceId: reply.recurrenceId }),
    ...(reply.delegatedTo.length > 0 && { delegatedTo: reply.delegatedTo }),
    counted: reason === null,
    ...(reason && { reason }),
    sequence: reply.sequence,
    dtstamp: reply.dtstamp,
    messageId: mail.messageId,
    ...(mail.authentication !== null && { authentication: mail.authentication }),
    at: now,
  };
}

/** The recipients with this answer, which replaces the comment or proposal of an earlier one. */
function answered(invite: Invite, reply: AttendeeReply, entry: RecordedReply): Recipient[] {
  return invite.recipients.map((recipient) => {
    if (recipient.email.toLowerCase() !== reply.email) return recipient;
    const { status, comment, proposal } = entry;
    const counted = revisionOf(invite, reply, entry.at);
    return {
      email: recipient.email,
      status,
      ...(comment !== undefined && { comment }),
      ...(proposal && { proposal }),
      counted,
    };
  });
}
