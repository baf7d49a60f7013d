import { createHmac } from 'node:crypto';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { channelFixture } from '../../channels.fixture.js';
import { clientId, sealed, startNotifierFixture, type NotifierFixture } from '../../notifier.fixture.js';
import { startReceiver, type Receiver } from '../../receiver.fixture.js';

describe('the projection of applications', () => {
  let notifier: NotifierFixture;
  let receiver: Receiver;
  beforeAll(async () => (notifier = await startNotifierFixture({ isKnown: false })));
  afterAll(() => notifier.stop());
  beforeEach(async () => {
    receiver = await startReceiver();
    for (const table of ['application', 'delivery', 'attempt', 'callback', 'endpoint', 'channel'])
      await notifier.pool.query(`DELETE FROM ${table}`);
  });
  afterEach(() => receiver.stop());

  const row = async (id = clientId) => {
    const sql =
      'SELECT revision, deleted, jsonb_array_length(secrets::jsonb) AS secrets FROM application WHERE client_id = $1';
    return (await notifier.pool.query<object>(sql, [id])).rows[0];
  };
  const deletion = (revision: number) =>
    notifier.applications.handle({
      client_id: clientId,
      revision,
      deleted: true,
      name: '',
      plan: 'emerging',
      secrets: [],
    });
  const rowsOf = async (table: string, id = clientId) =>
    (await notifier.pool.query(`SELECT FROM ${table} WHERE client_id = $1`, [id])).rowCount;

  it('given two live secrets, when a callback is sent, then it carries a signature with each (CBK-1)', async () => {
    await notifier.addSecrets(clientId, [sealed('sec_1', 'KAL_old'), sealed('sec_2', 'KAL_new')]);
    await notifier.reply(receiver.url, ['signed']);
    await notifier.deliverAll();
    const { headers, body } = receiver.calls[0]!;
    const mac = (key: string) => createHmac('sha256', key).update(body).digest('base64');
    expect(String(headers['cronofy-hmac-sha256']).split(',').sort()).toEqual([mac('KAL_old'), mac('KAL_new')].sort());
  });

  it('given records out of order, then the one with the greatest revision stays, deletions included', async () => {
    await notifier.addSecrets(clientId, [sealed('sec_1', 'one'), sealed('sec_2', 'two')], 5);
    await notifier.addSecrets(clientId, [sealed('sec_1', 'one')], 4);
    await deletion(3);
    expect(await row()).toEqual({ revision: 5, deleted: false, secrets: 2 });
    await deletion(6);
    await notifier.addSecrets(clientId, [sealed('sec_1', 'one')], 5);
    expect(await row()).toEqual({ revision: 6, deleted: true, secrets: 0 });
  });

  it('given a deleted application, then its channels, callbacks and endpoints are deleted, and those of others stay', async () => {
    for (const id of [clientId, 'application-2']) {
      await notifier.addSecrets(id);
      receiver.status(500);
      await notifier.reply(receiver.url, ['failed'], { client_id: id, invite_id: `inv_${id}` });
    }
    await channelFixture(notifier).open('chn_1', receiver.url);
    await notifier.deliverAll();
    await deletion(2);
    const tables = ['channel', 'delivery', 'callback', 'endpoint'];
    expect(await Promise.all(tables.map((table) => rowsOf(table)))).toEqual([0, 0, 0, 0]);
    const orphans = 'SELECT FROM attempt WHERE callback_id NOT IN (SELECT callback_id FROM callback)';
    expect((await notifier.pool.query(orphans)).rowCount).toBe(0);
    expect(await Promise.all(['delivery', 'callback'].map((table) => rowsOf(table, 'application-2')))).toEqual([1, 1]);
  });

  it('given an erasure of an unknown application, when it is redelivered, then no callback of it is stored', async () => {
    const erasure = { kind: 'application' as const, client_id: clientId, account_ids: ['acc_9'] };
    await notifier.applications.eraseAll(erasure);
    await notifier.applications.eraseAll(erasure);
    await notifier.reply(receiver.url, ['too late']);
    expect([await rowsOf('callback'), await row()]).toEqual([0, { revision: 0, deleted: true, secrets: 0 }]);
  });

  it('given an erased application, when an older record of it arrives late, then it stays deleted', async () => {
    await notifier.applications.eraseAll({ kind: 'application', client_id: clientId, account_ids: [] });
    await notifier.addSecrets(clientId, [sealed('sec_1', 'one')], 7);
    expect(await row()).toEqual({ revision: 0, deleted: true, secrets: 0 });
    await deletion(8);
    expect(await row()).toEqual({ revision: 8, deleted: true, secrets: 0 });
  });

  it('given an erased account, then its channels and notifications are deleted; replies to invites of the application stay', async () => {
    await notifier.addSecrets();
    const parts = channelFixture(notifier);
    await parts.open('chn_1', receiver.url);
    await notifier.reply(receiver.url, ['stays']);
    await notifier.applications.eraseAll({ kind: 'account', client_id: clientId, account_id: 'acc_1' });
    await notifier.deliverAll();
    expect([await parts.list(), receiver.calls.map(({ json }) => json.smart_invite?.reply.comment)]).toEqual([
      [],
      ['stays'],
    ]);
    expect(await parts.open('chn_2', receiver.url)).toEqual({ outcome: 'unknown' });
  });
});
