import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profileId, startEngine, type Engine } from './engine.fixture.js';
import { ada, fixed, scope, startMicrosoft, type SimulatedMicrosoft } from './providers/microsoft/microsoft.fixture.js';
import type { CalendarProvider } from './providers/port/provider.port.js';

const day = 86_400_000;

/** Accepts subscriptions; what is delivered does not matter here. */
async function startReceiver(): Promise<{ server: Server; address: string }> {
  const server = createServer((request, response) => {
    const token = new URL(request.url!, 'http://receiver').searchParams.get('validationToken');
    response.writeHead(token === null ? 202 : 200, { 'content-type': 'text/plain' }).end(token ?? '');
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/notify` };
}

/** Something that happens once, later. */
function signal() {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { give: () => give(), given };
}

describe('subscriptions at Microsoft with two replicas', () => {
  let microsoft: SimulatedMicrosoft;
  let receiver: Server;
  let engine: Engine;
  /** How the next task changes its provider; the one after gets it as it is. */
  let wrap: ((provider: CalendarProvider) => void)[];
  beforeEach(async () => {
    microsoft = await startMicrosoft();
    const started = await startReceiver();
    receiver = started.server;
    wrap = [];
    let token = '';
    engine = await startEngine({
      providerOf: () => {
        const options = { push: true, mailbox: profileId, clock: engine.clock.now };
        const provider = microsoft.provider(fixed(token), options);
        wrap.shift()?.(provider);
        return provider;
      },
      push: { address: started.address, tokenFor: (id) => `${id}.proof` },
    });
    await microsoft.control('clock', { now: new Date(engine.clock.now()).toISOString() });
    await microsoft.control('microsoft/limits', { tokenSeconds: 60 * 86_400 });
    const grants = [{ email: ada, client_id: 'test', scope: scope.join(' ') }];
    const seeded = await microsoft.control('seed', { microsoft: { grants } });
    token = (seeded as { microsoft: { grants: { access_token: string }[] } }).microsoft.grants[0]!.access_token;
  });
  afterEach(async () => {
    await engine.stop();
    receiver.closeAllConnections();
    receiver.close();
    await microsoft.close();
  });

  const advance = async (ms: number) => {
    engine.clock.advance(ms);
    await microsoft.control('clock', { advance_ms: ms });
  };
  const subscribed = async () => {
    const { microsoft: state } = (await (await fetch(`${microsoft.url}/control/state`)).json()) as {
      microsoft: { subscriptions: { id: string; expires: number }[] };
    };
    return state.subscriptions;
  };
  const stored = async () =>
    (
      await engine.pool.query<{ resource_id: string | null; expires_at: number }>(
        'SELECT resource_id, expires_at FROM push_channel WHERE NOT closing',
      )
    ).rows;
  const isDue = () => engine.pool.query('UPDATE profile SET next_sync_at = 0');
  /** As after the death of the process: nobody renews its lease. */
  const leaseEnds = () => engine.pool.query("UPDATE profile SET lease_id = 'ended', lease_until = 0");
  const requests = async (name: string) => (await microsoft.counts())[name] ?? 0;

  it('given one about to end, when both replicas find its profile due, then one of them extends it with one request', async () => {
    await engine.sync();
    await advance(6 * day);
    await isDue();
    const bothLooked = signal();
    const waiting = (provider: CalendarProvider) => {
      const renew = provider.renewWatch!.bind(provider);
      provider.renewWatch = async (channel) => (await bothLooked.given, renew(channel));
    };
    wrap = [waiting, waiting];
    const replicas = [engine.replica().syncs, engine.replica().syncs];
    const claimed = await Promise.all(replicas.map((one) => one.round()));
    bothLooked.give();
    await Promise.all(replicas.map((one) => one.drained()));
    expect(await requests('subscriptions.renew')).toBe(1);
    expect(claimed.sort()).toEqual([0, 1]);
    const [one, ...others] = await subscribed();
    expect(others).toEqual([]);
    expect(one!.expires).toBeGreaterThan(engine.clock.now() + 6 * day);
    expect(await stored()).toMatchObject([{ resource_id: one!.id, expires_at: one!.expires }]);
  });

  it('given a replica that ends after its request for an extension, when another one continues, then there is one subscription, as stored', async () => {
    await engine.sync();
    const [before] = await subscribed();
    await advance(6 * day);
    await isDue();
    const [requested, goesOn] = [signal(), signal()];
    wrap = [
      (provider) => {
        const renew = provider.renewWatch!.bind(provider);
        provider.renewWatch = async (channel) => {
          const renewed = await renew(channel);
          requested.give();
          return (await goesOn.given, renewed);
        };
      },
    ];
    const [ending, other] = [engine.replica().syncs, engine.replica().syncs];
    await ending.round();
    await requested.given;
    await leaseEnds();
    expect(await engine.sync(other)).toBe(1);
    goesOn.give();
    await ending.drained();
    const [one, ...others] = await subscribed();
    expect([one!.id, others]).toEqual([before!.id, []]);
    expect(await stored()).toMatchObject([{ resource_id: one!.id, expires_at: one!.expires }]);
  });

  it('given a replica that is halted after it subscribed, when another one subscribes, then there is one subscription, as stored, also when the first continues', async () => {
    const [requested, goesOn] = [signal(), signal()];
    wrap = [
      (provider) => {
        const watch = provider.watch!.bind(provider);
        provider.watch = async (...request) => {
          const opened = await watch(...request);
          requested.give();
          return (await goesOn.given, opened);
        };
      },
    ];
    const [halted, other] = [engine.replica().syncs, engine.replica().syncs];
    await halted.round();
    await requested.given;
    const [lost] = await subscribed();
    await leaseEnds();
    expect(await engine.sync(other)).toBe(1);
    const [one, ...others] = await subscribed();
    expect(others).toEqual([]);
    expect(one!.id).not.toBe(lost!.id);
    expect(await stored()).toMatchObject([{ resource_id: one!.id }]);
    goesOn.give();
    await halted.drained();
    expect(await subscribed()).toMatchObject([{ id: one!.id }]);
    expect(await stored()).toMatchObject([{ resource_id: one!.id, expires_at: one!.expires }]);
  });
});
