import type { EpochMs } from '@kalends/icalendar';
import type { AttendeeReply, ReplyMail } from '../../itip/model.js';
import { isWithinBounds } from './bounds.js';
import { repliesIn } from './calendar-replies.js';
import { calendarText } from './charset.js';
import { type MailHeaders, readHeaders } from './headers.js';
import { type MailPart, type MailParts, mailParts } from './mail-parts.js';
import { readTnefReply } from './tnef/tnef-reply.js';

/** Maximum nesting of messages that are parsed. */
const MAX_FORWARDS = 5;
const MAX_TEXT = 2_000_000;

/**
 * Parses the answers in a raw mail (RFC 5322, RFC 6047), in all forms that mail clients use: calendar parts inline or
 * attached, in forwarded messages, in `winmail.dat`, or directly in the text. `replies` is empty if there are none. A mail
 * that is too large, too deep or no mail is `unreadable`. Missing values of a reply, such as its time, stay missing; the
 * arrival does not replace them here.
 */
export async function parseReplyMail(raw: Buffer, _arrival: { now: EpochMs }): Promise<ReplyMail | 'unreadable'> {
  if (!isWithinBounds(raw)) return 'unreadable';
  let mail: MailParts;
  try {
    mail = await mailParts(raw);
  } catch {
    return 'unreadable';
  }
  if (mail.lines.length === 0) return 'unreadable';
  const headers = readHeaders(mail.headers, mail.lines);
  let replies = await repliesOf(mail, headers, MAX_FORWARDS);
  if (replies.length === 0) replies = bareReplies(raw, headers);
  return {
    messageId: headers.messageId,
    from: headers.from,
    automatic: headers.automatic === 'yes' || (headers.automatic === 'server' && !replies.some(isReal)),
    authentication: headers.authentication,
    replies: withOneRefresh(distinct(replies), headers.from),
  };
}

/**
 * A REFRESH requests the invitation once, for one person (RFC 5546 §3.2.6), even if it names other people or contains
 * several instances or copies of itself.
 */
function withOneRefresh(replies: AttendeeReply[], from: string | null): AttendeeReply[] {
  const requests = replies.filter(({ method }) => method === 'REFRESH');
  const [request = requests[0]] = requests.filter(({ email }) => email === from);
  if (!request) return replies;
  const isPartOfIt = ({ method, uid }: AttendeeReply) =>
    method === 'REFRESH' || (method === 'OTHER' && uid === request.uid);
  return replies.filter((reply) => reply === request || !isPartOfIt(reply));
}

const isReal = ({ method }: AttendeeReply): boolean => method === 'REPLY' || method === 'COUNTER';

/** From its parts, otherwise from its plain text. */
async function repliesOf(mail: MailParts, headers: MailHeaders, forwards: number): Promise<AttendeeReply[]> {
  const read = await Promise.all(mail.parts.map((part) => repliesOfPart(part, headers, forwards)));
  const found = read.flat();
  if (found.length > 0 || !mail.text.includes('BEGIN:VCALENDAR')) return found;
  return repliesIn(bare(mail.text), { method: null, from: headers.from });
}

async function repliesOfPart(part: MailPart, headers: MailHeaders, forwards: number): Promise<AttendeeReply[]> {
  if (part.kind === 'calendar') {
    return repliesIn(calendarText(part.bytes, part.charset), { method: part.method, from: headers.from });
  }
  if (part.kind === 'tnef') {
    const reply = readTnefReply(part.bytes, headers.from);
    return reply ? [reply] : [];
  }
  if (forwards === 0) return [];
  try {
    return await repliesOf(await mailParts(part.bytes), headers, forwards - 1);
  } catch {
    return [];
  }
}

/** A calendar outside of any part, such as among a part's headers: searched in the raw bytes. */
function bareReplies(raw: Buffer, headers: MailHeaders): AttendeeReply[] {
  if (!raw.includes('BEGIN:VCALENDAR')) return [];
  const start = raw.indexOf('BEGIN:VCALENDAR');
  const text = calendarText(raw.subarray(start, start + MAX_TEXT), undefined);
  return repliesIn(bare(text), { method: null, from: headers.from });
}

/** From the first calendar to the end of the last one. */
function bare(text: string): string {
  const end = text.lastIndexOf('END:VCALENDAR');
  return text.slice(text.indexOf('BEGIN:VCALENDAR'), end < 0 ? undefined : end).slice(0, MAX_TEXT);
}

/** Many mails contain the same answer twice: inline and attached. */
function distinct(replies: AttendeeReply[]): AttendeeReply[] {
  return [...new Map(replies.map((reply) => [JSON.stringify(reply), reply])).values()];
}
