import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { clientId, delivered, startNotifierFixture, type NotifierFixture } from '../../notifier.fixture.js';
import { startReceiver, type Receiver } from '../../receiver.fixture.js';

describe('callbacks of replies to Smart Invites', () => {
  let notifier: NotifierFixture;
  let receiver: Receiver;
  beforeAll(async () => (notifier = await startNotifierFixture()));
  afterAll(() => notifier.stop());
  beforeEach(async () => (receiver = await startReceiver()));
  afterEach(() => receiver.stop());

  const comments = () => receiver.calls.map(({ json }) => json.smart_invite.reply.comment);

  it('given a reply, when delivered, then the body has the invite, its recipient and the reply (CBK-4)', async () => {
    const recipient = { email: 'ada@example.com', status: 'declined' as const };
    await notifier.replies.handle([delivered(notifier.replyOf(receiver.url, 'Sorry', { recipient }))]);
    await notifier.deliverAll();
    expect(JSON.parse(receiver.calls[0]!.body)).toEqual({
      notification: { type: 'smart_invite' },
      smart_invite: {
        smart_invite_id: 'invite-1',
        callback_url: receiver.url,
        recipient,
        reply: { email: 'ada@example.com', status: 'accepted', comment: 'Sorry', counted: true },
      },
    });
  });

  it('given an invite of several people and a reply from an alias, then all are listed, and why it does not count (INV-5)', async () => {
    const recipients = [
      { email: 'ada@example.com', status: 'pending' as const },
      { email: 'bob@example.com', status: 'accepted' as const },
    ];
    const reply = { email: 'alias@example.com', status: 'accepted' as const, counted: false, reason: 'not-invited' };
    const more = { recipient: undefined, recipients, reply };
    await notifier.replies.handle([delivered(notifier.replyOf(receiver.url, '', more))]);
    await notifier.deliverAll();
    const { smart_invite } = JSON.parse(receiver.calls[0]!.body) as { smart_invite: object };
    expect(smart_invite).toMatchObject({ recipients, reply });
    expect(smart_invite).not.toHaveProperty('recipient');
  });

  it('FC-35: given a message that is delivered twice, in one batch or later, then it is one callback', async () => {
    const once = delivered(notifier.replyOf(receiver.url, 'once'), 'message-1');
    const next = delivered(notifier.replyOf(receiver.url, 'next'), 'message-2');
    await notifier.replies.handle([once, once, next]);
    await notifier.replies.handle([next, once]);
    await notifier.deliverAll();
    expect(comments()).toEqual(['once', 'next']);
  });

  it('given several replies to one invite, when the first fails, then the later ones wait; other invites do not (CBK-5)', async () => {
    receiver.answer(({ json }, response) =>
      response.writeHead(json.smart_invite.reply.comment === 'first' ? 500 : 200).end(),
    );
    const of = (comment: string, invite_id: string) =>
      delivered(notifier.replyOf(receiver.url, comment, { invite_id }));
    await notifier.replies.handle([of('first', 'inv_a'), of('second', 'inv_a'), of('other', 'inv_b')]);
    await notifier.deliverAll();
    expect(comments().sort()).toEqual(['first', 'other']);
    receiver.status(200);
    notifier.clock.advance(6_000);
    await notifier.deliverAll();
    expect(comments().slice(2)).toEqual(['first', 'second']);
  });

  it('given a deleted application, when a reply to its invite arrives, then nothing is stored or sent', async () => {
    await notifier.applications.eraseAll({ kind: 'application', client_id: 'application-gone', account_ids: [] });
    await notifier.reply(receiver.url, ['too late'], { client_id: 'application-gone' });
    await notifier.deliverAll();
    expect(receiver.calls).toEqual([]);
    const { rowCount } = await notifier.pool.query('SELECT FROM callback WHERE client_id <> $1', [clientId]);
    expect(rowCount).toBe(0);
  });
});
