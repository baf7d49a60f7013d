import { spawnSync } from 'node:child_process';
import { describe, expect, it } from 'vitest';
import { corpusOrSkip, missingForPython, python, readCorpus, skipFor } from '@kalends/testing';
import { attached, inline, mail, multipart } from './mails.fixture.js';
import { parseReplyMail } from './parse-reply-mail.js';

/** Python's own mail parser and a plain search: [uid, address, PARTSTAT] of each ATTENDEE of each reply in a mail. */
const PROGRAM = `
import email, json, re, sys
found = []
for raw in json.load(sys.stdin):
    message = email.message_from_bytes(raw.encode('utf-8'))
    texts = [part.get_payload(decode=True).decode('utf-8', 'replace') for part in message.walk()
             if part.get_content_type() in ('text/calendar', 'application/ics')]
    texts = [text for text in texts if text.strip()] or [raw]
    answers = set()
    for text in texts:
        text = re.sub(r'\\r?\\n[ \\t]', '', text)
        if not re.search(r'^METHOD:(REPLY|COUNTER)', text, re.M):
            continue
        for line in re.findall(r'^ATTENDEE.*$', text, re.M):
            answers.add((re.search(r'^UID:(\\S+)', text, re.M).group(1), re.search(r'mailto:(\\S+)', line, re.I).group(1).lower(),
                         re.search(r'PARTSTAT=([A-Z-]+)', line).group(1)))
    found.append(sorted(answers))
print(json.dumps(found))
`;

const read = async (raw: Buffer) => {
  const parsed = await parseReplyMail(raw, { now: 0 });
  return parsed === 'unreadable' ? null : parsed;
};

describe('the corpora', () => {
  it('FC-34: given every mail, then its answers are those that Python finds', async (ctx) => {
    const root = corpusOrSkip(ctx, '.');
    if (!root) return;
    const missing = missingForPython('email', 'python 3.9 or later');
    if (missing) return skipFor(ctx, missing);
    const mails = await readCorpus(root, '.eml');
    expect(mails.length).toBeGreaterThan(15);
    const done = spawnSync(python(), ['-c', PROGRAM], {
      input: JSON.stringify(mails.map((one) => one.text)),
      encoding: 'utf8',
    });
    expect(done.stderr).toBe('');
    const expected = JSON.parse(done.stdout) as string[][][];
    const actual = await Promise.all(mails.map(async ({ text }) => (await read(Buffer.from(text)))?.replies ?? []));
    const shown = actual.map((replies) => replies.map(({ uid, email, partstat }) => [uid, email, partstat]));
    expect(Object.fromEntries(mails.map(({ path }, i) => [path, shown[i]]))).toEqual(
      Object.fromEntries(mails.map(({ path }, i) => [path, expected[i]])),
    );
    expect(expected.flat().map((answer) => answer[2])).toEqual(['ACCEPTED', 'ACCEPTED']);
  });

  it('given every calendar as a reply, inline and attached, then it is read without failing, each answer once', async (ctx) => {
    const root = corpusOrSkip(ctx, '.');
    if (!root) return;
    const calendars = await readCorpus(root, '.ics');
    expect(calendars.length).toBeGreaterThan(290);
    let answers = 0;
    for (const { text } of calendars) {
      const asReply = text.replace(/^METHOD:.*$/gm, 'METHOD:REPLY');
      const parsed = await read(
        mail(multipart('mixed', 'm-of-the-mail', inline(asReply, 'base64'), attached(asReply))),
      );
      const replies = parsed?.replies ?? [];
      expect(new Set(replies.map((reply) => JSON.stringify(reply))).size).toBe(replies.length);
      answers += replies.length;
    }
    expect(answers).toBeGreaterThan(100);
  });
});
