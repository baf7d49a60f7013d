import { describe, expect, it } from 'vitest';
import type { AttendeeReply, ReplyMail } from '../../itip/model.js';
import { HEAD, attached, base64, calendar, crlf, inline, mail, multipart, part, plain } from './mails.fixture.js';
import { parseReplyMail } from './parse-reply-mail.js';

const ANN: AttendeeReply = {
  method: 'REPLY',
  uid: 'uid-1',
  sequence: 3,
  dtstamp: Date.parse('2026-11-10T12:00:00Z'),
  recurrenceId: null,
  email: 'ann@example.com',
  partstat: 'ACCEPTED',
  delegatedTo: [],
};
const read = async (raw: Buffer): Promise<ReplyMail> => {
  const parsed = await parseReplyMail(raw, { now: 0 });
  if (parsed === 'unreadable') throw new Error(parsed);
  return parsed;
};
const repliesOf = async (body: string, head?: string[]) => (await read(mail(body, head))).replies;
const text = calendar();

describe('where the calendar is', () => {
  it.each([
    ['single part, 8bit (Thunderbird)', inline(text)],
    ['single part, base64', inline(text, 'base64')],
    ['single part, quoted-printable', inline(text, 'quoted-printable')],
    ['in multipart/alternative (Outlook)', multipart('alternative', 'a', plain('Hi'), inline(text, 'base64'))],
    ['inline and attached: one answer (Gmail)', multipart('mixed', 'm', multipart('alternative', 'a', plain('Hi'), inline(text, 'quoted-printable')), attached(text))], // prettier-ignore
    ['FC-34: only attached as text/calendar', multipart('mixed', 'm', plain('Hi'), attached(text, 'text/calendar'))],
    ['FC-34: only attached as application/ics', multipart('mixed', 'm', plain('Hi'), attached(text))],
    ['only attached as octets with an .ics name', multipart('mixed', 'm', plain('Hi'), attached(text, 'application/octet-stream', 'Antwort.ICS'))], // prettier-ignore
    ['FC-34: in message/rfc822', multipart('mixed', 'm', plain('Fwd'), part(['Content-Type: message/rfc822'], mail(inline(text)).toString()))], // prettier-ignore
    ['in an attached message/rfc822', multipart('mixed', 'm', plain('Fwd'), part(['Content-Type: message/rfc822', 'Content-Disposition: attachment; filename=a.eml'], mail(inline(text)).toString()))], // prettier-ignore
    ['in a message/rfc822 in base64', multipart('mixed', 'm', part(['Content-Type: message/rfc822', 'Content-Transfer-Encoding: base64', 'Content-Disposition: attachment'], base64(mail(inline(text)))))], // prettier-ignore
    ['FC-34: where part headers should be', `Content-Type: multipart/mixed; boundary=m\r\n\r\n--m\r\n${text}Content-type: text/calendar; method=REPLY\r\n\r\n\r\n--m--\r\n`], // prettier-ignore
    ['in the plain text', plain(`Hi\r\n\r\n${text}\r\nBye`)],
    ['beside a zip, which is not opened', multipart('mixed', 'm', inline(text), part(['Content-Type: application/zip; name=a.zip', 'Content-Transfer-Encoding: base64'], base64('PK\x03\x04 no zip')))], // prettier-ignore
  ])('given it %s, then the answer is read once', async (_, body) => {
    expect(await repliesOf(body)).toEqual([ANN]);
  });
  it('given a mail, then it has its sender and what a server recorded of it (INV-7)', async () => {
    const head = ['Authentication-Results: mx.example;\r\n dmarc=pass', 'Authentication-Results: forged; dmarc=pass', ...HEAD]; // prettier-ignore
    expect(await read(mail(inline(text), head))).toMatchObject({
      messageId: '<1@example.com>',
      from: 'ann@example.com',
      automatic: false,
      authentication: 'mx.example; dmarc=pass',
    });
  });
  it('given what organizers send, or no calendar, then there is no answer', async () => {
    for (const method of ['REQUEST', 'CANCEL', 'PUBLISH'])
      expect(await repliesOf(inline(calendar({ method })))).toEqual([]);
    expect(await repliesOf(plain('Yes, I will come'))).toEqual([]);
  });
});

