import { simpleParser } from 'mailparser';
import { describe, expect, it } from 'vitest';
import { inviteMail } from './invite-mail.js';

const ascii = ['BEGIN:VCALENDAR', 'METHOD:REQUEST', 'BEGIN:VEVENT', 'DTSTAMP:20261101T080000Z', 'UID:a1', 'END:VEVENT', 'END:VCALENDAR', ''].join('\r\n'); // prettier-ignore
const accented = ascii.replace('UID:a1', 'UID:a1\r\nSUMMARY:\u00dcber \u{1f389}');
const options = {
  summary: '\u00dcberpr\u00fcfung '.repeat(8).trim(),
  description: 'Line = 1\n<b>& 2</b> \u00e4 \n' + 'long '.repeat(60),
  method: 'REQUEST' as const,
  from: { name: 'Bob "B", Co \u00d6', email: 'bob@example.com' },
  to: 'ann@example.com',
};
const calendarPart = (mail: string) => /Content-Type: text\/calendar[\s\S]*?\r\n\r\n/.exec(mail)![0];

describe('the mail of an invite', () => {
  it.each([
    ['ASCII', ascii, '7bit'],
    ['other', accented, 'base64'],
  ])('given %s text, then it is inline with its true encoding and also attached', async (_, text, encoding) => {
    const mail = await inviteMail(text, options);
    expect(calendarPart(mail)).toBe(`Content-Type: text/calendar; charset=UTF-8; method=REQUEST\r\nContent-Transfer-Encoding: ${encoding}\r\n\r\n`); // prettier-ignore
    expect(mail).toContain('Content-Type: application/ics; charset=UTF-8; method=REQUEST;\r\n name=invite.ics\r\nContent-Transfer-Encoding: base64\r\n'); // prettier-ignore
    const parsed = await simpleParser(mail);
    const calendars = parsed.attachments.map(({ contentType, filename, content }) => [contentType, filename, content.toString().trimEnd()]); // prettier-ignore
    expect(calendars).toEqual([
      ['text/calendar', undefined, text.trimEnd()],
      ['application/ics', 'invite.ics', text.trimEnd()],
    ]);
  });
  it('given names and texts of any kind, when another program parses the mail, then they are unchanged', async () => {
    const parsed = await simpleParser(await inviteMail(ascii, options));
    expect(parsed.subject).toBe(options.summary);
    expect(parsed.text?.trimEnd()).toBe(options.description.trimEnd());
    expect(parsed.html).toContain('&lt;b&gt;&amp; 2&lt;/b&gt; \u00e4 <br>');
    expect(parsed.from?.value).toEqual([{ name: 'Bob "B", Co \u00d6', address: 'bob@example.com' }]);
    expect(parsed.date?.toISOString()).toBe('2026-11-01T08:00:00.000Z');
    expect(parsed.messageId).toBeUndefined();
  });
  it('given any text, then the mail is ASCII in lines of at most 78 characters that end in CRLF', async () => {
    const mail = await inviteMail(accented, options);
    expect(mail).toMatch(/^[\t\r\n\x20-\x7e]*$/);
    expect(mail.replaceAll('\r\n', '')).not.toMatch(/[\r\n]/);
    expect(Math.max(...mail.split('\r\n').map((line) => line.length))).toBeLessThanOrEqual(78);
    expect(mail).toMatch(/\r\nDate: Sun, 01 Nov 2026 08:00:00 \+0000\r\n/);
  });
  it('given a cancellation to several without description, then the method is everywhere, the summary is the text', async () => {
    const mail = await inviteMail(ascii.replace('REQUEST', 'CANCEL'), { summary: 'Plan', method: 'CANCEL', to: ['ann@example.com', 'bob@example.com'] }); // prettier-ignore
    expect(mail.match(/method=CANCEL/g)).toHaveLength(2);
    const parsed = await simpleParser(mail);
    expect(parsed.text?.trim()).toBe('Plan');
    expect([parsed.to].flat().flatMap((one) => one!.value.map((to) => to.address))).toEqual(['ann@example.com', 'bob@example.com']); // prettier-ignore
  });
  it('given values that try to inject headers, then they cannot', async () => {
    const evil = {
      ...options,
      summary: 'x\r\nBcc: e@x',
      to: 'a@x\r\nBcc: e@x',
      from: { name: 'y\r\nBcc: e@x', email: 'b@x' },
    };
    expect((await simpleParser(await inviteMail(ascii, evil))).bcc).toBeUndefined();
  });
});
