import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMicrosoftEngine, type MicrosoftEngine } from './microsoft-engine.fixture.js';
import type { CalendarProvider } from '@kalends/provider-port/sync';

const day = 86_400_000;

/** Something that happens once, later. */
function signal() {
  let give: () => void = () => undefined;
  const given = new Promise<void>((resolve) => (give = resolve));
  return { give: () => give(), given };
}

describe('subscriptions at Microsoft with two replicas', () => {
  let world: MicrosoftEngine;
  let engine: MicrosoftEngine['engine'];
  beforeEach(async () => {
    world = await startMicrosoftEngine();
    ({ engine } = world);
  });
  afterEach(() => world.stop());

  const isDue = () => engine.pool.query('UPDATE profile SET next_sync_at = 0');
  /** As after the death of the process: nobody renews its lease. */
  const leaseEnds = () => engine.pool.query("UPDATE profile SET lease_id = 'ended', lease_until = 0");
  const subscribed = () => world.subscribed();
  const stored = () => world.stored();

  it('given one about to end, when both replicas find its profile due, then one of them extends it with one request', async () => {
    await engine.sync();
    await world.advance(6 * day);
    await isDue();
    const bothLooked = signal();
    const waiting = (provider: CalendarProvider) => {
      const renew = provider.renewWatch!.bind(provider);
      provider.renewWatch = async (channel) => (await bothLooked.given, renew(channel));
    };
    world.wrap = [waiting, waiting];
    const replicas = [engine.replica().syncs, engine.replica().syncs];
    const claimed = await Promise.all(replicas.map((one) => one.round()));
    bothLooked.give();
    await Promise.all(replicas.map((one) => one.drained()));
    expect((await world.microsoft.counts())['subscriptions.renew']).toBe(1);
    expect(claimed.sort()).toEqual([0, 1]);
    const [one, ...others] = await subscribed();
    expect(others).toEqual([]);
    expect(one!.expires).toBeGreaterThan(engine.clock.now() + 6 * day);
    expect(await stored()).toMatchObject([{ resource_id: one!.id, expires_at: one!.expires }]);
  });

  it('given a replica that ends after its request for an extension, when another one continues, then there is one subscription, as stored', async () => {
    await engine.sync();
    const [before] = await subscribed();
    await world.advance(6 * day);
    await isDue();
    const [requested, goesOn] = [signal(), signal()];
    world.wrap = [
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
    world.wrap = [
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
