import { createLogger } from '@kalends/service-runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { accountId, profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { ProviderError, type CalendarProvider } from '@kalends/provider-port/sync';
import { ListResourcesHandler } from './list-resources.handler.js';

const log = createLogger({ service: 'calendar-sync', level: 'silent' });

describe('listing the rooms of a profile', () => {
  let engine: Engine;
  let provider: MemoryProvider;
  let handler: ListResourcesHandler;
  beforeEach(async () => {
    provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider });
    handler = new ListResourcesHandler(engine.pool, () => provider, log);
  });
  afterEach(() => engine.stop());

  const list = (account_id = accountId) => handler.list({ account_id, profile_id: profileId });

  it('given a provider with rooms, when requested, then they are as the provider has them now', async () => {
    const red = { email: 'red@example.com', name: 'Red' };
    expect(await list()).toEqual({ outcome: 'listed', resources: [red], truncated: false });
    provider.rooms = [{ email: 'blue@example.com', name: 'Blue' }];
    expect(await list()).toMatchObject({ resources: [{ email: 'blue@example.com' }] });
  });

  it('given a provider without such a list, when requested, then that is not supported', async () => {
    const without: CalendarProvider = Object.assign(new MemoryProvider(), { resources: undefined });
    const other = new ListResourcesHandler(engine.pool, () => without, log);
    const reply = await other.list({ account_id: accountId, profile_id: profileId });
    expect(reply).toMatchObject({ outcome: 'refused', refusal: 'not-supported' });
  });

  it.each([
    ['refused', 'not-supported'],
    ['unavailable', 'unavailable'],
    ['authentication-failed', 'not-connected'],
  ] as const)(
    'given that the provider fails with %s, when requested, then the reply is %s',
    async (failure, refusal) => {
      provider.failure = new ProviderError(failure, 'Not here.');
      expect(await list()).toEqual({ outcome: 'refused', refusal, description: 'Not here.' });
    },
  );

  it('given another account’s profile, or a disconnected one, when requested, then the provider is not called', async () => {
    const requestsBefore = provider.requests.length;
    expect(await list('acc_2')).toMatchObject({ outcome: 'refused', refusal: 'unknown-profile' });
    await engine.pool.query('UPDATE profile SET connected = false');
    expect(await list()).toMatchObject({ outcome: 'refused', refusal: 'not-connected' });
    await engine.pool.query('UPDATE profile SET deleted = true');
    expect(await list()).toMatchObject({ outcome: 'refused', refusal: 'unknown-profile' });
    expect(provider.requests).toHaveLength(requestsBefore);
  });
});
