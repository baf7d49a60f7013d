import { egress } from '@kalends/provider-google/testing';
import { GoogleProvider } from '@kalends/provider-google/sync';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { RequestBudget } from './budget/request-budget.js';
import { meeting } from './engine.fixture.js';
import { startGoogleEngine, type GoogleEngine } from './google-engine.fixture.js';

describe('the budget of requests to Google', () => {
  let world: GoogleEngine;
  let budget: RequestBudget;

  beforeEach(async () => {
    world = await startGoogleEngine();
    const { engine, google, provider, tokens } = world;
    const limits = { perMinute: 1_000, perDay: 0, zone: 'America/Los_Angeles' };
    budget = new RequestBudget({ provider: 'google', name: 'Google', limits, clock: engine.clock.now });
    provider.of = ({ account_id: accountId }, purpose, signal) =>
      new GoogleProvider({
        egress,
        baseUrl: google.apiUrl,
        tokens,
        signal,
        requests: budget.for({ accountId, purpose }),
      });
  });
  afterEach(() => world.stop());

  const shortFor = () => (['write', 'push', 'poll', 'first-sync'] as const).filter((one) => budget.isShort(one));

  it('given a sync and a write, then every request that Google received was counted', async () => {
    const { engine, google } = world;
    const received = async () => {
      const state = (await (await fetch(`${google.url}/control/state`)).json()) as { counts: Record<string, number> };
      return Object.entries(state.counts)
        .filter(([name]) => !name.startsWith('token'))
        .reduce((sum, [, count]) => sum + count, 0);
    };
    const before = await received();
    await engine.syncNow();
    await engine.syncNow();
    await engine.write('a', meeting);
    await engine.sendWrites();
    const sent = (await received()) - before;
    expect(sent).toBeGreaterThan(3);
    expect(budget.window.used).toBe(sent);
  });

  it.each([
    ['rateLimitExceeded', ['push', 'poll', 'first-sync']],
    ['quotaExceeded', ['push', 'poll', 'first-sync']],
    ['userRateLimitExceeded', []],
  ])('given %s for one profile, then %j of all profiles wait', async (reason, expected) => {
    const { engine, google } = world;
    await engine.syncNow();
    await google.control('faults', { path: 'calendarList', status: 403, reason, retryAfter: 3 });
    await engine.syncNow();
    expect(shortFor()).toEqual(expected);
    engine.clock.advance(3_000);
    expect(shortFor()).toEqual([]);
  });
});
