import { createHmac } from 'node:crypto';
import { waitUntil } from '@kalends/testing';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startChannelReceiver, type ChannelReceiver } from '../harness/channel-receiver.js';
import { adminKey } from '../harness/deployment.js';
import { call, Kalends, type Account, type Application } from '../harness/kalends.js';
import { startShardRouter } from './shard-router.js';
import { openWorld, type World } from './world.js';

const applicationTables = ['gateway.application', 'gateway.application_secret'];

/** Copies an application with its secrets; the gateway publishes those with revision 0 when it starts. */
async function copyApplication(from: pg.Client, to: pg.Client): Promise<void> {
  for (const table of applicationTables) {
    const { rows } = await from.query<{ row: object }>(`SELECT to_jsonb(one) AS row FROM ${table} AS one`);
    for (const { row } of rows)
      await to.query(`INSERT INTO ${table} SELECT * FROM jsonb_populate_record(NULL::${table}, $1)`, [
        JSON.stringify({ ...row, ...(table === 'gateway.application' ? { revision: 0 } : {}) }),
      ]);
  }
}

/** The tables of all services in which a text occurs. */
async function tablesWith(client: pg.Client, text: string): Promise<string[]> {
  const { rows } = await client.query<{ name: string }>(
    `SELECT nspname || '.' || relname AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
     WHERE relkind = 'r' AND nspname IN ('gateway', 'calendar_sync', 'availability', 'invites', 'notifier', 'bus')`,
  );
  const found: string[] = [];
  for (const { name } of rows) {
    const { rowCount } = await client.query(`SELECT FROM ONLY ${name} AS one WHERE one::text LIKE $1 LIMIT 1`, [
      `%${text}%`,
    ]);
    if (rowCount) found.push(name);
  }
  return found;
}

describe('two shards behind a router, each a deployment with its own database', () => {
  let shards: World[];
  let router: Awaited<ReturnType<typeof startShardRouter>>;
  let kalends: Kalends;
  let receiver: ChannelReceiver;
  let application: Application;
  let accounts: Account[];
  beforeAll(async () => {
    receiver = await startChannelReceiver();
    shards = [await openWorld({ durable: false }), await openWorld({ durable: false })];
    for (const shard of shards) await shard.start();
    application = await shards[0]!.kalends.application();
    await shards[1]!.stop();
    await copyApplication(shards[0]!.client, shards[1]!.client);
    await shards[1]!.start();
    router = await startShardRouter(shards.map(({ kalends: { deployment } }) => deployment.baseUrl));
    kalends = new Kalends({ ...shards[0]!.kalends.deployment, baseUrl: router.url, adminKey });
    accounts = [];
    for (let number = 0; number < 4; number += 1) accounts.push(await kalends.account(application));
  });
  afterAll(async () => {
    await router.stop();
    for (const shard of shards) await shard.end();
    await receiver.stop();
  });

  const event = { event_id: 'one', summary: 'Sharded', start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z' };
  const readsOwn = async ({ access_token }: { access_token: string }) =>
    (await kalends.events<{ summary: string }>(access_token, 'tzid=Etc/UTC')).map(({ summary }) => summary);
  const availabilityOf = (members: Account[]) =>
    call<{ available_periods: object[] }>('POST', kalends.url('/v1/availability'), {
      token: application.client_secret,
      body: {
        participants: [{ members: members.map(({ sub }) => ({ sub })), required: 'all' }],
        required_duration: { minutes: 30 },
        query_periods: [{ start: '2026-12-01T09:00:00Z', end: '2026-12-01T12:00:00Z' }],
      },
    });

  it('given accounts on both, when each writes, then it reads its own event and no table of the other shard knows the account', async () => {
    for (const account of accounts) expect((await kalends.upsert(account, event)).status).toBe(202);
    for (const [number, account] of accounts.entries()) {
      expect(await readsOwn(account)).toEqual(['Sharded']);
      const [own, other] = number % 2 === 0 ? shards : shards.toReversed();
      await waitUntil(async () => (await tablesWith(own!.client, account.sub)).includes('availability.event'));
      expect(await tablesWith(other!.client, account.sub)).toEqual([]);
    }
  });

  it('given members of one shard, then availability is answered; given members of both, then it is refused', async () => {
    const [first, second, third] = accounts as [Account, Account, Account];
    const together = await availabilityOf([first, third]);
    expect([together.status, together.body.available_periods.length]).toEqual([200, 2]);
    expect((await availabilityOf([first, second])).status).toBe(422);
  });

  it('given a refresh token of either, when it is used, then the new access token reads the same account', async () => {
    for (const { refresh_token } of accounts.slice(0, 2)) {
      const { client_id, client_secret } = application;
      const body = { grant_type: 'refresh_token', client_id, client_secret, refresh_token };
      const renewed = await call<Account>('POST', kalends.url('/oauth/token'), { body });
      expect(renewed.status).toBe(200);
      expect(await readsOwn(renewed.body)).toEqual(['Sharded']);
    }
  });

  it('given channels on both, when they are opened, then both shards sign with the secret of the one application', async () => {
    for (const { access_token } of accounts.slice(0, 2)) {
      const body = { callback_url: receiver.url };
      const opened = await call<{ channel: { channel_id: string } }>('POST', kalends.url('/v1/channels'), { token: access_token, body }); // prettier-ignore
      const { channel_id } = opened.body.channel;
      await waitUntil(() => receiver.of(channel_id).includes('verification'));
      const { raw, headers } = receiver.calls.find((one) => one.body.channel.channel_id === channel_id)!;
      const mac = createHmac('sha256', application.client_secret).update(raw).digest('base64');
      expect(headers['cronofy-hmac-sha256']).toBe(mac);
    }
  });

  it('given an account that is deleted, then its shard forgets it, and the accounts of the other are unchanged', async () => {
    const [first, second] = accounts as [Account, Account];
    expect((await kalends.admin('DELETE', `/accounts/${first.sub}`)).status).toBe(204);
    await waitUntil(async () => !(await tablesWith(shards[0]!.client, first.sub)).includes('availability.event'));
    expect((await kalends.get(first.access_token, '/v1/events?tzid=Etc/UTC')).status).toBe(401);
    expect(await readsOwn(second)).toEqual(['Sharded']);
  });
});
