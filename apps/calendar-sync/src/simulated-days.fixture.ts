import { createServer } from 'node:http';
import { buffer } from 'node:stream/consumers';
import { createSealer } from '@kalends/security';
import { testClock, waitUntil } from '@kalends/testing';
import type { Pool } from 'pg';
import { connectedPerMinute, day, hour, minute, type AccountsOfDays } from './accounts-of-days.fixture.js';
import { startCaldavAccounts } from './caldav-accounts.fixture.js';
import { calendarSyncSettings, pollBoundsOf } from './config.js';
import { close, listen } from './counting-proxy.fixture.js';
import { startEngine } from './engine.fixture.js';
import { log } from './google-engine.fixture.js';
import { createProviders } from './provider-factory.js';
import { startSimulatedAccounts } from './simulated-accounts.fixture.js';
import { NotificationsHandler } from './sync/handle-notifications/handle-notifications.handler.js';
import { NoteUseHandler } from './sync/note-use/note-use.handler.js';
import { SyncProfiles } from './sync/sync-profile/sync-profile.worker.js';

export { day, hour, minute };
export type ProviderOfDays = 'google' | 'microsoft' | 'caldav';
const key = Buffer.alloc(32, 7);

/** Where the simulator sends notifications, which go to the handler as the gateway would pass them on. */
function receiver(handle: (one: { google: string; state: string } | { microsoft: string }) => Promise<void>) {
  return createServer(async (request, response) => {
    const token = new URL(request.url!, 'http://receiver').searchParams.get('validationToken');
    const body = await buffer(request);
    response.writeHead(200, { 'content-type': 'text/plain' }).end(token ?? '');
    const google = request.headers['x-goog-channel-id'];
    if (token !== null) return;
    if (google !== undefined)
      return handle({ google: String(google), state: String(request.headers['x-goog-resource-state']) });
    for (const { clientState } of (JSON.parse(body.toString()) as { value: { clientState: string }[] }).value)
      await handle({ microsoft: clientState.split('.')[0]! });
  });
}

/** The receiver, and how many notifications it has passed on; `opened`: Google's first message of a channel. */
async function startReceiver(pool: Pool, now: () => number) {
  const seen = { received: 0, opened: 0 };
  const handler = new NotificationsHandler(pool, now, () => undefined, log);
  const server = receiver(async (one) => {
    const at = { received_at: now() };
    if ('microsoft' in one) await handler.handleChannel({ channel_id: one.microsoft, kind: 'changed', ...at });
    else await handler.handle({ provider_name: 'google', channel_id: one.google, resource_state: one.state, ...at });
    seen.received += 1;
    if ('state' in one && one.state === 'sync') seen.opened += 1;
  });
  return { seen, server, address: `${await listen(server)}/notify` };
}

export interface DaysOptions {
  accounts: number;
  calendars?: number;
  /** Settings other than the defaults. */
  env?: Record<string, string>;
  /** No channels: calendars are polled. */
  withoutPush?: boolean;
}

const accountsAt = (provider: ProviderOfDays, { accounts, calendars = 2 }: DaysOptions): Promise<AccountsOfDays> =>
  provider === 'caldav'
    ? startCaldavAccounts({ accounts, calendars })
    : startSimulatedAccounts(provider, { accounts, calendars }, testClock().now());

/** The real engine over the real providers. */
async function syncsOf(pool: Pool, now: () => number, settings: Record<string, string>) {
  const config = calendarSyncSettings.parse({
    ...{ DATABASE_URL: 'postgres://unused/unused', KAFKA_BROKERS: 'unused:9092', ALLOW_NETWORKS: '127.0.0.0/8' },
    ENCRYPTION_KEY: key.toString('base64'),
    ...settings,
  });
  const bounds = pollBoundsOf(config);
  const sealer = createSealer(config.ENCRYPTION_KEY);
  const providers = await createProviders({ pool, sealer, config, clock: now, log });
  const syncs = new SyncProfiles({
    ...{ pool, clock: now, log, bounds, onDone: () => undefined },
    providerOf: providers.providerOf,
    pushOf: providers.pushOf,
    listingIntervalMs: config.FULL_LISTING_INTERVAL * 1_000,
  });
  const stop = async () => {
    await syncs.stop();
    await providers.close();
  };
  return { syncs, sealer, uses: new NoteUseHandler(pool, now, () => undefined, bounds), stop };
}

