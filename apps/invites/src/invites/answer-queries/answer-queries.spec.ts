import type { InviteChanged } from '@kalends/contracts';
import type { PoolClient } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { findInvite } from '../rows.js';
import { ada, clientId, replyMail, startInvitesFixture, upsert, type InvitesFixture } from '../../invites.fixture.js';

const key = { client_id: clientId, smart_invite_id: 'board' };
const moved = {
  event: {
    summary: 'Board meeting',
    start: { local: '2027-01-13T10:00:00', tzid: 'Etc/UTC' },
    end: { local: '2027-01-13T11:00:00', tzid: 'Etc/UTC' },
    status: 'confirmed' as const,
    transparency: 'opaque' as const,
  },
};

describe('requests of the gateway', () => {
  let fixture: InvitesFixture;
  beforeAll(async () => {
    fixture = await startInvitesFixture();
  });
  afterAll(() => fixture.stop());
  beforeEach(() =>
    fixture.pool
      .query('TRUNCATE invite, invite_count, reply, raw_mail, unmatched_mail, outbox, inbox')
      .then(() => undefined),
  );

  it('given a request that is redelivered after a later one, when answered, then nothing is reverted', async () => {
    const first = await fixture.request(upsert(), 'message-1');
    await fixture.request(upsert(moved), 'message-2');
    expect(await fixture.request(upsert(), 'message-1')).toEqual(first);
    expect(await fixture.read()).toMatchObject({ sequence: 1 });
  });

  it('given an invite, when it is updated without callback URL and organizer, then they stay; null removes them', async () => {
    await fixture.make({ organizer: { name: 'The Team' } });
    const { callback_url: _url, ...silent } = upsert() as Extract<ReturnType<typeof upsert>, { kind: 'upsert' }>;
    await fixture.request(silent);
    expect(await fixture.read()).toMatchObject({
      sequence: 0,
      organizer: { name: 'The Team' },
      callback_url: 'https://example.com/callback',
    });
    await fixture.make({ organizer: null, callback_url: null });
    expect(await fixture.read()).toMatchObject({ sequence: 1, organizer: null, callback_url: null });
  });

  it('given an application with room for two more invites, when ten are created at once, then exactly two are; its others are changed and answered, and another application has its own (INV-17)', async () => {
    await fixture.make();
    await fixture.pool.query('UPDATE invite_count SET invites = 998 WHERE client_id = $1', [clientId]);
    const create = (n: number, client_id = clientId) =>
      fixture.request(upsert({ smart_invite_id: `new-${n}`, client_id }));
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => create(n)));
    expect(replies.filter(({ outcome }) => outcome === 'invite')).toHaveLength(2);
    expect(replies.filter(({ outcome }) => outcome !== 'invite')).toEqual(
      Array.from({ length: 8 }, () => ({ outcome: 'unknown-invite', full: 1_000 })),
    );
    expect(await fixture.request(upsert(moved))).toMatchObject({ outcome: 'invite', invite: { sequence: 1 } });
    expect(await create(1, 'application-2')).toMatchObject({ outcome: 'invite' });
    const { rows } = await fixture.pool.query('SELECT client_id, invites FROM invite_count ORDER BY client_id');
    expect(rows).toEqual([
      { client_id: clientId, invites: 1_000 },
      { client_id: 'application-2', invites: 1 },
    ]);
  });

  it('given an invite, when its text is read twice, then it is the same to the byte', async () => {
    const { icalendar } = await fixture.make();
    fixture.clock.advance(86_400_000);
    const read = { kind: 'read', ...key, recipient_email: ada, include_text: true } as const;
    expect(await fixture.request(read)).toMatchObject({ invite: { icalendar } });
  });

  it('given an id that more than 100 people were invited with, when shown, then the first 100 by address are', async () => {
    await fixture.make();
    await fixture.pool.query(
      `INSERT INTO invite SELECT copy.* FROM invite, generate_series(1, 120) AS n, LATERAL jsonb_populate_record(invite,
         jsonb_build_object('invite_id', 'inv_' || n, 'recipient_email', 'guest' || lpad(n::text, 3, '0') || '@example.com',
                            'reply_token', 'token-' || n, 'uid', 'uid-' || n)) AS copy`,
    );
    const reply = await fixture.request({ kind: 'show', ...key });
    const { invites } = reply as { invites: { invite_id: string }[] };
    expect([invites.length, invites.at(-1)!.invite_id]).toEqual([100, 'inv_99']);
  });

  it('given invites that are created, changed, answered and cancelled, each request twice, when published, then each change is reported once (CHG-7)', async () => {
    const bea = 'bea@example.com';
    const address = (email: string) => ({ email });
    const several = upsert({ smart_invite_id: 'team', several: true, recipients: [ada, bea].map(address) } as never);
    const addressed = { client_id: clientId, smart_invite_id: 'board', recipient_email: ada };
    const requests = [
      upsert(),
      upsert(moved),
      { kind: 'cancel', ...addressed },
      several,
      { kind: 'remove', client_id: clientId, smart_invite_id: 'team', email: bea },
    ] as Parameters<InvitesFixture['request']>[0][];
    for (const [index, request] of requests.entries()) {
      await fixture.request(request, `message-${index}`);
      await fixture.request(request, `message-${index}`);
      // the same once more, as a new request: it changes nothing
      await fixture.request(request);
      if (index === 0) {
        const mail = Buffer.from(replyMail(await fixture.read(), 'ACCEPTED', '20260901T090000Z')).toString('base64');
        await fixture.request({ kind: 'receive-reply', client_id: clientId, mail });
      }
    }
    const { rows } = await fixture.pool.query<{ body: string }>(
      "SELECT body FROM outbox WHERE topic = 'invites.event.invite-changed.v1' ORDER BY id",
    );
    const published = rows.map(({ body }) => JSON.parse(body) as InviteChanged);
    expect(published.map((one) => [one.smart_invite_id, one.recipient_email, one.change, one.own])).toEqual([
      ['board', ada, 'created', true],
      ['board', ada, 'replied', false],
      ['board', ada, 'changed', true],
      ['board', ada, 'cancelled', true],
      ['team', null, 'created', true],
      ['team', null, 'changed', true],
    ]);
    expect(new Set(published.map(({ invite_id }) => invite_id)).size).toBe(2);
  });

  it('given the same key, when created twice concurrently, then there is one invite', async () => {
    const created = await Promise.all([fixture.make(), fixture.make(), fixture.make()]);
    expect(new Set(created.map(({ uid }) => uid)).size).toBe(1);
    expect(await fixture.count('invite')).toBe(1);
  });

  /** Number of statements sent to the database in the meantime. */
  async function statementsOf(work: () => Promise<unknown>): Promise<number> {
    let sent = 0;
    const seen = new Map<PoolClient, PoolClient['query']>();
    const count = (client: PoolClient) => {
      if (seen.has(client)) return;
      const query = client.query;
      seen.set(client, query);
      client.query = ((...all: unknown[]) => {
        sent += 1;
        return (query as (...given: unknown[]) => unknown).apply(client, all);
      }) as never;
    };
    fixture.pool.on('acquire', count);
    await work().finally(() => fixture.pool.off('acquire', count));
    for (const [client, query] of seen) client.query = query;
    return sent;
  }

  it('given a new invite, when it is created, then one statement stores it with the message that requested it', async () => {
    expect(await statementsOf(() => fixture.make())).toBe(1);
    expect([await fixture.count('invite'), await fixture.count('inbox')]).toEqual([1, 1]);
  });

  it('given 16 new invites at once, one of them twice, when created, then they share statements and each has its own reply', async () => {
    const names = [...Array.from({ length: 16 }, (_, n) => `invite-${n}`), 'invite-0'];
    let created: { smart_invite_id: string; uid: string }[] = [];
    const sent = await statementsOf(async () => {
      created = await Promise.all(names.map((smart_invite_id) => fixture.make({ smart_invite_id })));
    });
    expect(created.map(({ smart_invite_id }) => smart_invite_id)).toEqual(names);
    expect(created.at(-1)!.uid).toBe(created[0]!.uid);
    expect(await fixture.count('invite')).toBe(16);
    // two for the invites, and BEGIN to COMMIT for the second message of one of them
    expect(sent).toBeLessThanOrEqual(9);
  });

  it('given one that the database rejects, when created together with others, then the others are created', async () => {
    await fixture.pool.query("ALTER TABLE invite ADD CONSTRAINT spec CHECK (smart_invite_id <> 'refused')");
    const outcomes = await Promise.allSettled(
      ['good', 'refused', 'fine'].map((smart_invite_id) => fixture.make({ smart_invite_id })),
    );
    await fixture.pool.query('ALTER TABLE invite DROP CONSTRAINT spec');
    expect(outcomes.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled']);
    expect(await fixture.count('inbox')).toBe(2);
  });

  it('given an invite that was erased, when the message that created it is redelivered, then it is not created again', async () => {
    const first = await fixture.request(upsert(), 'message-1');
    await fixture.pool.query('DELETE FROM invite');
    expect(await fixture.request(upsert(), 'message-1')).toEqual(first);
    expect(await fixture.count('invite')).toBe(0);
  });

  it('given a new invite to several, when created, then each has a stored address of their own', async () => {
    const recipients = [{ email: ada }, { email: 'Grace@example.com' }];
    const created = await fixture.make({ several: true, recipients });
    const addresses = created.recipients.map(({ reply_address }) => reply_address);
    expect(new Set(addresses).size).toBe(2);
    const read = await fixture.read(null);
    expect(read.recipients.map(({ reply_address }) => reply_address)).toEqual(addresses);
  });

  it('given a mail with a NUL and megabytes of text, when submitted, then it is recorded within bounds', async () => {
    const invite = await fixture.make();
    const long = `COMMENT:a\0b${'x'.repeat(100_000)}\r\nEND:VEVENT`;
    const raw = replyMail(invite, 'ACCEPTED', '20260901T090000Z').replace('END:VEVENT', long);
    const mail = Buffer.from(raw).toString('base64');
    const reply = await fixture.request({ kind: 'receive-reply', client_id: clientId, mail });
    expect(reply).toMatchObject({ outcome: 'received', replies: [{ status: 'accepted', counted: true }] });
    const { comment } = (await fixture.read()).recipients[0]!;
    expect(comment!.length).toBeLessThanOrEqual(4_096);
    expect(comment).not.toContain('\0');
  });

  it('given a removal that is repeated as another message, when answered, then it has the same text for the removed recipient', async () => {
    await fixture.make({ several: true, recipients: [{ email: ada }, { email: 'grace@example.com' }] });
    const remove = { kind: 'remove', ...key, email: 'grace@example.com' } as const;
    const first = await fixture.request(remove);
    expect(await fixture.request(remove)).toEqual(first);
    expect(await fixture.request({ ...remove, email: 'nobody@example.com' })).toEqual({ outcome: 'unknown-recipient' });
  });

  it('given recipients that would be more than 200 in all, then nobody is added; 200 are accepted (INV-16)', async () => {
    const people = (from: number, count: number) =>
      Array.from({ length: count }, (_, n) => ({ email: `guest${from + n}@example.com` }));
    const invite = (from: number, count: number) =>
      fixture.request(upsert({ several: true, recipients: people(from, count) } as never));
    const invited = async () => {
      const reply = await fixture.request({ kind: 'read', ...key, recipient_email: null, include_text: false });
      return (reply as { invite: { recipients: unknown[] } }).invite.recipients.length;
    };
    await invite(0, 150);
    expect((await invite(150, 50)).outcome).toBe('invite');
    expect(await invite(150, 51)).toEqual({ outcome: 'unknown-recipient', full: 200 });
    expect(await invited()).toBe(200);
    expect((await invite(0, 200)).outcome).toBe('invite');
  });

  it('given an invite to several, when a cancellation names only some or others, then nobody is cancelled; without names, or with all in any case, everybody (INV-15)', async () => {
    const recipients = [{ email: ada }, { email: 'Grace@example.com' }];
    await fixture.make({ several: true, recipients });
    const refused = { outcome: 'unknown-recipient', recipients_differ: true };
    const cancel = { kind: 'cancel', ...key, recipient_email: null } as const;
    const other = ['ADA@example.com', 'grace@example.com', 'eve@example.com'];
    for (const named of [[ada], other, [ada, 'eve@example.com'], [ada, 'Ada@example.com']]) {
      expect(await fixture.request({ ...cancel, recipients: named })).toEqual(refused);
      expect(await fixture.read(null)).toMatchObject({ method: 'request', sequence: 0 });
    }
    const all = ['grace@example.com', 'Ada@example.com', ada];
    const cancelled = { outcome: 'invite', invite: { method: 'cancel', sequence: 1 } };
    expect(await fixture.request({ ...cancel, recipients: all })).toMatchObject(cancelled);
    expect(await fixture.request(cancel)).toMatchObject(cancelled);
    expect(await fixture.request({ ...cancel, recipients: [ada] })).toEqual(refused);
  });

  it('given a recipient who was removed, when a cancellation names those who are left, then it is cancelled (INV-15)', async () => {
    await fixture.make({ several: true, recipients: [{ email: ada }, { email: 'grace@example.com' }] });
    await fixture.request({ kind: 'remove', ...key, email: 'grace@example.com' });
    const cancel = { kind: 'cancel', ...key, recipient_email: null } as const;
    expect(await fixture.request({ ...cancel, recipients: [ada, 'grace@example.com'] })).toMatchObject({
      recipients_differ: true,
    });
    expect(await fixture.request({ ...cancel, recipients: [ada] })).toMatchObject({ invite: { method: 'cancel' } });
  });

  it('given a reply recorded during a read, when read, then status and replies are consistent', async () => {
    const invite = await fixture.make();
    const raw = Buffer.from(replyMail(invite, 'ACCEPTED', '20260901T090000Z'));
    const token = invite.reply_address.split('@')[0];
    await fixture.pool.query('INSERT INTO raw_mail (reply_token, raw, received_at) VALUES ($1, $2, 0)', [token, raw]);
    /** Records the mail as soon as a first statement has been answered. */
    const query = async (...statement: unknown[]) => {
      const result = await (fixture.pool.query as (...all: unknown[]) => Promise<unknown>).apply(
        fixture.pool,
        statement,
      );
      await fixture.worker.round();
      return result;
    };
    const found = await findInvite({ query } as never, { ...key, recipient_email: ada });
    const { recipients, replies } = found!.invite;
    expect([recipients[0]!.status, replies.length]).toEqual(['pending', 0]);
    expect(await fixture.read()).toMatchObject({ recipients: [{ status: 'accepted' }], replies: [{ counted: true }] });
  });

  it('given a server that writes the UID in upper case, when its reply arrives, then it counts', async () => {
    const invite = await fixture.make();
    const raw = replyMail(invite, 'ACCEPTED', '20260901T090000Z').replace(/^UID:.*$/m, (line) => line.toUpperCase());
    const byAddress = Buffer.from(raw).toString('base64');
    const answer = await fixture.request({ kind: 'receive-reply', client_id: clientId, mail: byAddress });
    expect(answer).toMatchObject({ outcome: 'received', replies: [{ counted: true }] });
    const byUid = Buffer.from(raw.replace(/^To:.*$/m, 'To: <team@example.com>').replace('T090000Z', 'T100000Z'));
    const other = await fixture.request({ kind: 'receive-reply', client_id: clientId, mail: byUid.toString('base64') });
    expect(other).toMatchObject({ smart_invite_id: 'board', unmatched: null });
  });

  it('given a REFRESH that names several, when it arrives, then there is one entry and one callback', async () => {
    const invite = await fixture.make();
    const raw = replyMail(invite, 'ACCEPTED', '20260901T090000Z')
      .replaceAll('REPLY', 'REFRESH')
      .replace(/^ATTENDEE.*$/m, (line) => `ATTENDEE:mailto:grace@example.com\r\n${line}`);
    const mail = Buffer.from(raw).toString('base64');
    await fixture.request({ kind: 'receive-reply', client_id: clientId, mail });
    expect((await fixture.read()).replies).toMatchObject([{ email: ada, counted: false, reason: 'no-answer' }]);
    expect(await fixture.count("outbox WHERE topic = 'invites.event.reply-recorded.v1'")).toBe(1);
  });
});
