import { createTransport } from 'nodemailer';

/** A recipient's mail client accepts the invitation; rejects unless the mail was accepted. */
export async function sendReply(port: number, icalendar: string, from = 'ann@example.com'): Promise<void> {
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
  const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
  const alternatives = [{ contentType: 'text/calendar; charset=UTF-8; method=REPLY', content }];
  try {
    await transport.sendMail({ from, to: organizer, subject: 'Accepted', text: 'Accepted', alternatives });
  } finally {
    transport.close();
  }
}
