import { createHash } from 'node:crypto';
import MailComposer from 'nodemailer/lib/mail-composer';

type MailAddress = string | { name?: string | undefined; email: string };

interface InviteMailOptions {
  summary: string;
  description?: string | undefined;
  method: 'REQUEST' | 'CANCEL';
  /** When omitted, the mailer that sends it must add one. */
  from?: MailAddress | undefined;
  to: MailAddress | readonly MailAddress[];
}

/**
 * A complete mail (RFC 5322, RFC 6047 §2.4) for an invite's text, always the same for the same invite: plain text and HTML,
 * the calendar as an alternative in `text/calendar` for mail clients with buttons, and also attached for the others. Its
 * Date is the text's DTSTAMP; the sender adds a Message-ID. The inline calendar is 7bit when the text is ASCII, as the
 * interface requires; any other text is base64: 7bit would be untrue, and some servers damage 8bit.
 */
export async function inviteMail(text: string, options: InviteMailOptions): Promise<string> {
  const { summary, description, method, from, to } = options;
  const plainText = description?.trim() || summary || 'Invitation';
  const people = (Array.isArray(to) ? to : [to]) as readonly MailAddress[];
  const date = dateOf(text);
  const composer = new MailComposer({
    ...(from === undefined ? {} : { from: addressOf(from) }),
    to: people.map(addressOf),
    subject: summary || 'Invitation',
    ...(date === undefined ? {} : { date }),
    text: plainText,
    html: htmlOf(plainText),
    textEncoding: 'quoted-printable',
    newline: 'windows',
    baseBoundary: `kalends-${createHash('sha256')
      .update(JSON.stringify([text, options]))
      .digest('hex')
      .slice(0, 16)}`,
    alternatives: [
      {
        contentType: `text/calendar; charset=UTF-8; method=${method}`,
        contentTransferEncoding: /^[\0-\x7f]*$/.test(text) ? '7bit' : 'base64',
        content: text,
      },
    ],
    attachments: [
      { filename: 'invite.ics', contentType: `application/ics; charset=UTF-8; method=${method}`, content: text },
    ],
    disableFileAccess: true,
    disableUrlAccess: true,
  });
  const mail = (await composer.compile().build()).toString('latin1');
  return mail.replace(/^Message-ID: .*\r\n/m, '');
}

/** Removes characters that would end an address or a header. */
function addressOf(address: MailAddress): { name: string; address: string } {
  const { name, email } = typeof address === 'string' ? { name: undefined, email: address } : address;
  return { name: name ?? '', address: email.replace(/[\s<>,;\x00-\x1f\x7f]/g, '') };
}

function dateOf(text: string): Date | undefined {
  const [, day, time] = /^DTSTAMP:(\d{8})T(\d{6})Z\r?$/m.exec(text) ?? [];
  if (day === undefined || time === undefined) return undefined;
  return new Date(`${day.replace(/(....)(..)/, '$1-$2-')}T${time.replace(/(..)(..)/, '$1:$2:')}Z`);
}

const ESCAPES = new Map(Object.entries<string>({ '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }));

function htmlOf(plainText: string): string {
  const escaped = plainText.replace(/[&<>"]/g, (char) => ESCAPES.get(char)!);
  return `<!DOCTYPE html>\n<html><body><p>${escaped.split(/\r\n|\n|\r/).join('<br>\n')}</p></body></html>`;
}
