import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  calendarOf,
  newPerson,
  now,
  openAvailabilityDatabase,
  profileOf,
  type AvailabilityDatabase,
} from '../../availability-database.fixture.js';
import { BlockCache } from './block-cache.js';
import { loadTime } from './load-time.js';

const maxStaleness = 15 * 60_000;
const span = { start: at('2026-11-23T08:00:00Z'), end: at('2026-11-23T12:00:00Z') };
const readAt = (ms: number) => ({ last_sync: new Date(ms).toISOString() });

describe('people with unknown time', () => {
  let database: AvailabilityDatabase;
  let ada: string;
  beforeAll(async () => (database = await openAvailabilityDatabase()));
  afterAll(() => database.stop());
  beforeEach(async () => (ada = await newPerson(database)));

  /** Why Ada's time is unknown; `created`: calendars that were just created. */
  async function reason(more: { calendarIds?: string[]; allCalendars?: boolean; created?: string[] } = {}) {
    const { calendarIds = [`cal_${ada}`], allCalendars = true, created = [] } = more;
    const calendars = created.map((calendar_id) => ({ account_id: ada, calendar_id }));
    const { unknown } = await loadTime(database.pool, new BlockCache(), {
      people: [{ sub: ada, calendarIds, allCalendars }],
      span,
      overlay: { calendars, events: [] },
      freshness: { now, maxStaleness },
    });
    return unknown.get(ada);
  }

  it.each([
    ['whose first sync is not done', 'initial-sync', { synced: false }, {}],
    ['that is disconnected', 'disconnected', { freshness: 'disconnected' as const }, {}],
    ['of a disconnected profile', 'disconnected', {}, { connected: false }],
    ['that was never synced', 'stale', {}, {}],
    ['that was synced too long ago', 'stale', {}, readAt(now - maxStaleness - 1)],
    ['that was synced recently', undefined, {}, readAt(now - maxStaleness)],
    ['that was deleted', undefined, { deleted: true }, { connected: false }],
  ])("given a provider's calendar %s, then the reason is %s (AVL-8)", async (_what, expected, calendar, profile) => {
    await database.apply(ada, profileOf(ada, { provider_name: 'google', ...profile }), calendarOf(ada, calendar));
    expect(await reason()).toBe(expected);
  });

  const hour = 3_600_000;
  const iso = (ms: number) => new Date(ms).toISOString();
  /** Read hours ago, and confirmed by the provider's channels. */
  const confirmed = (until: number, published: number) =>
    profileOf(ada, {
      provider_name: 'google',
      ...readAt(now - 5 * hour),
      ...{ confirmed_until: iso(until), published_at: iso(published) },
    });
  /** What calendar-sync last published, of anybody. */
  const othersPublished = async (ms: number) => {
    await database.pool.query('UPDATE profile SET published_at = NULL');
    const other = await newPerson(database);
    await database.apply(other, profileOf(other, { published_at: iso(ms) }));
  };

  it.each([
    ['channels that are proven', undefined, now + hour, now],
    ['channels that were proven until a moment ago', undefined, now - maxStaleness, now],
    ['channels that are no longer proven', 'stale', now - maxStaleness - 1, now],
    ['proven channels, while calendar-sync publishes nothing', 'stale', now + hour, now - maxStaleness - 1],
  ])(
    'AVL-27: given calendars read hours ago with %s, then the reason is %s',
    async (_what, expected, until, published) => {
      await othersPublished(published);
      await database.apply(ada, confirmed(until, now - 5 * hour), calendarOf(ada));
      expect(await reason()).toBe(expected);
    },
  );

  it('AVL-27: given a confirmed profile, when one of its calendars cannot be read, then its time is unknown', async () => {
    await othersPublished(now);
    const unread = { freshness: 'stale' as const, unread_since: now - hour };
    await database.apply(ada, confirmed(now + hour, now), calendarOf(ada, unread));
    expect(await reason()).toBe('stale');
  });

  it('given a built-in calendar, then its time is known without a sync', async () => {
    expect(await reason()).toBeUndefined();
  });

  it('given an unknown calendar, then the time is unknown, unless the calendar was just created', async () => {
    const calendarIds = [`cal_${ada}`, 'cal_new'];
    expect(await reason({ calendarIds })).toBe('unknown-calendar');
    expect(await reason({ calendarIds, created: ['cal_new'] })).toBeUndefined();
  });

  it('given a second profile that was not synced yet, then only members with all calendars are unknown', async () => {
    const other = { profile_id: `pro_2_${ada}`, initial_sync: 'pending' as const, calendar_ids: [] };
    await database.apply(ada, profileOf(ada, other));
    expect(await reason()).toBe('initial-sync');
    expect(await reason({ allCalendars: false })).toBeUndefined();
  });
});
