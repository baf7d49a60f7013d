/** Raw mails in the forms in which mail programs reply; CRLF throughout. */
export const crlf = (...lines: string[]): string => lines.join('\r\n');

export interface CalendarLines {
  method?: string | null;
  attendees?: string[];
  more?: string[];
  organizer?: string | null;
}

/** A VCALENDAR that answers `uid-1`. */
export function calendar(options: CalendarLines = {}): string {
  const { method = 'REPLY', attendees = ['ATTENDEE;PARTSTAT=ACCEPTED:mailto:ann@example.com'], more = [] } = options;
  const { organizer = 'ORGANIZER:mailto:token@in.example' } = options;
  return crlf(
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Test//EN',
    ...(method === null ? [] : [`METHOD:${method}`]),
    'BEGIN:VEVENT',
    'UID:uid-1',
    'SEQUENCE:3',
    'DTSTAMP:20261110T120000Z',
    'DTSTART:20261120T090000Z',
    ...(organizer === null ? [] : [organizer]),
    ...attendees,
    ...more,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  );
}

export const HEAD = ['From: Ann <Ann@Example.com>', 'To: token@in.example', 'Message-ID: <1@example.com>', 'Subject: Re: Plan', 'MIME-Version: 1.0']; // prettier-ignore

export const base64 = (bytes: string | Buffer): string =>
  Buffer.from(bytes).toString('base64').replace(/.{76}/g, '$&\r\n');

export const quoted = (text: string): string =>
  [...Buffer.from(text, 'utf8')]
    .map((byte) => (byte > 126 || byte === 61 ? `=${byte.toString(16).toUpperCase()}` : String.fromCharCode(byte)))
    .join('');

export const part = (headers: string[], body: string): string => crlf(...headers, '', body);

export const multipart = (kind: string, boundary: string, ...parts: string[]): string =>
  part([`Content-Type: multipart/${kind}; boundary="${boundary}"`], crlf(...parts.flatMap((one) => [`--${boundary}`, one]), `--${boundary}--`, '')); // prettier-ignore

export const mail = (body: string, head: string[] = HEAD): Buffer => Buffer.from(crlf(...head, body), 'utf8');

export const inline = (text: string, encoding: '8bit' | 'base64' | 'quoted-printable' = '8bit', charset = 'utf-8') => {
  const body = encoding === 'base64' ? base64(text) : encoding === '8bit' ? text : quoted(text);
  return part([`Content-Type: text/calendar; charset=${charset}; method=REPLY`, `Content-Transfer-Encoding: ${encoding}`], body); // prettier-ignore
};

export const attached = (text: string, type = 'application/ics', name = 'invite.ics'): string =>
  part([`Content-Type: ${type}; name="${name}"`, 'Content-Transfer-Encoding: base64', `Content-Disposition: attachment; filename="${name}"`], base64(text)); // prettier-ignore

export const plain = (text: string): string => part(['Content-Type: text/plain; charset=utf-8'], text);
