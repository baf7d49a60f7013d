/**
 * Reply mails parsed per second on one core: a multipart of 7 KB as Outlook sends it (text, HTML, calendar in base64 with a
 * VTIMEZONE) and a single calendar part as Thunderbird sends it. Per second of CPU time, garbage collection included, to
 * exclude other load on the machine. Median of 5 rounds, warm. A missed bound is reported; exit code 1 only at twice a
 * bound.
 */
import { cpus } from 'node:os';
import { parseReplyMail } from '../dist/replies/reply-mail/parse-reply-mail.js';

const ROUNDS = 5;
const ROUND_MS = 1000;
const crlf = (...lines) => lines.join('\r\n');
const base64 = (text) => Buffer.from(text).toString('base64').replace(/.{76}/g, '$&\r\n');

const zone = crlf(
  'BEGIN:VTIMEZONE',
  'TZID:W. Europe Standard Time',
  'BEGIN:STANDARD',
  'DTSTART:16010101T030000',
  'TZOFFSETFROM:+0200',
  'TZOFFSETTO:+0100',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=10',
  'END:STANDARD',
  'BEGIN:DAYLIGHT',
  'DTSTART:16010101T020000',
  'TZOFFSETFROM:+0100',
  'TZOFFSETTO:+0200',
  'RRULE:FREQ=YEARLY;INTERVAL=1;BYDAY=-1SU;BYMONTH=3',
  'END:DAYLIGHT',
  'END:VTIMEZONE',
);
const calendar = (n) =>
  crlf(
    'BEGIN:VCALENDAR',
    'METHOD:REPLY',
    'PRODID:Microsoft Exchange Server 2010',
    'VERSION:2.0',
    zone,
    'BEGIN:VEVENT',
    'ATTENDEE;PARTSTAT=ACCEPTED;CN=Ann Example:mailto:ann@example.com',
    'COMMENT;LANGUAGE=de-DE:\\n',
    `UID:0d9c1a2e-5f3b-4c7d-9e8f-${String(n).padStart(12, '0')}`,
    'SUMMARY;LANGUAGE=de-DE:Zugesagt: Quarterly plan',
    'DTSTART;TZID=W. Europe Standard Time:20261120T100000',
    'DTEND;TZID=W. Europe Standard Time:20261120T110000',
    'CLASS:PUBLIC',
    'PRIORITY:5',
    'DTSTAMP:20261110T120000Z',
    'TRANSP:OPAQUE',
    'STATUS:CONFIRMED',
    'SEQUENCE:0',
    'LOCATION;LANGUAGE=de-DE:Room 1',
    'X-MICROSOFT-CDO-APPT-SEQUENCE:0',
    'X-MICROSOFT-CDO-BUSYSTATUS:BUSY',
    'X-MICROSOFT-CDO-INTENDEDSTATUS:BUSY',
    'X-MICROSOFT-CDO-ALLDAYEVENT:FALSE',
    'X-MICROSOFT-CDO-IMPORTANCE:1',
    'X-MICROSOFT-CDO-INSTTYPE:0',
    'END:VEVENT',
    'END:VCALENDAR',
    '',
  );
const head = (n) =>
  crlf(
    ...[1, 2, 3].map(
      (hop) =>
        `Received: from mail${hop}.example.com (192.0.2.${hop}) by mx${hop}.example.com with ESMTPS id ${n};\r\n Tue, 10 Nov 2026 12:00:0${hop} +0000`,
    ),
    'Authentication-Results: mx.example; spf=pass; dkim=pass; dmarc=pass',
    'From: Ann Example <ann@example.com>',
    'To: "Kalends" <token@in.example>',
    'Subject: =?utf-8?B?WnVnZXNhZ3Q6IFF1YXJ0ZXJseSBwbGFu?=',
    `Message-ID: <${n}@example.com>`,
    'Date: Tue, 10 Nov 2026 12:00:00 +0000',
    'MIME-Version: 1.0',
  );
const html = `<html><head><meta charset="utf-8"></head><body>${'<p class="MsoNormal">See you there, <b>Ann</b> &amp; team</p>\r\n'.repeat(60)}</body></html>`;
const multipart = (n) =>
  Buffer.from(
    crlf(
      head(n),
      'Content-Type: multipart/alternative; boundary="_000_b"',
      '',
      '--_000_b',
      'Content-Type: text/plain; charset="utf-8"',
      'Content-Transfer-Encoding: base64',
      '',
      base64('See you there, Ann & team\r\n'.repeat(20)),
      '--_000_b',
      'Content-Type: text/html; charset="utf-8"',
      'Content-Transfer-Encoding: quoted-printable',
      '',
      html.replaceAll('=', '=3D'),
      '--_000_b',
      'Content-Type: text/calendar; charset="utf-8"; method=REPLY',
      'Content-Transfer-Encoding: base64',
      '',
      base64(calendar(n)),
      '--_000_b--',
      '',
    ),
  );
const single = (n) =>
  Buffer.from(
    crlf(
      head(n),
      'Content-Type: text/calendar; method=REPLY; charset=UTF-8',
      'Content-Transfer-Encoding: 8BIT',
      '',
      calendar(n).replace(`${zone}\r\n`, ''),
    ),
  );

/** Mails parsed concurrently, as a service under load does: the parser yields to the event loop after every line. */
const AT_ONCE = 8;

async function perSecond(mails, ms, atOnce = AT_ONCE) {
  const start = performance.now();
  const before = process.cpuUsage();
  let done = 0;
  const reader = async () => {
    while (performance.now() - start < ms) {
      const parsed = await parseReplyMail(mails[done++ % mails.length], { now: 0 });
      if (parsed === 'unreadable' || parsed.replies[0]?.partstat !== 'ACCEPTED') throw new Error('not read');
    }
  };
  await Promise.all(Array.from({ length: atOnce }, reader));
  const { user, system } = process.cpuUsage(before);
  return (done / (user + system)) * 1e6;
}

async function measure(name, make, bound) {
  const mails = Array.from({ length: 500 }, (_, n) => make(n));
  await perSecond(mails, ROUND_MS);
  const rounds = [];
  for (let i = 0; i < ROUNDS; i++) rounds.push(await perSecond(mails, ROUND_MS));
  const rate = rounds.sort((a, b) => a - b)[Math.floor(ROUNDS / 2)];
  const size = (mails[0].length / 1024).toFixed(1);
  const verdict = rate >= bound ? 'met' : 'MISS';
  console.log(
    `${name} (${size} KB)`.padEnd(28),
    `${rate.toFixed(0).padStart(6)}/s   bound ${bound}/s   ${verdict}   (${AT_ONCE} concurrent)`,
  );
  const alone = await perSecond(mails, 2 * ROUND_MS, 1);
  console.log('  one at a time'.padEnd(28), `${alone.toFixed(0).padStart(6)}/s`);
  return rate >= bound / 2;
}

console.log(`apps/invites/bench/parse.mjs: Node ${process.version}, ${cpus()[0]?.model}, ${cpus().length} cores`);
const fine = [await measure('multipart', multipart, 700), await measure('single part', single, 1500)];
process.exit(fine.every(Boolean) ? 0 : 1);
