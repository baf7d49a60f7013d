import { createTransport } from 'nodemailer';
import type { InviteText } from './reply-mail.js';

/** A person's reply as their mail client sends it (RFC 5546 §3.2.3), written by hand. */
export interface Answer extends InviteText {
  attendee: string;
  /** Sender of the mail; by default the attendee. */
  from?: string;
  partstat?: string;
  sequence?: number;
  /** `20261120T093000Z`. */
  dtstamp: string;
  method?: 'REPLY' | 'COUNTER';
  comment?: string;
  /** Further lines of the VEVENT. */
  more?: string[];
}

const calendarOf = (answer: Answer): string =>
  [
    'BEGIN:VCALENDAR',
    'PRODID:-//Hand Made//Client//EN',
    'VERSION:2.0',
    `METHOD:${answer.method ?? 'REPLY'}`,
    'BEGIN:VEVENT',
    `UID:${answer.uid}`,
    `DTSTAMP:${answer.dtstamp}`,
    `SEQUENCE:${answer.sequence ?? 0}`,
    `ORGANIZER:mailto:${answer.organizer}`,
    `ATTENDEE;CN=Somebody;PARTSTAT=${answer.partstat ?? 'ACCEPTED'}:MAILTO:${answer.attendee}`,
    ...(answer.comment ? [`COMMENT:${answer.comment}`] : []),
    ...(answer.more ?? []),
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');

const messageOf = (answer: Answer) => {
  const method = answer.method ?? 'REPLY';
  const content = calendarOf(answer);
  return {
    from: answer.from ?? answer.attendee,
    to: answer.organizer,
    subject: `Answer: ${answer.partstat ?? 'ACCEPTED'}`,
    text: 'See the attached answer.',
    html: '<p>See the attached answer.</p>',
    alternatives: [{ contentType: `text/calendar; charset=UTF-8; method=${method}`, content }],
    attachments: [{ filename: 'invite.ics', contentType: 'application/ics', content }],
  };
};

/** Delivers over SMTP as a mail server would; rejects unless the mail was accepted. */
export async function mailAnswer(port: number, answer: Answer): Promise<void> {
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  try {
    await transport.sendMail(messageOf(answer));
  } finally {
    transport.close();
  }
}

/** The same mail as text, for an application whose own mailbox received it. */
export async function composeAnswer(answer: Answer): Promise<string> {
  const transport = createTransport({ streamTransport: true, buffer: true, newline: 'windows' });
  const { message } = await transport.sendMail(messageOf(answer));
  return message.toString();
}
