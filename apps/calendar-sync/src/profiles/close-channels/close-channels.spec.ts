import { createLogger } from '@kalends/service-runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { ProviderError } from '@kalends/provider-port/sync';
import { CloseChannels } from './close-channels.worker.js';

/** A provider that also records which channels are closed. */
class WatchedProvider extends MemoryProvider {
  readonly ended: string[] = [];
  async unwatch({ channelId }: { channelId: string }): Promise<void> {
    if (this.failure) throw this.failure;
    this.ended.push(channelId);
  }
}

describe('push channels of a disconnected profile', () => {
  let provider: WatchedProvider;
  let engine: Engine;
  let lines: string[];
  let worker: CloseChannels;
  beforeEach(async () => {
    provider = new WatchedProvider();
    engine = await startEngine({ providerOf: () => provider });
    await engine.sync();
    lines = [];
    const log = createLogger({ service: 'calendar-sync', level: 'info', write: (line) => void lines.push(line) });
    worker = new CloseChannels({ pool: engine.pool, providerOf: () => provider, log });
    await engine.pool.query(`INSERT INTO oauth_token VALUES ($1, 'sealed', '', '{}')`, [profileId]);
  });
  afterEach(() => engine.stop());

  /** Channels `from` to `to`, as a sync opened them; `resource` null: the provider never confirmed them. */
  const watched = (from: number, to: number, resource: string | null = 'res_1') =>
    engine.pool.query(
      `INSERT INTO push_channel (channel_id, profile_id, calendar_id, resource_id, expires_at, renew_at)
       SELECT 'gch_' || lpad(n::text, 2, '0'), $1, calendar_id, $4, 9999999999999, 9999999999999
       FROM calendar, generate_series($2::int, $3::int) AS n`,
      [profileId, from, to, resource],
    );
  const disconnected = () => engine.pool.query('UPDATE profile SET connected = false');
  const count = async (table: string) => (await engine.pool.query(`SELECT FROM ${table}`)).rowCount;

  it('given a connected profile, then its channels and tokens stay', async () => {
    await watched(1, 1);
    expect([await worker.round(), provider.ended]).toEqual([0, []]);
    expect([await count('push_channel'), await count('oauth_token')]).toEqual([1, 1]);
  });

  it('given a disconnected profile, then each channel is closed at the provider, and then its tokens are deleted', async () => {
    await watched(1, 2);
    await disconnected();
    expect([await worker.round(), provider.ended.sort()]).toEqual([2, ['gch_01', 'gch_02']]);
    expect([await count('push_channel'), await count('oauth_token'), await worker.round()]).toEqual([0, 0, 0]);
  });

  it('given more channels than one batch, then the tokens stay until the last one is closed', async () => {
    await watched(1, 21);
    await disconnected();
    expect([await worker.round(), await count('oauth_token')]).toEqual([20, 1]);
    expect([await worker.round(), await count('oauth_token')]).toEqual([1, 0]);
    expect(new Set(provider.ended).size).toBe(21);
  });

  it('given two replicas at the same time, then each channel is closed once', async () => {
    await watched(1, 15);
    await disconnected();
    const counts = await Promise.all([worker.round(), worker.round()]);
    expect([counts[0]! + counts[1]!, provider.ended.length, new Set(provider.ended).size]).toEqual([15, 15, 15]);
  });

  it('given a provider that fails, then it is logged once per channel, and no channel or token remains', async () => {
    provider.failure = new ProviderError('unavailable', 'away');
    await watched(1, 1);
    await disconnected();
    await worker.round();
    expect([await count('push_channel'), await count('oauth_token'), lines.length]).toEqual([0, 0, 1]);
    expect(lines[0]).toContain('"failure":"unavailable"');
  });

  it('given a channel that the provider never confirmed, then the provider is not called', async () => {
    await watched(1, 1, null);
    await disconnected();
    expect([await worker.round(), provider.ended, await count('push_channel')]).toEqual([1, [], 0]);
  });
});