describe('the content of the calendar', () => {
  const parsed = async (options: Parameters<typeof calendar>[0]) => repliesOf(inline(calendar(options)));
  const attendee = (line: string) => parsed({ attendees: [line] });

  it('FC-29: given no ORGANIZER, then it is read', async () => {
    expect(await parsed({ organizer: null })).toEqual([ANN]);
  });
  it.each([
    'ATTENDEE;PARTSTAT=ACCEPTED:MAILTO:ANN@EXAMPLE.COM',
    'ATTENDEE;PARTSTAT=Accepted:ann@example.com',
    'attendee;partstat="ACCEPTED";CN="Ann: a, b; c":mailto:ann@example.com',
    "ATTENDEE;CN=Ann ^'A^';PARTSTAT=ACCEPTED:mailto:ann@example.com",
    'ATTENDEE;PARTSTAT=ACCEPTED;EMAIL=ann@example.com:urn:uuid:0b1',
    'ATTENDEE;PARTSTAT=ACCEPTED:/principals/users/ann/',
    'ATTENDEE;PARTSTAT=ACCEPTED;EMAIL=alias@example.com:mailto:ann@example.com',
    'ATTENDEE;RSVP=TRUE;PARTSTAT=ACC\r\n EPTED;X-NUM-GUESTS=0:mailto:ann@exa\r\n\tmple.com',
  ])('FC-31: given %s, then it is Ann who accepts', async (line) => {
    expect(await attendee(line)).toEqual([ANN]);
  });
  it('FC-31: given no PARTSTAT, then it is NEEDS-ACTION', async () => {
    expect(await attendee('ATTENDEE:mailto:ann@example.com')).toEqual([{ ...ANN, partstat: 'NEEDS-ACTION' }]);
  });
  it('FC-31: given a line folded inside a character, and one with a byte order mark, then the text is intact', async () => {
    const bytes = mail(inline(`\ufeff${calendar({ more: ['COMMENT:\u00dcber'] })}`));
    const at = bytes.indexOf(Buffer.from('\u00dc', 'utf8')) + 1;
    const folded = Buffer.concat([bytes.subarray(0, at), Buffer.from('\r\n '), bytes.subarray(at)]);
    expect((await read(folded)).replies).toEqual([{ ...ANN, comment: '\u00dcber' }]);
  });
  it.each([
    ['utf-8 declared as iso-8859-1', 'iso-8859-1', Buffer.from('\u00dcber \u2603', 'utf8'), '\u00dcber \u2603'],
    ['iso-8859-1 declared as utf-8', 'utf-8', Buffer.from('\u00dcber', 'latin1'), '\u00dcber'],
    ['an unknown charset', 'x-nonsense', Buffer.from('\u00dcber', 'latin1'), '\u00dcber'],
    ['koi8-r', 'koi8-r', Buffer.from([0xe4, 0xc1]), '\u0414\u0430'],
  ])('FC-34: given %s, then the comment is as intended', async (_, charset, bytes, expected) => {
    const [before, after] = calendar({ more: ['COMMENT:@@'] }).split('@@');
    const body = base64(Buffer.concat([Buffer.from(before!), bytes, Buffer.from(after!)]));
    const one = part([`Content-Type: text/calendar; charset=${charset}`, 'Content-Transfer-Encoding: base64'], body);
    expect(await repliesOf(one)).toEqual([{ ...ANN, comment: expected }]);
  });
  it('given comments as Outlook and Google write them, then they are read, and an empty one is none', async () => {
    expect(await parsed({ more: ['COMMENT;LANGUAGE=de-DE:Gern\\, um 9\\n'] })).toEqual([
      { ...ANN, comment: 'Gern, um 9' },
    ]);
    expect(await parsed({ more: ['COMMENT:\\n'] })).toEqual([ANN]);
    const google = 'ATTENDEE;PARTSTAT=ACCEPTED;X-RESPONSE-COMMENT="See you":mailto:ann@example.com';
    expect(await attendee(google)).toEqual([{ ...ANN, comment: 'See you' }]);
  });
  it('FC-32: given several ATTENDEE lines, then each is an answer (INV-4)', async () => {
    const attendees = ['ATTENDEE;PARTSTAT=DECLINED:mailto:bob@example.com', 'ATTENDEE;PARTSTAT=ACCEPTED:mailto:ann@example.com']; // prettier-ignore
    expect(await parsed({ attendees })).toEqual([{ ...ANN, email: 'bob@example.com', partstat: 'DECLINED' }, ANN]);
  });
  it('given no ATTENDEE, no SEQUENCE and no DTSTAMP, then it is the sender’s and open', async () => {
    const bare = crlf('BEGIN:VCALENDAR', 'METHOD:REFRESH', 'BEGIN:VEVENT', 'UID:u', 'END:VEVENT', 'END:VCALENDAR');
    expect(await repliesOf(inline(bare))).toEqual([
      { ...ANN, method: 'REFRESH', uid: 'u', sequence: null, dtstamp: null, partstat: 'NEEDS-ACTION' },
    ]);
  });
  it.each([
    [
      'names everybody',
      attached(
        calendar({
          method: 'REFRESH',
          attendees: ['ATTENDEE:mailto:bob@example.com', 'ATTENDEE:mailto:ann@example.com'],
        }),
      ),
    ],
    [
      'is there inline and, without METHOD, attached',
      multipart(
        'mixed',
        'm',
        inline(calendar({ method: null })).replace('method=REPLY', 'method=REFRESH'),
        attached(calendar({ method: null })),
      ),
    ],
    [
      'has an instance as well',
      inline(
        calendar({
          method: 'REFRESH',
          more: [
            'END:VEVENT',
            'BEGIN:VEVENT',
            'UID:uid-1',
            'RECURRENCE-ID:20261127T090000Z',
            'ATTENDEE:mailto:ann@example.com',
          ],
        }),
      ),
    ],
  ])('given a REFRESH that %s, then it is one request, its sender’s (RFC 5546 §3.2.6)', async (_, body) => {
    expect(await repliesOf(body)).toMatchObject([{ method: 'REFRESH', email: 'ann@example.com' }]);
  });
  it('given the METHOD only as a parameter of the part, then that is used; with neither, it is another', async () => {
    expect(await parsed({ method: null })).toEqual([ANN]);
    expect(await repliesOf(attached(calendar({ method: null })))).toEqual([{ ...ANN, method: 'OTHER' }]);
  });
  it('FC-36: given a delegation, then the delegates are named', async () => {
    expect(await attendee('ATTENDEE;PARTSTAT=DELEGATED;DELEGATED-TO="mailto:Eve@example.com","mailto:bob@example.com":mailto:ann@example.com')).toEqual([{ ...ANN, partstat: 'DELEGATED', delegatedTo: ['eve@example.com', 'bob@example.com'] }]); // prettier-ignore
  });
});

