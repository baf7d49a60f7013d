import { waitUntil } from '@kalends/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startMicrosoftEngine, type MicrosoftEngine } from './microsoft-engine.fixture.js';

/** The numbers are those of docs/adr/0082. */
describe('notifications of an account at Microsoft', () => {
  let world: MicrosoftEngine;
  beforeEach(async () => {
    world = await startMicrosoftEngine();
    await world.engine.syncNow();
  });
  afterEach(() => world.stop());

  const script = (body: object) => world.microsoft.control('microsoft/notifications', body);

  it('18: given one change that is reported four times, when notified each time, then it is read once more at most, and published once', async () => {
    const { engine, deliveries, notify, add, published } = world;
    await script({ createdAndUpdated: true, double: 2 });
    await add('Once');
    await waitUntil(() => deliveries.length === 4);
    expect(deliveries.map(({ changeType }) => changeType).sort()).toEqual(['created', 'created', 'updated', 'updated']);
    for (const one of deliveries) await notify(one);
    expect(await engine.sync()).toBe(1);
    expect(await engine.sync()).toBe(0);
    for (const one of deliveries) await notify(one);
    expect(await engine.sync()).toBe(1);
    expect(await published()).toEqual(['Once']);
  });

  it('18: given a change that is never reported, when polled, then it is read; one that Microsoft reports as missed is read at once', async () => {
    const { engine, microsoft, deliveries, notify, add, published } = world;
    await script({ createdAndUpdated: false, drop: 1 });
    await add('Not reported');
    expect(await engine.sync()).toBe(0);
    await world.advance(6 * 3_600_000);
    expect(await engine.sync()).toBe(1);
    expect(await published()).toEqual(['Not reported']);
    await script({ createdAndUpdated: false, drop: 1 });
    await add('Missed');
    await microsoft.control('microsoft/lifecycle', { event: 'missed' });
    await waitUntil(() => deliveries.length === 1);
    expect(deliveries[0]!.lifecycleEvent).toBe('missed');
    await notify(deliveries[0]!, 'missed');
    expect(await engine.sync()).toBe(1);
    expect(await published()).toEqual(['Not reported', 'Missed']);
  });
});
