import type { ChannelNotification } from '@kalends/contracts';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startEngine, type Engine } from '../../engine.fixture.js';
import { MemoryProvider } from '@kalends/provider-port/testing';
import type { CalendarProvider } from '@kalends/provider-port/sync';
import { NotificationsHandler } from '../handle-notifications/handle-notifications.handler.js';
import { createLogger } from '@kalends/service-runtime';

const day = 86_400_000;

/** A provider that permits one channel per calendar, and extends it. */
class RenewingProvider extends MemoryProvider implements CalendarProvider {
  opened: string[] = [];
  renewed: string[] = [];
  isGone = false;
  constructor(private readonly now: () => number) {
    super();
  }
  async watch(_calendar: unknown, { channelId }: { channelId: string }) {
    this.opened.push(channelId);
    return { resourceId: `resource of ${channelId}`, expiresAt: this.now() + 7 * day };
  }
  async renewWatch({ resourceId }: { resourceId: string }) {
    if (this.isGone) return null;
    this.renewed.push(resourceId);
    return { expiresAt: this.now() + 7 * day };
  }
}

describe('a channel that its provider extends', () => {
  let engine: Engine;
  let provider: RenewingProvider;
  beforeEach(async () => {
    engine = await startEngine({
      providerOf: () => provider,
      push: { address: 'https://kalends.example/notify', tokenFor: (id) => id },
    });
    provider = new RenewingProvider(engine.clock.now);
    await engine.sync();
  });
  afterEach(() => engine.stop());

  const channels = async () =>
    (await engine.pool.query<{ channel_id: string; expires_at: number }>('SELECT * FROM push_channel')).rows;
  const notify = (kind: ChannelNotification['kind']) =>
    new NotificationsHandler(
      engine.pool,
      engine.clock.now,
      () => undefined,
      createLogger({ service: 'calendar-sync', level: 'silent' }),
    ).handleChannel({
      channel_id: provider.opened.at(-1)!,
      kind,
      received_at: engine.clock.now(),
    });

  it('given most of its time over, when synced, then it is extended, and none is opened or closed', async () => {
    const [before] = await channels();
    engine.clock.advance(6 * day);
    await engine.syncNow();
    expect(provider.renewed).toEqual([`resource of ${provider.opened[0]!}`]);
    expect(provider.opened).toHaveLength(1);
    expect(await channels()).toMatchObject([
      { channel_id: before!.channel_id, expires_at: engine.clock.now() + 7 * day },
    ]);
  });

  it.each([
    ['renew', 1],
    ['changed', 0],
    ['missed', 0],
  ] as const)(
    'given the notification `%s`, when synced, then the channel is extended %i times',
    async (state, times) => {
      await notify(state);
      await engine.syncNow();
      expect(provider.renewed).toHaveLength(times);
    },
  );

  it('given a subscription that the provider removed, when notified, then a new one is opened', async () => {
    provider.isGone = true;
    await notify('renew');
    await engine.syncNow();
    expect(provider.opened).toHaveLength(2);
    expect(await channels()).toMatchObject([{ channel_id: provider.opened[1] }]);
  });
});
