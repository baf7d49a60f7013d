import { readFile } from 'node:fs/promises';
import type { SmartInviteRecord } from '@kalends/contracts';
import { inTransaction } from '@kalends/postgres';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientId, replyMail, startInvitesFixture, type InvitesFixture } from '../../invites.fixture.js';

const [ann, bob] = ['ann@example.com', 'bob@example.com'];
const migration = new URL('../../prisma/migrations/20261124030000_recipient_addresses/migration.sql', import.meta.url);

describe('replies to an invite to several', () => {
  let fixture: InvitesFixture;
  let invite: SmartInviteRecord;
  beforeAll(async () => {
    fixture = await startInvitesFixture();
  });
  afterAll(() => fixture.stop());
  beforeEach(async () => {
    await fixture.pool.query('TRUNCATE invite, reply, raw_mail, unmatched_mail, recipient_address, outbox, inbox');
    invite = await fixture.make({ several: true, recipients: [{ email: 'Ann@Example.com' }, { email: bob }] });
  });

  const addressOf = (email: string) =>
    invite.recipients.find((one) => one.email.toLowerCase() === email)!.reply_address!;
  let stamp = 0;
  const answer = (from: string, attendees: string[], partstat = 'ACCEPTED') => {
    const lines = attendees.map((email) => `ATTENDEE;PARTSTAT=${partstat}:mailto:${email}`).join('\r\n');
    return replyMail(invite, partstat, `20260901T09${String((stamp += 1)).padStart(2, '0')}00Z`)
      .replace('From: <ada@example.com>', `From: <${from}>`)
      .replace(/ATTENDEE;.*/, lines);
  };
  const deliver = async (to: string, raw: string) => {
    await fixture.pool.query('INSERT INTO raw_mail (reply_token, raw, received_at) VALUES ($1, $2, $3)', [
      to.split('@')[0],
      Buffer.from(raw),
      fixture.clock.now(),
    ]);
    await fixture.worker.round();
    const { recipients, replies } = await fixture.read(null);
    const [last] = replies.slice(-1);
    return { statuses: recipients.map(({ status }) => status), counted: last?.counted, reason: last?.reason };
  };

  it('given an invite to several, when created, then each has an address and a text of their own beside the shared ones (INV-9)', () => {
    const addresses = [invite.reply_address, ...invite.recipients.map(({ reply_address }) => reply_address)];
    expect(new Set(addresses).size).toBe(3);
    for (const { email, reply_address, icalendar } of invite.recipients) {
      const text = icalendar!.replaceAll('\r\n ', '');
      expect(text).toContain(`mailto:${reply_address}`);
      expect(text).toContain(`UID:${invite.uid}`);
      expect(text.match(/^ATTENDEE.*$/gm)).toHaveLength(1);
      expect(text).toMatch(new RegExp(`^ATTENDEE.*mailto:${email}\\r?$`, 'm'));
    }
    expect(invite.icalendar).toContain(`mailto:${invite.reply_address}`);
  });

  it('given a recipient’s address, when read, then the invite to several is returned; another address is unknown (INV-12)', async () => {
    expect(await fixture.read('ANN@example.com')).toMatchObject({ several: true, invite_id: invite.invite_id });
    await expect(fixture.read('eve@example.com')).rejects.toThrow('unknown-invite');
  });

  it.each([
    [
      'Bob’s mail that answers for Ann, to the shared address',
      () => invite.reply_address,
      bob,
      [ann],
      ['pending', 'pending'],
      'not-the-sender',
    ],
    ['the same to Bob’s own address', () => addressOf(bob), bob, [ann], ['pending', 'pending'], 'not-the-sender'],
    [
      'a mail of a stranger for Ann, to the shared address',
      () => invite.reply_address,
      'eve@example.com',
      [ann],
      ['pending', 'pending'],
      'not-the-sender',
    ],
    ['Ann’s own, to the shared address', () => invite.reply_address, ann, [ann], ['accepted', 'pending'], undefined],
    [
      'Ann’s, from another address that she owns, to her own',
      () => addressOf(ann),
      'a@work.example',
      [ann],
      ['accepted', 'pending'],
      undefined,
    ],
    ['one for both, from Bob, to Ann’s own', () => addressOf(ann), bob, [ann, bob], ['accepted', 'pending'], undefined],
    [
      'a stranger’s answer to Ann’s own address',
      () => addressOf(ann),
      'eve@example.com',
      ['eve@example.com'],
      ['pending', 'pending'],
      'party-crasher',
    ],
  ] as const)(
    'given %s, when recorded, then it counts as expected',
    async (_, to, from, attendees, statuses, reason) => {
      const after = await deliver(to(), answer(from, [...attendees]));
      expect(after.statuses).toEqual(statuses);
      if (reason) expect(after).toMatchObject({ counted: false, reason });
      else expect((await fixture.read(null)).replies.filter(({ counted }) => counted)).toHaveLength(1);
    },
  );

  it('given a mail that reached the shared address and then the recipient’s own, when recorded, then it counts once', async () => {
    const mail = answer('a@work.example', [ann]);
    expect(await deliver(invite.reply_address, mail)).toMatchObject({
      statuses: ['pending', 'pending'],
      counted: false,
    });
    expect(await deliver(addressOf(ann), mail)).toMatchObject({ statuses: ['accepted', 'pending'], counted: true });
    await deliver(addressOf(ann), mail);
    expect((await fixture.read(null)).replies).toHaveLength(2);
  });

  it('given submitted mail that was sent to Ann’s own address, when recorded, then it counts for her', async () => {
    const raw = answer('a@work.example', [ann]).replace(/^To: .*$/m, `To: <${addressOf(ann)}>`);
    const mail = Buffer.from(raw).toString('base64');
    const reply = await fixture.request({ kind: 'receive-reply', client_id: clientId, mail });
    expect(reply).toMatchObject({ outcome: 'received', replies: [{ email: ann, status: 'accepted', counted: true }] });
  });

  it('given a removed recipient, when they answer, then it is only recorded; their cancellation exists for both addresses', async () => {
    const own = addressOf(bob);
    const removed = await fixture.request({
      kind: 'remove',
      client_id: clientId,
      smart_invite_id: 'board',
      email: bob,
    });
    const { icalendar, own_icalendar } = (removed as { invite: SmartInviteRecord }).invite.removed!;
    expect([icalendar, own_icalendar!].map((text) => /METHOD:CANCEL/.test(text))).toEqual([true, true]);
    expect(own_icalendar!.replaceAll('\r\n ', '')).toContain(`mailto:${own}`);
    expect(await deliver(own, answer(bob, [bob]))).toMatchObject({ counted: false, reason: 'removed' });
  });

  it('given an update that adds a recipient, when applied, then the others keep their addresses', async () => {
    const recipients = [{ email: ann }, { email: bob }, { email: 'cy@example.com' }];
    const after = await fixture.make({ several: true, recipients });
    expect(after.recipients.slice(0, 2).map(({ reply_address }) => reply_address)).toEqual([
      addressOf(ann),
      addressOf(bob),
    ]);
    expect(after.recipients[2]!.reply_address).toBeDefined();
  });

  it('given invites of an earlier release, when migrated, then every recipient of several has an address, no two the same', async () => {
    await fixture.make({ smart_invite_id: 'single' });
    await inTransaction(fixture.pool, async (client) => {
      await client.query('DROP TABLE recipient_address');
      await client.query(await readFile(migration, 'utf8'));
    });
    const { rows } = await fixture.pool.query<{ reply_token: string; recipient_email: string }>(
      'SELECT reply_token, recipient_email FROM recipient_address ORDER BY recipient_email',
    );
    expect(rows.map(({ recipient_email }) => recipient_email)).toEqual([ann, bob]);
    expect(new Set(rows.map(({ reply_token }) => reply_token)).size).toBe(2);
    for (const { reply_token } of rows) expect(reply_token).toMatch(/^[a-z0-9]{26}$/);
  });

  it('given an erasure, when the application is deleted, then the addresses are deleted as well', async () => {
    await fixture.pool.query('INSERT INTO raw_mail (reply_token, raw, received_at) VALUES ($1, $2, 0)', [
      addressOf(ann).split('@')[0],
      Buffer.from('x'),
    ]);
    await fixture.erasure.erase({ kind: 'application', client_id: clientId, account_ids: [] }, { id: 'erasure-2' });
    expect([await fixture.count('recipient_address'), await fixture.count('raw_mail')]).toEqual([0, 0]);
  });
});