/** Those of these titles that events of any account have. */
async function titlesIn(pool: Pool, titles: readonly string[]): Promise<Set<string>> {
  const sql = `SELECT DISTINCT series -> 'master' ->> 'summary' AS title FROM event
               WHERE NOT deleted AND series -> 'master' ->> 'summary' = ANY ($1::text[])`;
  const { rows } = await pool.query<{ title: string }>(sql, [titles]);
  return new Set(rows.map(({ title }) => title));
}

/**
 * Accounts at a provider, synced by the real engine, while only the clocks move. Every request to the provider passes a proxy that counts
 * it. Google and Microsoft are simulated, CalDAV is a Radicale.
 */
export async function startDays(provider: ProviderOfDays, options: DaysOptions) {
  const { accounts, env = {} } = options;
  const withoutPush = options.withoutPush ?? provider === 'caldav';
  const people = await accountsAt(provider, options);
  const engine = await startEngine({ providerOf: () => { throw new Error('another profile'); } }); // prettier-ignore
  const { pool, clock } = engine;
  const { seen, server, address } = await startReceiver(pool, clock.now);
  const settings = people.settings(withoutPush ? undefined : address);
  const { syncs, sealer, uses, stop } = await syncsOf(pool, clock.now, { ...settings, ...env });
  await pool.query('DELETE FROM profile');
  await people.insert(pool, sealer, clock.now());
  const { proxy } = people;
  const setClock = async (to: number) => {
    clock.set(to);
    await people.setClock(to);
  };
  const due = async () =>
    (await pool.query<{ at: number }>('SELECT min(next_sync_at) AS at FROM profile WHERE connected')).rows[0]!.at;
  /** Google's first message of each channel, which time does not overtake. */
  const firstMessages = async () => {
    const watches = proxy.matching(/\/watch$/);
    await waitUntil(() => seen.opened >= watches);
  };
  /** Syncs what is due now, and what is notified meanwhile. */
  const settle = async () => {
    while ((await due()) <= clock.now()) {
      await syncs.round();
      await syncs.drained();
      await firstMessages();
    }
  };
  return {
    accounts,
    pool,
    clock,
    proxy,
    settle,
    /** Lets time pass until then, syncing what is due each minute. */
    async pass(ms: number): Promise<void> {
      const end = clock.now() + ms;
      await settle();
      for (let next = await due(); next <= end; next = await due()) {
        await setClock(Math.min(end, Math.max(clock.now(), Math.ceil(next / minute) * minute)));
        await settle();
      }
      await setClock(end);
    },
    /** Everything is read, and every channel is proven. */
    async connected(): Promise<void> {
      await this.pass(Math.floor((accounts - 1) / connectedPerMinute) * minute);
      if (withoutPush) return;
      await this.pass(10 * minute);
    },
    received: () => seen.received,
    /** How often the calendars were listed. */
    polls: () => proxy.matching(people.lists),
    /** The next notifications are lost. */
    drop: people.drop,
    /** Somebody reads the account, or queries its availability. */
    use: (index: number) => uses.handle({ account_id: `acc_${index}`, at: clock.now() }),
    /** Somebody adds an event with another application. */
    add: (index: number, title: string) => people.add(index, title, clock.now() + day),
    found: (titles: readonly string[]) => titlesIn(pool, titles),
    /** Accounts that have an event of this title. */
    async have(title: string): Promise<number> {
      const sql = `SELECT count(DISTINCT account_id)::int AS n FROM event WHERE NOT deleted AND series -> 'master' ->> 'summary' = $1`;
      return (await pool.query<{ n: number }>(sql, [title])).rows[0]!.n;
    },
    async stop(): Promise<void> {
      await stop();
      close(server);
      await people.stop();
      await engine.stop();
    },
  };
}

/** For docs/scale.md. */
export const printDay = ({ accounts }: Days, at: string, requests: number): void =>
  console.log(`${accounts} accounts at ${at}: ${(requests / accounts).toFixed(2)} requests each on an idle day`);

export type Days = Awaited<ReturnType<typeof startDays>>;
