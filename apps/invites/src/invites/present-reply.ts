import type { InviteResponse, RecordedReplyEntry } from '@kalends/contracts';
import { formatInstant, instantOf, isTimeZone, toIso, type EventTime } from '@kalends/icalendar';
import type { Invite, Proposal, Recipient, RecordedReply } from '../itip/model.js';

const utc = 'Etc/UTC';

/** The zone of the invite's own times, in which floating times of a reply are interpreted. */
export const zoneOf = ({ event: { start } }: Invite): string => ('local' in start ? (start.tzid ?? utc) : utc);

function presentTime(time: EventTime, zone: string): string | { time: string; tzid: string } {
  if ('date' in time) return time.date;
  const tzid = time.tzid !== null && isTimeZone(time.tzid) ? time.tzid : zone;
  return { time: formatInstant(instantOf({ local: time.local, tzid }, { floatingZone: zone }), tzid), tzid };
}

const presentProposal = ({ start, end }: Proposal, zone: string) => ({
  start: presentTime(start, zone),
  end: presentTime(end, zone),
});

type Answer = Pick<Recipient, 'email' | 'status' | 'comment' | 'proposal'>;

/** A person's answer as the API and callbacks show it; a proposed time has its zone's offset. */
export const presentAnswer = ({ email, status, comment, proposal }: Answer, zone: string): InviteResponse => ({
  email,
  status,
  ...(comment !== undefined && { comment }),
  ...(proposal && { proposal: presentProposal(proposal, zone) }),
});

/** An entry of `replies`. */
export const presentReply = (reply: RecordedReply, zone: string): RecordedReplyEntry => ({
  ...presentAnswer(reply, zone),
  counted: reply.counted,
  ...(reply.reason && { reason: reply.reason }),
  ...(reply.recurrenceId !== undefined && { recurrence_id: instance(reply.recurrenceId) }),
  ...(reply.delegatedTo && { delegated_to: reply.delegatedTo }),
  ...(reply.messageId !== null && { message_id: reply.messageId }),
  ...(reply.authentication !== undefined && { authentication: reply.authentication }),
  received_at: reply.at,
});

const instance = (id: number | string): string => (typeof id === 'number' ? toIso(id) : id);
