import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { HEAD, attached, base64, calendar, crlf, inline, mail, multipart, part, plain } from './mails.fixture.js';
import { parseReplyMail } from './parse-reply-mail.js';

const read = (raw: Buffer) => parseReplyMail(raw, { now: 0 });
const text = calendar();
const answered = { replies: [{ uid: 'uid-1', partstat: 'ACCEPTED' }] };

/** `depth` nested multiparts with the reply in the innermost. */
const nested = (depth: number): Buffer => {
  const levels = Array.from(
    { length: depth },
    (_, n) => `Content-Type: multipart/mixed; boundary=b${n}\r\n\r\n--b${n}\r\n`,
  );
  return mail(levels.join('') + inline(text));
};

describe('FC-36: mails that exceed the bounds', () => {
  it('given 10,000 nested multiparts, then the mail is unreadable, and 40 are read', async () => {
    expect(await read(nested(10_000))).toBe('unreadable');
    expect(await read(nested(40))).toMatchObject(answered);
  });
  it('given 10,000 nested messages, then it is unreadable', async () => {
    expect(await read(mail('Content-Type: message/rfc822\r\n\r\n'.repeat(10_000) + inline(text)))).toBe('unreadable');
  });
  it('given more parts than any program sends, then it is unreadable', async () => {
    expect(await read(mail(multipart('mixed', 'm', ...Array(2000).fill(plain('x')))))).toBe('unreadable');
  });
  it('given 10 MB attached and 3 MB of HTML, then the answer is read and the rest is not kept', async () => {
    const big = part(
      ['Content-Type: image/png', 'Content-Transfer-Encoding: base64'],
      base64(Buffer.alloc(7_500_000, 7)),
    );
    const html = part(['Content-Type: text/html'], '<p>x</p>\r\n'.repeat(300_000));
    const raw = mail(multipart('mixed', 'm', html, big, attached(text)));
    expect(raw.length).toBeGreaterThan(12_000_000);
    expect(await read(raw)).toMatchObject(answered);
  });
  it('given a mail over the limit, a calendar of 3 MB, or one of a million components, then parsing ends', async () => {
    expect(await read(Buffer.alloc(27_000_000, 0x61))).toBe('unreadable');
    expect(await read(mail(attached(calendar({ more: Array(40_000).fill(`X-A:${'x'.repeat(70)}`) }))))).toMatchObject({ replies: [] }); // prettier-ignore
    const many = await read(
      mail(inline(`BEGIN:VCALENDAR\r\nMETHOD:REPLY\r\n${'BEGIN:VEVENT\r\nUID:u\r\n'.repeat(80_000)}`)),
    );
    expect(many !== 'unreadable' && many.replies.length).toBeLessThanOrEqual(500);
  });
  it('given endless headers, then it is unreadable', async () => {
    expect(await read(mail(inline(text), [...HEAD, `X-Long: ${'x'.repeat(400_000)}`]))).toBe('unreadable');
  });
  it('given nothing, or no mail, then it is unreadable or has no answer', async () => {
    for (const raw of ['', '\r\n', 'x', '\0'.repeat(1000), '\r\n\r\n\r\n']) {
      const parsed = await read(Buffer.from(raw));
      expect(parsed === 'unreadable' || parsed.replies.length === 0).toBe(true);
    }
  });
});

describe('mails that are broken', () => {
  const whole = mail(
    multipart('mixed', 'm', multipart('alternative', 'a', plain('Hi'), inline(text, 'base64')), attached(text)),
  );

  it('given a mail cut off anywhere, then it is read up to there', async () => {
    for (let end = 0; end < whole.length; end += 7) {
      const parsed = await read(whole.subarray(0, end));
      expect(parsed === 'unreadable' || parsed.replies.length <= 2).toBe(true);
    }
  });
  it('given bytes changed at random, then there is an answer or none, never a failure', async () => {
    await fc.assert(
      fc.asyncProperty(
        fc.array(fc.tuple(fc.nat(whole.length - 1), fc.nat(255)), { maxLength: 30 }),
        async (changes) => {
          const raw = Buffer.from(whole);
          for (const [at, byte] of changes) raw[at] = byte;
          const parsed = await read(raw);
          expect(parsed === 'unreadable' || Array.isArray(parsed.replies)).toBe(true);
        },
      ),
      { numRuns: 300 },
    );
  });
  it('given any calendar lines, then they are read or skipped', async () => {
    const piece = fc.constantFrom('BEGIN:VEVENT', 'END:VEVENT', 'END:VCALENDAR', 'ATTENDEE;', 'ATTENDEE:mailto:%zz@x', 'DTSTAMP:99999999T999999Z', 'SEQUENCE:-1', 'RECURRENCE-ID:x', 'COMMENT', 'DTSTART;TZID=:20261399T250000', 'DURATION:PT'); // prettier-ignore
    await fc.assert(
      fc.asyncProperty(fc.array(fc.oneof(piece, fc.string()), { maxLength: 30 }), async (lines) => {
        const parsed = await read(mail(inline(crlf('BEGIN:VCALENDAR', 'METHOD:COUNTER', ...lines))));
        expect(parsed === 'unreadable' || Array.isArray(parsed.replies)).toBe(true);
      }),
      { numRuns: 300 },
    );
  });
});
