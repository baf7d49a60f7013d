import type { SmartInviteRecord } from '@kalends/contracts';
import { createTransport } from 'nodemailer';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ada, clientId, replyMail, startInvitesFixture, type InvitesFixture } from '../../invites.fixture.js';
import type { ReceiveMail } from './receive-mail.server.js';

describe('incoming mail', () => {
  let fixture: InvitesFixture;
  let listener: ReceiveMail;
  let port: number;
  let invite: SmartInviteRecord;

  beforeAll(async () => {
    fixture = await startInvitesFixture();
  });
  afterAll(() => fixture.stop());
  beforeEach(async () => {
    await fixture.pool.query('TRUNCATE invite, reply, raw_mail, unmatched_mail, outbox, inbox');
    invite = await fixture.make();
    listener = fixture.listener();
    port = await listener.listen(0, '127.0.0.1');
  });
  afterEach(() => listener.close());

  const deliver = async (raw: string | Buffer, to: string | string[] = invite.reply_address) => {
    const transport = createTransport({ host: '127.0.0.1', port, ignoreTLS: true });
    try {
      return await transport.sendMail({ envelope: { from: ada, to }, raw });
    } finally {
      transport.close();
    }
  };

  it('given a reply, when SMTP returns 250, then the received bytes are in the database', async () => {
    const mail = replyMail(invite, 'ACCEPTED', '20260901T090000Z');
    const { response } = await deliver(mail);
    expect(response).toMatch(/^250/);
    const { rows } = await fixture.pool.query<{ raw: Buffer }>('SELECT raw FROM raw_mail');
    expect(rows.map(({ raw }) => raw.toString())).toEqual([mail]);
  });

  it('given a database that does not store it, when delivered, then the response is a temporary failure', async () => {
    await fixture.pool.query('ALTER TABLE raw_mail RENAME TO raw_mail_away');
    try {
      await expect(deliver(replyMail(invite, 'ACCEPTED', '20260901T090000Z'))).rejects.toMatchObject({
        responseCode: 451,
      });
    } finally {
      await fixture.pool.query('ALTER TABLE raw_mail_away RENAME TO raw_mail');
    }
  });

  it('given a mail of more than 25 MB, when delivered, then it is refused and nothing is stored', async () => {
    const big = Buffer.alloc(25 * 1024 * 1024 + 1024, 'x'.repeat(76) + '\r\n');
    await expect(deliver(big)).rejects.toMatchObject({ responseCode: 552 });
    expect(await fixture.count('raw_mail')).toBe(0);
  });

  it.each([
    ['one header field of 200 kB', `From: ${'a:'.repeat(100_000)}`],
    ['one folded over many lines', `From: ${'a:\r\n '.repeat(50_000)}`],
    ['300 kB of header fields', 'X-Filler: y\r\n'.repeat(25_000).trimEnd()],
  ])('given a mail with %s, when delivered, then it is refused and nothing is stored', async (_what, head) => {
    const mail = `${head}\r\n${replyMail(invite, 'ACCEPTED', '20260901T090000Z')}`;
    await expect(deliver(mail)).rejects.toMatchObject({ responseCode: 552 });
    expect(await fixture.count('raw_mail')).toBe(0);
  });

  it('given a long body whose lines look like a header, when delivered, then it is stored', async () => {
    await deliver(`${replyMail(invite, 'ACCEPTED', '20260901T090000Z')}${'X-Filler: y\r\n'.repeat(50_000)}`);
    expect(await fixture.count('raw_mail')).toBe(1);
  });

  const domain = () => invite.reply_address.split('@')[1]!;
  const toOperator = async () =>
    (await fixture.pool.query<{ sender: string; raw: Buffer }>('SELECT sender, raw FROM unmatched_mail')).rows.map(
      ({ sender, raw }) => [sender, raw.toString()],
    );

  it.each(['postmaster', 'abuse', 'Postmaster'])(
    'given a mail to %s (RFC 5321 §4.5.1), when delivered, then it is accepted and listed for the operator',
    async (name) => {
      const mail = 'Subject: Is this you?\r\n\r\nPlease stop.\r\n';
      await deliver(mail, `${name}@${domain()}`);
      expect(await toOperator()).toEqual([[ada, mail]]);
      expect(await fixture.count('raw_mail')).toBe(0);
    },
  );

  it('given a mail to postmaster and to an invite, when delivered, then each has it', async () => {
    await deliver(replyMail(invite, 'ACCEPTED', '20260901T090000Z'), [invite.reply_address, `postmaster@${domain()}`]);
    expect([(await toOperator()).length, await fixture.count('raw_mail')]).toEqual([1, 1]);
  });

  it('given postmaster elsewhere, a mail of 300 kB to ours, or a thousand mails before, when delivered, then it is refused', async () => {
    await expect(deliver('Subject: x\r\n\r\n', 'postmaster@elsewhere.example')).rejects.toMatchObject({
      responseCode: 550,
    });
    const large = `Subject: x\r\n\r\n${'0123456789\r\n'.repeat(30_000)}`;
    await expect(deliver(large, `abuse@${domain()}`)).rejects.toMatchObject({ responseCode: 552 });
    await fixture.pool.query(`INSERT INTO unmatched_mail (reason, raw, received_at)
      SELECT 'no-reply', '', 0 FROM generate_series(1, 1000)`);
    await expect(deliver('Subject: x\r\n\r\n', `abuse@${domain()}`)).rejects.toMatchObject({ responseCode: 452 });
    expect(await fixture.count('unmatched_mail')).toBe(1_000);
  });

  it('given two invites, when one mail is sent to both addresses, then each has it', async () => {
    const second = await fixture.make({ smart_invite_id: 'second' });
    await deliver(replyMail(invite, 'ACCEPTED', '20260901T090000Z'), [invite.reply_address, second.reply_address]);
    expect(await fixture.worker.round()).toBe(2);
    expect((await fixture.read()).recipients[0]!.status).toBe('accepted');
    const { rows } = await fixture.pool.query<{ reason: string }>(
      `SELECT entry->>'reason' AS reason FROM reply WHERE invite_id = $1`,
      [second.invite_id],
    );
    expect(rows).toEqual([{ reason: 'other-invite' }]);
  });

  it('given the same mail twice, when recorded, then there is one reply and one event', async () => {
    const mail = replyMail(invite, 'DECLINED', '20260901T090000Z');
    await deliver(mail);
    await deliver(mail);
    expect(await fixture.worker.round()).toBe(2);
    expect((await fixture.read()).replies).toHaveLength(1);
    expect(await fixture.count("outbox WHERE topic = 'invites.event.reply-recorded.v1'")).toBe(1);
  });

  it('given an invite without a callback URL, when a reply is recorded, then no event for a callback is published', async () => {
    const quiet = await fixture.make({ smart_invite_id: 'quiet', callback_url: null });
    await deliver(replyMail(quiet, 'ACCEPTED', '20260901T090000Z'), quiet.reply_address);
    await fixture.worker.round();
    const callbacks = await fixture.count("outbox WHERE topic = 'invites.event.reply-recorded.v1'");
    expect([await fixture.count('reply'), callbacks]).toEqual([1, 0]);
  });

  it('given two workers, when both poll, then each mail is recorded once', async () => {
    for (let index = 0; index < 12; index += 1) {
      await deliver(replyMail(invite, 'ACCEPTED', `20260901T0900${String(index).padStart(2, '0')}Z`));
    }
    const sums = await Promise.all([fixture.worker.round(), fixture.worker.round(), fixture.worker.round()]);
    expect(sums.reduce((sum, one) => sum + one, 0)).toBe(12);
    expect((await fixture.read()).replies).toHaveLength(12);
  });

  it('given a worker that died after claiming a mail, when its lease has expired, then another records it', async () => {
    await deliver(replyMail(invite, 'ACCEPTED', '20260901T090000Z'));
    await fixture.pool.query(
      `UPDATE raw_mail SET attempts = 1, lease_until = (extract(epoch FROM clock_timestamp()) * 1000)::bigint + 60000`,
    );
    expect(await fixture.worker.round()).toBe(0);
    await fixture.pool.query('UPDATE raw_mail SET lease_until = 1');
    expect(await fixture.worker.round()).toBe(1);
    expect((await fixture.read()).recipients[0]!.status).toBe('accepted');
  });

  it('given a mail that was claimed when a process ended nineteen times, when claimed once more, then it is recorded', async () => {
    await deliver(replyMail(invite, 'ACCEPTED', '20260901T090000Z'));
    await fixture.pool.query('UPDATE raw_mail SET attempts = 20');
    await fixture.worker.round();
    expect((await fixture.read()).recipients[0]!.status).toBe('accepted');
  });

  it('given a mail that ended the process repeatedly while parsed alone, when claimed once more, then it is set aside', async () => {
    await deliver(replyMail(invite, 'ACCEPTED', '20260901T090000Z'));
    await fixture.pool.query('UPDATE raw_mail SET attempts = 21');
    await fixture.worker.round();
    const listed = await fixture.request({ kind: 'list-unmatched', before: null, limit: 10 });
    expect(listed).toMatchObject({ mails: [{ reason: 'unreadable', client_id: clientId }] });
    expect((await fixture.read()).recipients[0]!.status).toBe('pending');
  });

  it('given an erasure event, when handled, then everything of that application is deleted and nothing of others', async () => {
    const other = await fixture.make({ client_id: 'application-2' });
    await deliver(replyMail(invite, 'ACCEPTED', '20260901T090000Z'));
    await deliver(replyMail(other, 'ACCEPTED', '20260901T090000Z'), other.reply_address);
    await fixture.worker.round();
    await deliver(replyMail(invite, 'DECLINED', '20260901T090001Z'));
    await deliver('Subject: hello\r\n\r\nNo answer.\r\n', other.reply_address);
    await fixture.erasure.erase({ kind: 'application', client_id: clientId, account_ids: [] }, { id: 'erasure-1' });
    const { rows } = await fixture.pool.query('SELECT DISTINCT client_id FROM invite');
    expect(rows).toEqual([{ client_id: 'application-2' }]);
    expect([await fixture.count('reply'), await fixture.count('raw_mail')]).toEqual([1, 1]);
  });
});
