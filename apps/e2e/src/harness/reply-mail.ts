import { createTransport } from 'nodemailer';

/** The parts of an invite's text that a reply needs. */
export interface InviteText {
  uid: string;
  organizer: string;
}

/** Reads UID and reply address from an invite's iCalendar text (RFC 5545 §3.1: unfolded first). */
export function readInvite(icalendar: string): InviteText {
  const lines = icalendar.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const valueOf = (name: string) => {
    const line = lines.find((one) => new RegExp(`^${name}[;:]`).test(one));
    if (!line) throw new Error(`the invite has no ${name}`);
    return line;
  };
  return { uid: valueOf('UID').slice('UID:'.length), organizer: /:mailto:(.+)$/i.exec(valueOf('ORGANIZER'))![1]! };
}

/** One person's reply; `comment` identifies it. */
export interface ReplyMail extends InviteText {
  from: string;
  partstat: 'ACCEPTED' | 'DECLINED' | 'TENTATIVE';
  comment: string;
  /** Epoch ms; becomes DTSTAMP. */
  at: number;
}

const stamp = (ms: number) => `${new Date(ms).toISOString().slice(0, 19).replaceAll(/[-:]/g, '')}Z`;

/** The mail as a mail client would send it (RFC 5546 §3.2.3, RFC 6047); its Message-ID is derived from the comment. */
export const mailOf = (reply: ReplyMail): string =>
  [
    `From: <${reply.from}>`,
    `To: <${reply.organizer}>`,
    `Subject: ${reply.partstat}`,
    `Message-ID: <${reply.comment.replaceAll(/\W/g, '-')}@client.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/calendar; charset=UTF-8; method=REPLY',
    '',
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//Client//EN',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    `UID:${reply.uid}`,
    `DTSTAMP:${stamp(reply.at)}`,
    'SEQUENCE:0',
    `ORGANIZER:mailto:${reply.organizer}`,
    `ATTENDEE;PARTSTAT=${reply.partstat}:mailto:${reply.from}`,
    `COMMENT:${reply.comment}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

/** Delivers a mail to the SMTP listener; rejects unless it answered 250. */
export async function sendMail(port: number, reply: ReplyMail): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true, connectionTimeout: 5_000 });
  try {
    await transport.sendMail({ envelope: { from: reply.from, to: reply.organizer }, raw: mailOf(reply) });
  } finally {
    transport.close();
  }
}
