import type { WorkingHours } from '@kalends/contracts';
import { ProviderError } from '@kalends/provider-port/sync';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { findProfile } from '../../published-state/rows.js';
import { storeProfile } from '../../published-state/store-profile.js';
import { inTransaction } from '@kalends/postgres';

const day = 86_400_000;
const hours = (start_time: string): WorkingHours => ({
  tzid: 'Europe/Berlin',
  weekly_periods: [{ day: 'monday', start_time, end_time: '17:00' }],
});

describe('working hours of a profile', () => {
  let engine: Engine;
  let answer: () => WorkingHours | null;
  let requests: number;
  beforeEach(async () => {
    requests = 0;
    answer = () => hours('08:00');
    const provider = Object.assign(new MemoryProvider(), {
      workingHours: async () => {
        requests += 1;
        return answer();
      },
    });
    engine = await startEngine({ providerOf: () => provider });
  });
  afterEach(() => engine.stop());
  const profile = async () => (await engine.state()).get(profileId);

  it('given a sync, then its record has them; they are read again after a day, and not before', async () => {
    await engine.sync();
    expect(await profile()).toMatchObject({ initial_sync: 'done', working_hours: hours('08:00') });
    answer = () => hours('10:00');
    engine.clock.advance(day - 1);
    await engine.syncNow();
    expect([requests, (await profile()) as object]).toMatchObject([1, { working_hours: hours('08:00') }]);
    engine.clock.advance(1);
    await engine.syncNow();
    expect([requests, (await profile()) as object]).toMatchObject([2, { working_hours: hours('10:00') }]);
  });

  it('given hours that the provider no longer has, when they are read again, then the record has none', async () => {
    await engine.sync();
    answer = () => null;
    engine.clock.advance(day);
    await engine.syncNow();
    expect(await profile()).not.toHaveProperty('working_hours');
  });

  it.each(['unavailable', 'refused'] as const)(
    'given a provider that is %s for them, when synced, then calendars are read, the hours stay, and the next try is a day later',
    async (failure) => {
      await engine.sync();
      answer = () => {
        throw new ProviderError(failure, 'no');
      };
      engine.clock.advance(day);
      await engine.syncNow();
      await engine.syncNow();
      expect(requests).toBe(2);
      const record = await profile();
      expect(record).toMatchObject({
        working_hours: hours('08:00'),
        last_sync: new Date(engine.clock.now()).toISOString().replace('.000Z', 'Z'),
      });
      expect(record).not.toHaveProperty('error');
    },
  );

  it('given another consent, when the profile is connected again, then they are read at once', async () => {
    await engine.sync();
    answer = () => hours('06:00');
    const row = (await findProfile(engine.pool, profileId))!;
    await inTransaction(engine.pool, (client) => storeProfile(client, row, { now: engine.clock.now() }));
    await engine.syncNow();
    expect(await profile()).toMatchObject({ working_hours: hours('06:00') });
  });
});
