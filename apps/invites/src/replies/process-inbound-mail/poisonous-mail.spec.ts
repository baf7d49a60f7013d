import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import type { SmartInviteRecord } from '@kalends/contracts';
import { waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientId, replyMail, startInvitesFixture, type InvitesFixture } from '../../invites.fixture.js';
import { poisonousWorker } from '../reply-mail/poisonous-worker.fixture.js';
import { MailReader } from '../reply-mail/mail-reader.js';

const program = poisonousWorker();
const child = fileURLToPath(new URL('./crash-child.mjs', import.meta.url));

describe('a mail that crashes the parser', () => {
  let fixture: InvitesFixture;
  let invite: SmartInviteRecord;
  const tokenOf = ({ reply_address }: SmartInviteRecord) => reply_address.split('@')[0];
  const keep = (raw: string) =>
    fixture.pool.query('INSERT INTO raw_mail (reply_token, raw, received_at) VALUES ($1, $2, 0)', [
      tokenOf(invite),
      Buffer.from(raw),
    ]);
  const poisonous = (does: string) => `X-Poison: ${does}\r\n${replyMail(invite, 'DECLINED', '20260901T080000Z')}`;
  const good = () => replyMail(invite, 'ACCEPTED', '20260901T090000Z');
  const unmatched = () => fixture.request({ kind: 'list-unmatched', before: null, limit: 10 });

  beforeAll(async () => {
    fixture = await startInvitesFixture((log) => new MailReader(log, program, 2_000));
  });
  afterAll(() => fixture.stop());
  beforeEach(async () => {
    await fixture.pool.query('TRUNCATE invite, reply, raw_mail, unmatched_mail, outbox, inbox');
    invite = await fixture.make();
  });

  it.each(['throw', 'exit', 'grow', 'spin'])(
    'given one that makes it %s, when recorded, then it is set aside once, unchanged, and the others are recorded',
    async (does) => {
      await keep(poisonous(does));
      await keep(good());
      expect(await fixture.worker.round()).toBe(2);
      expect(await fixture.worker.round()).toBe(0);
      expect(await unmatched()).toMatchObject({ mails: [{ reason: 'unreadable', client_id: clientId }] });
      const { rows } = await fixture.pool.query<{ raw: Buffer }>('SELECT raw FROM unmatched_mail');
      expect(rows.map(({ raw }) => raw.toString())).toEqual([poisonous(does)]);
      expect((await fixture.read()).recipients[0]!.status).toBe('accepted');
    },
  );

  it('given a submitted one, when it makes the parser throw, then the response reports it as unreadable', async () => {
    const mail = Buffer.from(poisonous('throw')).toString('base64');
    const answer = await fixture.request({ kind: 'receive-reply', client_id: clientId, mail });
    expect(answer).toMatchObject({ outcome: 'received', replies: [], unmatched: 'unreadable' });
  });

  it(
    'given a process killed while it parses it for the 18th, 19th and 20th time, when restarted, then it gives up that mail and continues',
    { tags: 'long' },
    async () => {
      await keep(poisonous('spin'));
      // it was parsed alone seventeen times
      await fixture.pool.query('UPDATE raw_mail SET attempts = 18');
      await keep(good());
      const attempts = async () =>
        (await fixture.pool.query<{ attempts: number }>('SELECT attempts FROM raw_mail ORDER BY mail_id LIMIT 1'))
          .rows[0]?.attempts;
      let victim = startChild(fixture.url);
      try {
        for (const reading of [19, 20, 21]) {
          await waitUntil(async () => (await attempts()) === reading, { timeout: 60_000, what: 'a reading' });
          await kill(victim);
          expect(await fixture.count('unmatched_mail')).toBe(0);
          await fixture.pool.query('UPDATE raw_mail SET lease_until = 0');
          victim = startChild(fixture.url);
        }
        const empty = async () => (await fixture.count('raw_mail')) === 0;
        await waitUntil(empty, { timeout: 60_000, what: 'all mails to be recorded' });
      } finally {
        await kill(victim);
      }
      expect(await fixture.count('unmatched_mail')).toBe(1);
      expect((await fixture.read()).recipients[0]!.status).toBe('accepted');
    },
  );
});

const startChild = (url: string): ChildProcess =>
  spawn(process.execPath, [child, url, program.href], { stdio: ['ignore', 'inherit', 'inherit'] });

async function kill(victim: ChildProcess): Promise<void> {
  if (victim.exitCode !== null || victim.signalCode !== null) return;
  const ended = once(victim, 'exit');
  victim.kill('SIGKILL');
  await ended;
}
