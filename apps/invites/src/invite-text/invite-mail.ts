import { createHash } from 'node:crypto';
import { weekday } from '@kalends/icalendar';
import { base64Lines, headerText, isSevenBit, quotedPrintable } from './mime-encoding.js';

export type MailAddress = string | { name?: string | undefined; email: string };

export interface InviteMailOptions {
  summary: string;
  description?: string | undefined;
  method: 'REQUEST' | 'CANCEL';
  /** Left out, the mailer that sends it has to add one. */
  from?: MailAddress | undefined;
  to: MailAddress | readonly MailAddress[];
}

/**
 * A complete mail (RFC 5322, RFC 6047 §2.4) around an invite's text: the words as plain text and HTML, the calendar
 * beside them as `text/calendar` for mail clients with buttons, and once more attached for the others. Its Date is the
 * text's DTSTAMP. The inline calendar is 7bit where the text is ASCII, as the interface asks; any other text is base64:
 * 7bit would be untrue, and 8bit does not pass every server unharmed.
 */
export function inviteMail(text: string, options: InviteMailOptions): string {
  const boundary = `=_kalends_${createHash('sha256')
    .update(JSON.stringify([text, options]))
    .digest('hex')
    .slice(0, 24)}`;
  const { summary, description, method } = options;
  const words = description?.trim() || summary || 'Invitation';
  const plain = isSevenBit(text);
  const alternative = [
    part('text/plain; charset=UTF-8', 'quoted-printable', quotedPrintable(words)),
    part('text/html; charset=UTF-8', 'quoted-printable', quotedPrintable(htmlOf(words))),
    part(`text/calendar; charset=UTF-8; method=${method}`, plain ? '7bit' : 'base64', plain ? text : base64Lines(text)),
  ];
  const attachment = part(
    `application/ics; charset=UTF-8; method=${method};\r\n name="invite.ics"`,
    'base64',
    base64Lines(text),
    'Content-Disposition: attachment; filename="invite.ics"\r\n',
  );
  const inner = `Content-Type: multipart/alternative;\r\n boundary="${boundary}_a"\r\n\r\n${joined(alternative, `${boundary}_a`)}`;
  return `${headers(text, options, boundary)}\r\n${joined([inner, attachment], `${boundary}_m`)}`;
}

function headers(text: string, { from, to, summary }: InviteMailOptions, boundary: string): string {
  const people = (Array.isArray(to) ? to : [to]) as readonly MailAddress[];
  return [
    ...(from === undefined ? [] : [`From: ${addressText(from)}`]),
    `To: ${people.map(addressText).join(',\r\n ')}`,
    `Subject: ${headerText(summary || 'Invitation')}`,
    ...dateLine(text),
    'MIME-Version: 1.0',
    `Content-Type: multipart/mixed;\r\n boundary="${boundary}_m"`,
    '',
  ].join('\r\n');
}

const part = (type: string, encoding: string, body: string, more = ''): string =>
  `Content-Type: ${type}\r\nContent-Transfer-Encoding: ${encoding}\r\n${more}\r\n${body}`;

const joined = (parts: string[], boundary: string): string =>
  `${parts.map((one) => `--${boundary}\r\n${one}\r\n`).join('')}--${boundary}--\r\n`;

function addressText(address: MailAddress): string {
  const { name, email } = typeof address === 'string' ? { name: undefined, email: address } : address;
  const plain = email.replace(/[\s<>,;\x00-\x1f\x7f]/g, '');
  if (!name) return plain;
  const isPlainName = /^[A-Za-z0-9 '-]{1,60}$/.test(name);
  const quoted = /^[\x20-\x7e]{1,60}$/.test(name) && !name.includes('=?');
  const shown = isPlainName ? name : quoted ? `"${name.replace(/["\\]/g, '\\$&')}"` : headerText(name);
  return `${shown} <${plain}>`;
}

const DAYS = ['Sun', 'Mon', 'Tue', 'Wed', 'Thu', 'Fri', 'Sat'];
const MONTHS = ['Jan', 'Feb', 'Mar', 'Apr', 'May', 'Jun', 'Jul', 'Aug', 'Sep', 'Oct', 'Nov', 'Dec'];

function dateLine(text: string): string[] {
  const m = /^DTSTAMP:(\d{4})(\d{2})(\d{2})T(\d{2})(\d{2})(\d{2})Z\r?$/m.exec(text);
  if (!m) return [];
  const [, year, month, day, hour, minute, second] = m;
  const name = DAYS[weekday(`${year}-${month}-${day}`)];
  return [`Date: ${name}, ${day} ${MONTHS[Number(month) - 1]} ${year} ${hour}:${minute}:${second} +0000`];
}

const ESCAPES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' };

function htmlOf(words: string): string {
  const escaped = words.replace(/[&<>"]/g, (char) => ESCAPES[char]!);
  return `<!DOCTYPE html>\n<html><body><p>${escaped.split(/\r\n|\n|\r/).join('<br>\n')}</p></body></html>`;
}
