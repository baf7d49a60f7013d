import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { ada, clientId, replyMail, startInvitesParts, upsert, type InvitesParts } from '../invites.fixture.js';

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

describe('the gateway’s asks', () => {
  let parts: InvitesParts;
  beforeAll(async () => {
    parts = await startInvitesParts();
  });
  afterAll(() => parts.stop());
  beforeEach(() =>
    parts.pool.query('TRUNCATE invite, reply, raw_mail, unmatched_mail, outbox, inbox').then(() => undefined),
  );

  it('given an ask that comes again after a later one, when answered, then nothing goes back', async () => {
    const first = await parts.ask(upsert(), 'message-1');
    await parts.ask(upsert(moved), 'message-2');
    expect(await parts.ask(upsert(), 'message-1')).toEqual(first);
    expect(await parts.read()).toMatchObject({ sequence: 1 });
  });

  it('given an invite, when written again without callback URL and organizer, then they stay; null removes them', async () => {
    await parts.make({ organizer: { name: 'The Team' } });
    const { callback_url: _url, ...silent } = upsert() as Extract<ReturnType<typeof upsert>, { kind: 'upsert' }>;
    await parts.ask(silent);
    expect(await parts.read()).toMatchObject({
      sequence: 0,
      organizer: { name: 'The Team' },
      callback_url: 'https://example.com/callback',
    });
    await parts.make({ organizer: null, callback_url: null });
    expect(await parts.read()).toMatchObject({ sequence: 1, organizer: null, callback_url: null });
  });

  it('given an invite, when its text is read twice, then it is the same to the byte', async () => {
    const { icalendar } = await parts.make();
    parts.clock.advance(86_400_000);
    const read = { kind: 'read', ...key, recipient_email: ada, include_text: true } as const;
    expect(await parts.ask(read)).toMatchObject({ invite: { icalendar } });
  });

  it('given the same key at the same moment, when created twice, then there is one invite', async () => {
    const made = await Promise.all([parts.make(), parts.make(), parts.make()]);
    expect(new Set(made.map(({ uid }) => uid)).size).toBe(1);
    expect(await parts.count('invite')).toBe(1);
  });

  it('given a mail with a NUL and megabytes of words, when handed in, then it is recorded within bounds', async () => {
    const invite = await parts.make();
    const long = `COMMENT:a\0b${'x'.repeat(100_000)}\r\nEND:VEVENT`;
    const raw = replyMail(invite, 'ACCEPTED', '20260901T090000Z').replace('END:VEVENT', long);
    const mail = Buffer.from(raw).toString('base64');
    const reply = await parts.ask({ kind: 'receive-reply', client_id: clientId, mail });
    expect(reply).toMatchObject({ outcome: 'received', replies: [{ status: 'accepted', counted: true }] });
    const { comment } = (await parts.read()).recipients[0]!;
    expect(comment!.length).toBeLessThanOrEqual(4_096);
    expect(comment).not.toContain('\0');
  });

  it('given a removal that comes again as another message, when answered, then it has the same text for the removed', async () => {
    await parts.make({ several: true, recipients: [{ email: ada }, { email: 'grace@example.com' }] });
    const remove = { kind: 'remove', ...key, email: 'grace@example.com' } as const;
    const first = await parts.ask(remove);
    expect(await parts.ask(remove)).toEqual(first);
    expect(await parts.ask({ ...remove, email: 'nobody@example.com' })).toEqual({ outcome: 'unknown-recipient' });
  });
});
