// The mail with which a recipient's mail client answers an invitation (RFC 5546 section 3.2.3, RFC 6047).
const valueOf = (lines, pattern) => lines.map((line) => pattern.exec(line)?.[1]).find((value) => value !== undefined);

export function replyMail({ recipient, attachments }, answer) {
  const lines = attachments.icalendar.replaceAll(/\r\n[ \t]/g, '').split('\r\n');
  const [uid, to] = [valueOf(lines, /^UID:(.*)/), valueOf(lines, /^ORGANIZER.*:mailto:(.*)/i)];
  const now = new Date().toISOString();
  return [
    `From: <${recipient}>`,
    `To: <${to}>`,
    'Subject: Answer',
    `Date: ${new Date(now).toUTCString().replace('GMT', '+0000')}`,
    `Message-ID: <${uid}-${Date.parse(now)}@week-view.example>`,
    'MIME-Version: 1.0',
    'Content-Type: text/calendar; charset=UTF-8; method=REPLY',
    '',
    'BEGIN:VCALENDAR',
    'VERSION:2.0',
    'PRODID:-//Week view//EN',
    'METHOD:REPLY',
    'BEGIN:VEVENT',
    `UID:${uid}`,
    `DTSTAMP:${now.slice(0, 19).replaceAll(/[-:]/g, '')}Z`,
    'SEQUENCE:0',
    `ORGANIZER:mailto:${to}`,
    `ATTENDEE;PARTSTAT=${answer}:mailto:${recipient}`,
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  ].join('\r\n');
}
