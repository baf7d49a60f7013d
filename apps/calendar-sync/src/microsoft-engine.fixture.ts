import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import type { ChannelNotification, EventRecord } from '@kalends/contracts';
import { createLogger } from '@kalends/service-runtime';
import { profileId, startEngine } from './engine.fixture.js';
import { ada, fixed, scope, startMicrosoft } from '@kalends/provider-microsoft/testing';
import type { CalendarProvider } from '@kalends/provider-port/sync';
import { NotificationsHandler } from './sync/handle-notifications/handle-notifications.handler.js';

const log = createLogger({ service: 'calendar-sync', level: 'silent' });

/** One entry of what the simulator delivered. */
export interface Delivery {
  clientState: string;
  changeType?: string;
  lifecycleEvent?: string;
}

/** Accepts subscriptions, and keeps what is delivered. */
async function startReceiver() {
  const deliveries: Delivery[] = [];
  const server = createServer(async (request, response) => {
    const token = new URL(request.url!, 'http://receiver').searchParams.get('validationToken');
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (token === null) {
      deliveries.push(...(JSON.parse(Buffer.concat(chunks).toString()) as { value: Delivery[] }).value);
    }
    response.writeHead(token === null ? 202 : 200, { 'content-type': 'text/plain' }).end(token ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, deliveries, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify` };
}

/** The engine with one account at the simulated Microsoft, whose clock follows the engine's. */
export async function startMicrosoftEngine() {
  const microsoft = await startMicrosoft();
  const { server, deliveries, address } = await startReceiver();
  let token = '';
  const world = { wrap: [] as ((provider: CalendarProvider) => void)[] };
  const engine = await startEngine({
    providerOf: () => {
      const options = { push: true, mailbox: profileId, clock: () => engine.clock.now() };
      const provider = microsoft.provider(fixed(token), options);
      world.wrap.shift()?.(provider);
      return provider;
    },
    push: { address, tokenFor: (id) => `${id}.proof` },
  });
  const { clock, pool } = engine;
  await pool.query("UPDATE profile SET provider_name = 'exchange'");
  await microsoft.control('clock', { now: new Date(clock.now()).toISOString() });
  await microsoft.control('microsoft/limits', { tokenSeconds: 60 * 86_400 });
  // both of them last longer than the clock is moved
  const grants = ['test', 'outlook'].map((client_id) => ({ email: ada, client_id, scope: scope.join(' ') }));
  const seeded = await microsoft.control('seed', { microsoft: { grants } });
  const [own, other] = (seeded as { microsoft: { grants: { access_token: string }[] } }).microsoft.grants;
  token = own!.access_token;
  const handler = new NotificationsHandler(pool, clock.now, () => undefined, log);
  return Object.assign(world, {
    microsoft,
    engine,
    deliveries,
    /** Delivers an entry as the gateway does. */
    notify: ({ clientState }: Delivery, kind: ChannelNotification['kind'] = 'changed') =>
      handler.handleChannel({ channel_id: clientState.split('.')[0]!, kind, received_at: clock.now() }),
    /** Ada adds an event with another program. */
    add: async (subject: string) => {
      const at = (hour: string) => ({ dateTime: `2026-02-02T${hour}:00:00`, timeZone: 'UTC' });
      const { status } = await fetch(`${microsoft.graphUrl}${microsoft.events}`, {
        method: 'POST',
        headers: { authorization: `Bearer ${other!.access_token}`, 'content-type': 'application/json' },
        body: JSON.stringify({ subject, start: at('10'), end: at('11') }),
      });
      if (status !== 201) throw new Error(`the event was answered ${status}`);
    },
    /** Summaries of events, once per time that they were published. */
    published: async () =>
      (await engine.published())
        .filter((one): one is EventRecord => one.kind === 'event')
        .map(({ series }) => series.master?.summary),
    /** Subscriptions as Microsoft has them. */
    subscribed: async () => {
      const { microsoft: state } = (await (await fetch(`${microsoft.url}/control/state`)).json()) as {
        microsoft: { subscriptions: { id: string; expires: number }[] };
      };
      return state.subscriptions;
    },
    /** Channels that are not to be closed. */
    stored: async () =>
      (
        await pool.query<{ resource_id: string | null; expires_at: number }>(
          'SELECT resource_id, expires_at FROM push_channel WHERE NOT closing',
        )
      ).rows,
    advance: async (ms: number) => {
      clock.advance(ms);
      await microsoft.control('clock', { advance_ms: ms });
    },
    stop: async () => {
      await engine.stop();
      server.closeAllConnections();
      server.close();
      await microsoft.close();
    },
  });
}

export type MicrosoftEngine = Awaited<ReturnType<typeof startMicrosoftEngine>>;