describe('times', () => {
  const counter = async (...more: string[]) => {
    const whole = calendar({ method: 'COUNTER', more }).replace('DTSTART:20261120T090000Z\r\n', '');
    return (await repliesOf(inline(whole))).map(({ method, proposal }) => ({ method, proposal }));
  };
  const at = (local: string, tzid: string | null) => ({ local: `2026-11-21T${local}:00`, tzid });

  it('FC-36: given a COUNTER, then its times are the proposal, in the zone of that name', async () => {
    expect(await counter('DTSTART;TZID="W. Europe Standard Time":20261121T100000', 'DTEND;TZID=W. Europe Standard Time:20261121T110000')).toEqual([{ method: 'COUNTER', proposal: { start: at('10:00', 'Europe/Berlin'), end: at('11:00', 'Europe/Berlin') } }]); // prettier-ignore
    expect(await counter('DTSTART:20261121T100000Z', 'DURATION:PT90M')).toEqual([{ method: 'COUNTER', proposal: { start: at('10:00', 'Etc/UTC'), end: at('11:30', 'Etc/UTC') } }]); // prettier-ignore
    expect(await counter('DTSTART;VALUE=DATE:20261121')).toEqual([{ method: 'COUNTER', proposal: { start: { date: '2026-11-21' }, end: { date: '2026-11-22' } } }]); // prettier-ignore
    expect(await counter()).toEqual([{ method: 'COUNTER', proposal: undefined }]);
  });
  it('given a VTIMEZONE that contradicts the name, or an empty one, then the name counts', async () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Europe/Berlin', 'BEGIN:STANDARD', 'DTSTART:19700101T000000', 'TZOFFSETFROM:+0900', 'TZOFFSETTO:+0900', 'END:STANDARD', 'END:VTIMEZONE', 'BEGIN:VTIMEZONE', 'END:VTIMEZONE']; // prettier-ignore
    const whole = calendar({ more: ['RECURRENCE-ID;TZID=Europe/Berlin:20261120T100000'] });
    const [reply] = await repliesOf(inline(whole.replace('BEGIN:VEVENT', crlf(...zone, 'BEGIN:VEVENT'))));
    expect(reply!.recurrenceId).toBe(Date.parse('2026-11-20T09:00:00Z'));
  });
  it('given a zone with a meaningless name, then the text’s own definition is read', async () => {
    const zone = ['BEGIN:VTIMEZONE', 'TZID:Customized Time Zone', 'BEGIN:STANDARD', 'DTSTART:16010101T000000', 'TZOFFSETFROM:+0300', 'TZOFFSETTO:+0300', 'END:STANDARD', 'END:VTIMEZONE']; // prettier-ignore
    const more = ['DTSTART;TZID=Customized Time Zone:20261121T100000', 'DTEND;TZID=Customized Time Zone:20261121T110000']; // prettier-ignore
    const whole = calendar({ method: 'COUNTER', more }).replace('DTSTART:20261120T090000Z\r\n', '');
    const [reply] = await repliesOf(inline(whole.replace('BEGIN:VEVENT', crlf(...zone, 'BEGIN:VEVENT'))));
    expect(reply!.proposal).toEqual({ start: at('07:00', 'Etc/UTC'), end: at('08:00', 'Etc/UTC') });
  });
  it('given a series with answers for its instances (Google), then one mail has many answers', async () => {
    const [head, rest] = text.split('END:VEVENT');
    const one = (id: string, partstat: string) => crlf('BEGIN:VEVENT', 'UID:uid-1', 'SEQUENCE:3', 'DTSTAMP:20261110T120000Z', `RECURRENCE-ID${id}`, `ATTENDEE;PARTSTAT=${partstat}:mailto:ann@example.com`, 'END:VEVENT'); // prettier-ignore
    const whole = `${head}END:VEVENT\r\n${one(':20261127T090000Z', 'DECLINED')}\r\n${one(';VALUE=DATE:20261204', 'TENTATIVE')}${rest}`;
    expect((await repliesOf(inline(whole))).map((reply) => [reply.recurrenceId, reply.partstat])).toEqual([
      [null, 'ACCEPTED'],
      [Date.parse('2026-11-27T09:00:00Z'), 'DECLINED'],
      ['2026-12-04', 'TENTATIVE'],
    ]);
  });
});

