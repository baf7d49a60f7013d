import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';
import { createSealer } from '@kalends/security';
import { waitUntil } from '@kalends/testing';
import { scope as googleScope } from '@kalends/provider-google/testing';
import { scope as microsoftScope } from '@kalends/provider-microsoft/testing';
import { startSimulator } from '@kalends/simulator';
import { calendarSyncSettings, pollBoundsOf } from './config.js';
import { startEngine } from './engine.fixture.js';
import { log } from './google-engine.fixture.js';
import { createProviders } from './provider-factory.js';
import { sealTokens } from './stored-credentials/profile-tokens.js';
import { NotificationsHandler } from './sync/handle-notifications/handle-notifications.handler.js';
import { NoteUseHandler } from './sync/note-use/note-use.handler.js';
import { SyncProfiles } from './sync/sync-profile/sync-profile.worker.js';

export type ProviderOfDays = 'google' | 'microsoft';
export const [minute, hour, day] = [60_000, 3_600_000, 86_400_000];
const key = Buffer.alloc(32, 7);

async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

/** Passes every request on with its own host, so that links lead here as well, and counts it by method and path. */
async function startCountingProxy(target: string) {
  const counts = new Map<string, number>();
  const forward = (incoming: IncomingMessage, body: Buffer) =>
    httpRequest(new URL(incoming.url ?? '/', target), { method: incoming.method, headers: incoming.headers }).end(body);
  const server = createServer(async (incoming, response) => {
    const name = `${incoming.method} ${new URL(incoming.url ?? '/', target).pathname}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const outgoing = forward(incoming, await buffer(incoming));
    outgoing.once('error', () => response.destroy());
    outgoing.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
  });
  return {
    server,
    counts,
    url: await listen(server),
    total: () => [...counts.values()].reduce((sum, n) => sum + n, 0),
  };
}

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

const emailOf = (index: number) => `person${index}@work.example`;

/** People with calendars, and the tokens of Kalends and of another application. */
function seedOf(provider: ProviderOfDays, { accounts, calendars }: { accounts: number; calendars: number }) {
  const clients = [{ client_id: 'kalends', client_secret: 'secret', redirect_uris: [] }];
  const people = Array.from({ length: accounts }, (_, index) => emailOf(index));
  const more = (email: string) =>
    Array.from({ length: calendars - 1 }, (_, n) => ({ email, name: `No. ${n + 2}`, summary: `No. ${n + 2}` }));
  const scope = provider === 'google' ? googleScope : microsoftScope.join(' ');
  const grants = people.flatMap((email) => ['kalends', 'other'].map((client_id) => ({ email, client_id, scope })));
  const users = people.map((email) => ({ email }));
  if (provider === 'microsoft') return { microsoft: { clients, users, calendars: people.flatMap(more), grants } };
  const primary = (email: string) => ({ email, id: email, summary: 'Home', primary: true });
  return { clients, users, calendars: people.flatMap((email) => [primary(email), ...more(email)]), grants };
}

interface Grant {
  access_token: string;
  refresh_token: string;
}

export interface DaysOptions {
  accounts: number;
  calendars?: number;
  /** Settings other than the defaults. */
  env?: Record<string, string>;
  /** No channels: calendars are polled. */
  withoutPush?: boolean;
}

/**
 * Accounts at a simulated provider, synced by the real engine over the real providers, while only the clocks move. Every request to the
 * provider passes a proxy that counts it.
 */
export async function startDays(provider: ProviderOfDays, options: DaysOptions) {
  const { accounts, calendars = 2, env = {}, withoutPush = false } = options;
  const simulator = await startSimulator();
  const proxy = await startCountingProxy(simulator.url);
  const engine = await startEngine({ providerOf: () => { throw new Error('another profile'); } }); // prettier-ignore
  const { pool, clock } = engine;
  let received = 0;
  let opened = 0;
  const handler = new NotificationsHandler(pool, clock.now, () => undefined, log);
  const receiving = receiver(async (one) => {
    const at = { received_at: clock.now() };
    if ('microsoft' in one) await handler.handleChannel({ channel_id: one.microsoft, kind: 'changed', ...at });
    else await handler.handle({ provider_name: 'google', channel_id: one.google, resource_state: one.state, ...at });
    received += 1;
    if ('state' in one && one.state === 'sync') opened += 1;
  });
  const address = `${await listen(receiving)}/notify`;
  const control = async (name: string, body: object) => {
    const answer = await fetch(`${simulator.url}/control/${name}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify(body),
    });
    if (!answer.ok) throw new Error(`${name}: ${await answer.text()}`);
    const text = await answer.text();
    return text === '' ? {} : (JSON.parse(text) as Record<string, unknown>);
  };
  const setClock = async (to: number) => {
    clock.set(to);
    await control('clock', { now: new Date(to).toISOString() });
  };
  await setClock(clock.now());
  // the tokens of the other application last for all of the days
  const limit = (tokenSeconds: number) =>
    control(provider === 'google' ? 'limits' : 'microsoft/limits', { tokenSeconds });
  await limit(90 * 86_400);
  const seeded = await control('seed', seedOf(provider, { accounts, calendars }));
  await limit(3_600);
  const grants = ((provider === 'google' ? seeded : (seeded['microsoft'] as object)) as { grants: Grant[] }).grants;
  const config = calendarSyncSettings.parse({
    ...{ DATABASE_URL: 'postgres://unused/unused', KAFKA_BROKERS: 'unused:9092', ALLOW_NETWORKS: '127.0.0.0/8' },
    ENCRYPTION_KEY: key.toString('base64'),
    ...{ GOOGLE_CLIENT_ID: 'kalends', GOOGLE_CLIENT_SECRET: 'secret', GOOGLE_API_URL: `${proxy.url}/calendar/v3` },
    GOOGLE_TOKEN_URL: `${proxy.url}/token`,
    ...{ MICROSOFT_CLIENT_ID: 'kalends', MICROSOFT_CLIENT_SECRET: 'secret', MICROSOFT_GRAPH_URL: `${proxy.url}/v1.0` },
    MICROSOFT_AUTHORITY_URL: proxy.url,
    ...(withoutPush ? {} : { GOOGLE_NOTIFICATION_URL: address, MICROSOFT_NOTIFICATION_URL: address }),
    ...env,
  });
  const sealer = createSealer(config.ENCRYPTION_KEY);
  const providers = await createProviders({ pool, sealer, config, clock: clock.now, log });
  const syncs = new SyncProfiles({
    ...{ pool, clock: clock.now, log, bounds: pollBoundsOf(config), onDone: () => undefined },
    providerOf: providers.providerOf,
    pushOf: withoutPush ? undefined : providers.pushOf,
    listingIntervalMs: config.FULL_LISTING_INTERVAL * 1_000,
  });
  const uses = new NoteUseHandler(pool, clock.now, () => undefined, pollBoundsOf(config));
  const name = provider === 'google' ? 'google' : 'exchange';
  const scope = provider === 'google' ? [googleScope] : microsoftScope;
  await pool.query('DELETE FROM profile');
  await pool.query(
    `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, own_addresses, default_tzid, connected, initial_sync,
                          next_sync_at, revision)
     SELECT 'pro_' || n, 'acc_' || n, $2, 'p', '{}', 'Etc/UTC', true, 'pending', 0, 0 FROM generate_series(0, $1::int - 1) AS n`,
    [accounts, name],
  );
  for (let index = 0; index < accounts; index += 1) {
    const { access_token, refresh_token } = grants[2 * index]!;
    const id = `pro_${index}`;
    const sealed = sealTokens(sealer, id, { access_token, refresh_token, expires_at: clock.now() + hour });
    await pool.query("INSERT INTO oauth_token VALUES ($1, $2, '', $3)", [id, sealed, scope]);
  }
  const due = async () =>
    (await pool.query<{ at: number }>('SELECT min(next_sync_at) AS at FROM profile WHERE connected')).rows[0]!.at;
  /** Google's first message of each channel, which time does not overtake. */
  const firstMessages = async () => {
    const watches = [...proxy.counts].reduce((sum, [path, n]) => sum + (path.endsWith('/watch') ? n : 0), 0);
    await waitUntil(() => opened >= watches);
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
    control,
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
      await settle();
      if (withoutPush) return;
      await this.pass(10 * minute);
    },
    received: () => received,
    /** How often the calendars were listed. */
    polls: () =>
      [...proxy.counts].reduce((sum, [path, n]) => sum + (/(calendarList|\/me\/calendars)$/.test(path) ? n : 0), 0),
    /** The next notifications are lost. */
    drop: (count: number) =>
      provider === 'google'
        ? control('pushes', { drop: count })
        : control('microsoft/notifications', { createdAndUpdated: false, drop: count }),
    /** Somebody reads the account, or queries its availability. */
    use: (index: number) => uses.handle({ account_id: `acc_${index}`, at: clock.now() }),
    /** Somebody adds an event with another application. */
    async add(index: number, title: string): Promise<void> {
      const at = (ms: number) => new Date(clock.now() + day + ms).toISOString();
      const path =
        provider === 'google'
          ? `/calendar/v3/calendars/${encodeURIComponent(emailOf(index))}/events`
          : '/v1.0/me/events';
      const time = (ms: number) => ({
        dateTime: at(ms).replace('Z', provider === 'google' ? 'Z' : ''),
        timeZone: 'UTC',
      });
      const answer = await fetch(`${simulator.url}${path}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${grants[2 * index + 1]!.access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({
          [provider === 'google' ? 'summary' : 'subject']: title,
          start: time(0),
          end: time(hour),
        }),
      });
      if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`);
    },
    /** Accounts that have an event of this title. */
    async have(title: string): Promise<number> {
      const sql = `SELECT count(DISTINCT account_id)::int AS n FROM event WHERE NOT deleted AND series -> 'master' ->> 'summary' = $1`;
      return (await pool.query<{ n: number }>(sql, [title])).rows[0]!.n;
    },
    async stop(): Promise<void> {
      await syncs.stop();
      await providers.close();
      for (const server of [receiving, proxy.server]) {
        server.closeAllConnections();
        server.close();
      }
      await simulator.close();
      await engine.stop();
    },
  };
}

export type Days = Awaited<ReturnType<typeof startDays>>;
