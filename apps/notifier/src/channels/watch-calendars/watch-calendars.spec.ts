import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountId, channelFixture, notified, typesAt, type ChannelFixture } from '../../channels.fixture.js';
import { clientId, startNotifierFixture, type NotifierFixture } from '../../notifier.fixture.js';
import { startReceiver, type Receiver } from '../../receiver.fixture.js';

describe('notifications of push channels', () => {
  let notifier: NotifierFixture;
  let fixture: ChannelFixture;
  let receiver: Receiver;

  beforeAll(async () => {
    notifier = await startNotifierFixture();
  });
  afterAll(() => notifier.stop());
  beforeEach(async () => {
    receiver = await startReceiver();
    const tables = 'delivery callback attempt endpoint channel seen_profile seen_calendar seen_event erased_account';
    for (const table of tables.split(' ')) await notifier.pool.query(`DELETE FROM ${table}`);
    notifier.clock.set(Date.UTC(2026, 10, 21, 9, 0, 0, 400));
    fixture = channelFixture(notifier);
  });
  afterEach(() => receiver.stop());

  const opened = async (filters = {}) => {
    await fixture.connected();
    notifier.clock.advance(60_000);
    await fixture.open('chn_1', receiver.url, filters);
    await notifier.deliverAll();
    receiver.calls.length = 0;
    notifier.clock.advance(60_000);
  };
  const changes = () => notified(receiver).flatMap(({ notification }) => notification.changes_since ?? []);

  it('given a new channel, when it is opened twice by one request, then it is verified once', async () => {
    expect(await fixture.open('chn_1', receiver.url, { only_managed: true })).toEqual({ outcome: 'accepted' });
    expect(await fixture.open('chn_1', receiver.url, { only_managed: true })).toEqual({ outcome: 'accepted' });
    expect(await notifier.deliverAll()).toBe(1);
    expect(notified(receiver)).toEqual([
      {
        notification: { type: 'verification' },
        channel: { channel_id: 'chn_1', callback_url: receiver.url, filters: { only_managed: true } },
      },
    ]);
  });

  it('given successive changes, when none is notified yet, then one notification has the earliest instant (CBK-6)', async () => {
    await opened();
    await fixture.handle(fixture.event('evt_1', 'First'));
    notifier.clock.advance(700);
    await fixture.handle(fixture.event('evt_2', 'Second'), fixture.event('evt_1', 'First again'));
    await fixture.settle();
    expect(changes()).toEqual(['2026-11-21T09:02:00Z']);
  });

  it('given an earlier change that arrives later, when none is notified yet, then its instant is sent', async () => {
    await opened();
    notifier.clock.advance(5_000);
    await fixture.handle(fixture.event('evt_1', 'Later'));
    await fixture.handle(fixture.event('evt_2', 'Earlier', { changed_at: notifier.clock.now() - 3_000 }));
    await fixture.settle();
    expect(changes()).toEqual(['2026-11-21T09:02:02Z']);
  });

  it('given a notification that was attempted in vain, when more changes arrive, then one more waits behind it and both arrive', async () => {
    await opened();
    receiver.status(500);
    await fixture.handle(fixture.event('evt_1', 'First'));
    await fixture.settle();
    for (const index of [2, 3, 4]) {
      notifier.clock.advance(1_000);
      await fixture.handle(fixture.event(`evt_${index}`, 'Next'));
    }
    receiver.answer((_, response) => response.end());
    receiver.calls.length = 0;
    notifier.clock.advance(10_000);
    await notifier.deliverAll();
    expect(changes()).toEqual(['2026-11-21T09:02:00Z', '2026-11-21T09:02:03Z']);
  });

  it('given the same record again, when handled, then nothing is notified', async () => {
    await opened();
    const record = fixture.event('evt_1', 'Once');
    await fixture.handle(record);
    await fixture.settle();
    await fixture.handle(record);
    await fixture.settle();
    expect(changes()).toHaveLength(1);
  });

  it("given the application's own write and its echo, when they arrive, then nothing is notified; a change by its user is (CBK-7)", async () => {
    await opened();
    const own = { event_id: 'own', elsewhere_revision: undefined };
    await fixture.handle(fixture.event('evt_1', 'Ours', { ...own, command: 7 }));
    await fixture.handle(fixture.event('evt_1', 'Ours', { ...own, command: 7 }));
    await fixture.settle();
    expect(typesAt(receiver)).toEqual([]);
    await fixture.handle(fixture.event('evt_1', 'Moved by hand', { event_id: 'own', command: 7 }));
    await fixture.settle();
    expect(typesAt(receiver)).toEqual(['change']);
  });

  it('given a connection that ends within a day, then only a channel that requested it is notified, once for each end (CBK-16)', async () => {
    await opened({ profile_expiring: true });
    await fixture.open('chn_2', receiver.url);
    await notifier.deliverAll();
    receiver.calls.length = 0;
    const ending = (expires_at?: string) => fixture.profile(expires_at === undefined ? {} : { expires_at });
    const first = ending('2026-11-22T09:00:00Z');
    await fixture.handle(first);
    await fixture.handle(first, ending('2026-11-22T09:00:00Z'));
    await fixture.settle();
    expect(notified(receiver)).toEqual([
      {
        notification: { type: 'profile_expiring', profile_id: 'pro_1', expires_at: '2026-11-22T09:00:00Z' },
        channel: { channel_id: 'chn_1', callback_url: receiver.url, filters: { profile_expiring: true } },
      },
    ]);
    await fixture.handle(ending());
    await fixture.handle(ending('2026-11-29T09:00:00Z'));
    await fixture.settle();
    expect(typesAt(receiver)).toEqual(['profile_expiring', 'profile_expiring']);
  });

  it('given calendars of a channel, when a connection without them ends, then it is not notified', async () => {
    await opened({ profile_expiring: true, calendar_ids: ['cal_2'] });
    await fixture.handle(fixture.profile({ expires_at: '2026-11-22T09:00:00Z' }));
    await fixture.settle();
    expect(typesAt(receiver)).toEqual([]);
  });

  it('given a first sync of thousands of events, when it runs, then only its end is notified', async () => {
    await fixture.open('chn_1', receiver.url);
    notifier.clock.advance(1_000);
    await fixture.handle(fixture.profile({ initial_sync: 'pending' }), fixture.calendar({ synced: false }));
    for (let batch = 0; batch < 10; batch += 1) {
      await fixture.handle(...Array.from({ length: 300 }, (_, index) => fixture.event(`evt_${batch}_${index}`, 'Old')));
    }
    await fixture.handle(fixture.calendar(), fixture.profile());
    await fixture.settle();
    expect(typesAt(receiver)).toEqual(['verification', 'profile_initial_sync_completed']);
  });

  it('given a first sync that ended before the channel, when its record arrives, then it is not notified', async () => {
    await fixture.handle(fixture.profile({ initial_sync: 'pending' }));
    const ended = fixture.profile();
    notifier.clock.advance(1_000);
    await fixture.open('chn_1', receiver.url);
    await fixture.handle(ended);
    await fixture.settle();
    expect(typesAt(receiver)).toEqual(['verification']);
  });

  it('given a calendar that is new in a profile, when it has been synced, then one change has the start of its first event', async () => {
    await opened();
    await fixture.handle(fixture.calendar({ calendar_id: 'cal_2', synced: false }));
    await fixture.handle(fixture.event('evt_1', 'There', { calendar_id: 'cal_2' }));
    notifier.clock.advance(3_000);
    await fixture.handle(fixture.event('evt_2', 'Too', { calendar_id: 'cal_2' }));
    await fixture.settle();
    expect(changes()).toEqual([]);
    await fixture.handle(fixture.calendar({ calendar_id: 'cal_2' }));
    await fixture.settle();
    expect(changes()).toEqual(['2026-11-21T09:02:00Z']);
  });

  it('given filters, when events change, then the channel is notified of matching ones', async () => {
    await opened({ calendar_ids: ['cal_1'], only_managed: true });
    await fixture.handle(fixture.calendar({ calendar_id: 'cal_2' }));
    await fixture.handle(fixture.event('evt_1', 'Not ours'));
    await fixture.handle(fixture.event('evt_2', 'Ours, elsewhere', { event_id: 'own', calendar_id: 'cal_2' }));
    await fixture.settle();
    expect(typesAt(receiver)).toEqual([]);
    await fixture.handle(fixture.event('evt_3', 'Ours', { event_id: 'own', command: 0 }));
    await fixture.settle();
    expect(typesAt(receiver)).toEqual(['change']);
  });

  it('given a profile that is disconnected, when its record arrives, then that is notified once; that of another calendar’s profile is not', async () => {
    await opened({ calendar_ids: ['cal_1'] });
    await fixture.handle(fixture.profile({ connected: false }), fixture.profile({ connected: false, error: 'still' }));
    await fixture.handle(fixture.profile({ profile_id: 'pro_2', calendar_ids: ['cal_2'], connected: false }));
    await fixture.settle();
    expect(typesAt(receiver)).toEqual(['profile_disconnected']);
  });

  it('given a channel that is closed, when it has a pending notification, then that is not sent, and the channel is deleted', async () => {
    await opened();
    await fixture.handle(fixture.event('evt_1', 'Changed'));
    expect(await fixture.close('chn_1')).toEqual({ outcome: 'accepted' });
    expect(await fixture.close('chn_1')).toEqual({ outcome: 'unknown' });
    await fixture.settle();
    expect(receiver.calls).toEqual([]);
    expect(await fixture.list()).toEqual([]);
  });

  it.each(['account', 'application'] as const)(
    'given an %s that is erased, when records still arrive, then neither channel, notification nor seen state remains',
    async (kind) => {
      await opened();
      await fixture.handle(fixture.event('evt_1', 'Changed'));
      const more = kind === 'account' ? { kind, account_id: accountId } : { kind, account_ids: [accountId] };
      await notifier.applications.eraseAll({ client_id: clientId, ...more } as never);
      await fixture.handle(fixture.event('evt_2', 'Late'));
      expect(await fixture.open('chn_2', receiver.url)).toEqual({ outcome: 'unknown' });
      await fixture.settle();
      expect(receiver.calls).toEqual([]);
      for (const table of [
        'channel',
        'callback',
        'delivery',
        'attempt',
        'seen_event',
        'seen_calendar',
        'seen_profile',
      ]) {
        expect((await notifier.pool.query(`SELECT FROM ${table}`)).rowCount, table).toBe(0);
      }
      if (kind === 'application') await notifier.addSecrets(clientId, undefined, 2);
    },
  );
});
