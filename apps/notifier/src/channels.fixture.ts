import type {
  CalendarRecord,
  CalendarStateRecord,
  ChannelFilters,
  ChannelReply,
  EventRecord,
  ProfileRecord,
} from '@kalends/contracts';
import { AnswerChannelsHandler } from './channels/answer-channels/answer-channels.handler.js';
import { clientId, delivered, type NotifierFixture } from './notifier.fixture.js';
import type { Receiver } from './receiver.fixture.js';
import { WatchCalendarsHandler } from './channels/watch-calendars/watch-calendars.handler.js';

export const accountId = 'acc_1';

/** A notification that a receiver got on a channel. */
interface Notified {
  notification: { type: string; changes_since?: string };
  channel: { channel_id: string; callback_url: string; filters: ChannelFilters };
}

export const notified = (receiver: Receiver): Notified[] =>
  receiver.calls.map(({ body }) => JSON.parse(body) as Notified);
export const typesAt = (receiver: Receiver): string[] =>
  notified(receiver).map(({ notification }) => notification.type);

/** notifier's push channels, with records as calendar-sync publishes them at the test clock's time. */
export function channelFixture(notifier: NotifierFixture) {
  const { pool, clock } = notifier;
  const wake = () => undefined;
  const log = { info: () => undefined } as never;
  const channels = new AnswerChannelsHandler(pool, clock.now, wake, log, 100);
  const calendars = new WatchCalendarsHandler(pool, clock.now, wake);
  let last = 0;
  const revision = () => (last = Math.max(last + 1, clock.now()));
  const common = () => ({ account_id: accountId, revision: revision(), deleted: false });
  const profile = (more: Partial<ProfileRecord> = {}): ProfileRecord => ({
    kind: 'profile',
    ...common(),
    profile_id: 'pro_1',
    provider_name: 'caldav',
    profile_name: 'ada@example.com',
    connected: true,
    initial_sync: 'done',
    calendar_ids: ['cal_1'],
    ...more,
  });
  const calendar = (more: Partial<CalendarRecord> = {}): CalendarRecord => ({
    kind: 'calendar',
    ...common(),
    profile_id: 'pro_1',
    calendar_id: 'cal_1',
    calendar_name: 'work',
    calendar_readonly: false,
    calendar_primary: true,
    tzid: 'Europe/London',
    synced: true,
    freshness: 'fresh',
    ...more,
  });
  /** An event that was changed at the provider, by default. */
  const event = (event_uid: string, summary: string, more: Partial<EventRecord> = {}): EventRecord => {
    const of = common();
    const start = { local: '2026-12-01T10:00:00', tzid: 'Europe/London' };
    const master = { summary, start, end: start, status: 'confirmed' as const, transparency: 'opaque' as const };
    return {
      kind: 'event',
      ...of,
      calendar_id: 'cal_1',
      event_uid,
      command: 0,
      changed_at: clock.now(),
      elsewhere_revision: of.revision,
      floating_tzid: 'Europe/London',
      own_addresses: [],
      series: { uid: event_uid, master, overrides: [] },
      ...more,
    };
  };
  const handle = (...records: CalendarStateRecord[]) => calendars.watch(records.map((record) => delivered(record)));
  const of = { client_id: clientId, account_id: accountId };
  return {
    profile,
    calendar,
    event,
    handle,
    /** The account's calendar was synced long ago. */
    connected: () => handle(profile(), calendar()),
    open: (channel_id: string, callback_url: string, filters: ChannelFilters = {}): Promise<ChannelReply> =>
      channels.answer({ kind: 'create', ...of, channel: { channel_id, callback_url, filters } }),
    close: (channel_id: string) => channels.answer({ kind: 'close', ...of, channel_id }),
    /** The ids of open channels. */
    async list(more: Partial<typeof of> = {}): Promise<string[]> {
      const reply = await channels.answer({ kind: 'list', ...of, ...more });
      return reply.outcome === 'channels' ? reply.channels.map(({ channel_id }) => channel_id) : [];
    },
    /** Delivers what is due once the time to gather changes has passed. */
    async settle(): Promise<void> {
      clock.advance(2_000);
      await notifier.deliverAll();
    },
  };
}

export type ChannelFixture = ReturnType<typeof channelFixture>;
