import { createLogger } from '@kalends/service-runtime';
import { afterEach, describe, expect, it } from 'vitest';
import { HEAD, calendar, inline, mail } from './mails.fixture.js';
import { MailReader } from './mail-reader.js';
import { poisonousWorker } from './poisonous-worker.fixture.js';

const log = createLogger({ service: 'invites', level: 'silent' });
const good = mail(inline(calendar()));
const answered = { replies: [{ uid: 'uid-1', partstat: 'ACCEPTED' }] };

describe('mails parsed in a thread', () => {
  let reader: MailReader;
  afterEach(() => reader.close());

  it('given a reply, when read, then it is as the parser returns it', async () => {
    reader = new MailReader(log);
    expect(await reader.read(good, 0)).toMatchObject(answered);
  });

  it('given an address list nested 100,000 deep (CVE-2025-14874), when read, then the next mail is read too', async () => {
    reader = new MailReader(log);
    const nested = mail(inline(calendar()), [`From: ${'a:'.repeat(100_000)}`, ...HEAD.slice(1)]);
    await reader.read(nested, 0);
    expect(await reader.read(good, 0)).toMatchObject(answered);
  });

  it.each(['throw', 'exit', 'grow', 'spin'])(
    'given a mail that makes the parser %s, when read, then it is unreadable and the next mail is read',
    async (does) => {
      reader = new MailReader(log, poisonousWorker(), 2_000);
      const poisonous = mail(inline(calendar()), [`X-Poison: ${does}`, ...HEAD]);
      const [bad, next] = await Promise.all([reader.read(poisonous, 0), reader.read(good, 0)]);
      expect(bad).toBe('unreadable');
      expect(next).toMatchObject(answered);
    },
  );
});
