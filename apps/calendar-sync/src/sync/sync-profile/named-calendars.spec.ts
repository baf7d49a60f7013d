import { createLogger } from '@kalends/service-runtime';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profileId, startEngine, type Engine } from '../../engine.fixture.js';
import { ProviderError } from '@kalends/provider-port/sync';
import { MemoryProvider, objectOf } from '@kalends/provider-port/testing';
import { NotificationsHandler } from '../handle-notifications/handle-notifications.handler.js';

describe('a mailbox of thirty calendars', () => {
  let provider: MemoryProvider;
  let engine: Engine;
  let read: string[];
  let handler: NotificationsHandler;
  beforeEach(async () => {
    provider = new MemoryProvider();
    for (let n = 1; n < 30; n += 1)
      provider.list.push({ href: `/${n}/`, name: `Calendar ${n}`, readonly: false, primary: false });
    read = [];
    const changes = provider.changes.bind(provider);
    provider.changes = (calendar, ...rest) => {
      read.push(calendar.href);
      return changes(calendar, ...rest);
    };
    engine = await startEngine({ providerOf: () => provider });
    await engine.sync();
    await engine.pool.query(
      `INSERT INTO push_channel (channel_id, profile_id, calendar_id, resource_id, expires_at, renew_at)
       SELECT 'channel of ' || href, $1, calendar_id, href, 9999999999999, 9999999999999 FROM calendar`,
      [profileId],
    );
    const log = createLogger({ service: 'calendar-sync', level: 'silent' });
    handler = new NotificationsHandler(engine.pool, engine.clock.now, () => undefined, log);
    forget();
  });
  afterEach(() => engine.stop());

  const forget = () => {
    read = [];
    provider.requests.length = 0;
  };
  const change = async (href: string) => {
    provider.put(`${href}a.ics`, objectOf(`a of ${href}`, 'DTSTART:20261201T100000Z'));
    await handler.handle({
      provider_name: 'google',
      channel_id: `channel of ${href}`,
      resource_state: 'exists',
      received_at: engine.clock.now(),
    });
  };
  const uids = async () =>
    [...(await engine.state()).values()].flatMap((one) => (one.kind === 'event' ? [one.series.uid] : []));

  it('given a notification of one, when it is synced, then that one is read, with one request', async () => {
    await change('/7/');
    await engine.sync();
    expect([read, provider.requests]).toEqual([['/7/'], ['changes']]);
    expect(await uids()).toEqual(['a of /7/']);
    expect(await engine.sync()).toBe(0);
  });

  it('given notifications of two, when one arrives while the other is read, then each is read once', async () => {
    await change('/7/');
    provider.pause.beforeBatch = async () => {
      delete provider.pause.beforeBatch;
      await change('/8/');
    };
    await engine.sync();
    await engine.sync();
    expect(read).toEqual(['/7/', '/8/']);
  });

  it('given a notification, when the poll is due as well, then all are listed and read', async () => {
    engine.clock.advance(60_000);
    await change('/7/');
    await engine.sync();
    expect([read.length, provider.requests[0]]).toEqual([30, 'calendars']);
  });

  it('given a notification whose read fails, when it is tried again, then all are read, and the change is seen', async () => {
    await change('/7/');
    provider.failure = new ProviderError('unavailable', 'down');
    await engine.sync();
    provider.failure = undefined;
    engine.clock.advance(1_000);
    await engine.sync();
    expect(await uids()).toEqual(['a of /7/']);
  });

  it('given many notifications, when polls are due, then they are not put off', async () => {
    for (let n = 0; n < 3; n += 1) {
      engine.clock.advance(15_000);
      await change('/7/');
      await engine.sync();
    }
    forget();
    engine.clock.advance(15_000);
    await engine.sync();
    expect(read).toHaveLength(30);
  });
});