describe('FC-38: automatic mails', () => {
  const isAutomatic = async (body: string, ...more: string[]) => (await read(mail(body, [...more, ...HEAD]))).automatic;

  it.each([
    'Auto-Submitted: auto-replied',
    'Auto-Submitted: auto-replied (vacation)',
    'Auto-Submitted: auto-generated',
    'X-Autoreply: yes',
    'X-Autorespond: away',
    'Precedence: auto_reply',
    'Return-Path: <>',
  ])('given %s, then the mail is automatic', async (line) => {
    expect(await isAutomatic(plain('I am away'), line)).toBe(true);
  });
  it('given a bounce that contains the mail, then it is automatic', async () => {
    const returned = part(['Content-Type: message/rfc822'], mail(inline(text)).toString());
    const report = part(['Content-Type: message/delivery-status'], 'Final-Recipient: rfc822; a@b');
    const bounce = multipart('report; report-type=delivery-status', 'r', plain('Sorry'), report, returned);
    expect(await isAutomatic(bounce)).toBe(true);
    expect(await isAutomatic(multipart('report', 'r', inline(text)))).toBe(true);
  });
  it('given a calendar server’s REPLY, then auto-generated does not make it automatic, auto-replied does', async () => {
    expect(await isAutomatic(inline(text), 'Auto-Submitted: auto-generated')).toBe(false);
    expect(await isAutomatic(inline(text), 'Auto-Submitted: no')).toBe(false);
    expect(await isAutomatic(inline(text), 'Auto-Submitted: auto-replied')).toBe(true);
  });
});
