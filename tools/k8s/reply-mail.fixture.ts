import { createTransport } from 'nodemailer';

/** A mail server: its port on 127.0.0.1, or an address. `requireTLS`: mail is sent only after STARTTLS. */
export type MailServer = number | { host: string; port: number; requireTLS: boolean };

function transportTo(server: MailServer) {
  const { requireTLS, ...address } =
    typeof server === 'number' ? { host: '127.0.0.1', port: server, requireTLS: false } : server;
  // senders of mail accept any certificate (RFC 7435)
  const tls = { requireTLS, ignoreTLS: !requireTLS, tls: { rejectUnauthorized: false } };
  // a pod that was killed does not refuse connections: they get no response
  return createTransport({
    ...address,
    ...tls,
    connectionTimeout: 5_000,
    greetingTimeout: 10_000,
    socketTimeout: 40_000,
  });
}

/** A recipient's mail client accepts the invitation; rejects unless the mail was accepted. */
export async function sendReply(server: MailServer, icalendar: string, from = 'ann@example.com'): Promise<void> {
  const lines = icalendar.replaceAll(/\r?\n[ \t]/g, '').split(/\r?\n/);
  const line = (name: string) => lines.find((one) => new RegExp(`^${name}[;:]`).test(one))!;
  const organizer = /:mailto:(.+)$/i.exec(line('ORGANIZER'))![1]!;
  const content = [
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Example//Client//EN',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    line('UID'),
    'DTSTAMP:20261121T120000Z',
    'SEQUENCE:0',
    `ORGANIZER:mailto:${organizer}`,
    `ATTENDEE;PARTSTAT=ACCEPTED:mailto:${from}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
  const transport = transportTo(server);
  const alternatives = [{ contentType: 'text/calendar; charset=UTF-8; method=REPLY', content }];
  try {
    await transport.sendMail({ from, to: organizer, subject: 'Accepted', text: 'Accepted', alternatives });
  } finally {
    transport.close();
  }
}
