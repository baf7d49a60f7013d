import type { InviteChanged } from '@kalends/contracts';
import type { Delivered } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseApplication } from '../../accounts/erase-account.js';
import {
  newApplication,
  openGatewayDatabase,
  type GatewayDatabase,
} from '../../read-model/gateway-database.fixture.js';
import { RecordInviteChangesHandler } from './record-invite-changes.handler.js';

describe('changes of Smart Invites', () => {
  let database: GatewayDatabase;
  beforeAll(async () => void (database = await openGatewayDatabase()));
  afterAll(() => database.stop());

  let messages = 0;
  const delivered = (clientId: string, more: Partial<InviteChanged> = {}) =>
    ({
      body: {
        client_id: clientId,
        invite_id: 'inv_1',
        smart_invite_id: 'board',
        recipient_email: 'ada@example.com',
        change: 'created',
        own: true,
        ...more,
      },
      context: { id: `message-${(messages += 1)}`, lane: 'inv_1', headers: {} },
    }) as Delivered<InviteChanged>;
  const record = (batch: Delivered<InviteChanged>[]) => new RecordInviteChangesHandler(database.pool).record(batch);
  const logged = async (clientId: string) => {
    const { rows } = await database.pool.query<{ type: string; own: boolean; account_id: null; subject: string }>(
      'SELECT type, own, account_id, subject FROM change_log WHERE client_id = $1 ORDER BY seq',
      [clientId],
    );
    return rows.map(({ subject, ...row }) => ({ ...row, ...(JSON.parse(subject) as object) }));
  };

  it('given events of invites, when delivered twice and in one batch twice, then each is logged once and in order (CHG-7)', async () => {
    const { clientId } = await newApplication(database.pool);
    const [first, second] = [delivered(clientId), delivered(clientId, { change: 'replied', own: false })];
    const third = delivered(clientId, { smart_invite_id: 'team', recipient_email: null, change: 'cancelled' });
    await record([first, second, first]);
    await record([second, third]);
    const board = { account_id: null, smart_invite_id: 'board', recipient_email: 'ada@example.com' };
    expect(await logged(clientId)).toEqual([
      { type: 'smart_invite_created', own: true, ...board },
      { type: 'smart_invite_replied', own: false, ...board },
      { type: 'smart_invite_cancelled', own: true, account_id: null, smart_invite_id: 'team' },
    ]);
  });

  it('given an application that is being erased, when an event arrives, then nothing of it stays (CHG-5)', async () => {
    const { clientId } = await newApplication(database.pool);
    await record([delivered(clientId)]);
    let late: Promise<void> | undefined;
    const waits = `SELECT EXISTS (SELECT FROM pg_stat_activity WHERE wait_event_type = 'Lock' AND query LIKE '%FOR KEY SHARE%') AS waits`;
    await inTransaction(database.pool, async (client) => {
      await eraseApplication(client, clientId, Date.UTC(2026, 10, 26));
      late = record([delivered(clientId)]);
      await waitUntil(async () => (await database.pool.query<{ waits: boolean }>(waits)).rows[0]!.waits, {
        what: 'the event to wait for the erasure',
      });
    });
    await late;
    expect(await logged(clientId)).toEqual([]);
  });
});
