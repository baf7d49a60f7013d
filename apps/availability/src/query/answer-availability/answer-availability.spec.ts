import {
  type AvailabilityQuery,
  type AvailabilityReply,
  type EventRecord,
  type SingleAvailabilityQuery,
} from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  at,
  calendarOf,
  eventOf,
  memberOf,
  newPerson,
  now,
  openAvailabilityDatabase,
  profileOf,
  queryOf,
  type AvailabilityDatabase,
} from '../../availability-database.fixture.js';
import { BlockCache } from '../../busy-time/member-time/block-cache.js';
import { rollHorizon } from '../../busy-time/roll-horizon.js';
import { AnswerAvailabilityHandler } from './answer-availability.handler.js';
import { Calculator } from './calculator.js';

const minutes = 60_000;
const [eight, six] = ['2026-11-23T08:00:00Z', '2026-11-23T18:00:00Z'];

describe('availability queries on the projection of busy time', () => {
  let database: AvailabilityDatabase;
  let ada: string;
  /** Shared by all tests: a stale cache must not show after a change. */
  const cache = new BlockCache();
  beforeAll(async () => (database = await openAvailabilityDatabase()));
  afterAll(() => database.stop());
  beforeEach(async () => (ada = await newPerson(database)));

  const calculator = new Calculator();
  afterAll(() => calculator.close());

  const answer = (query: AvailabilityQuery, clock = now): Promise<AvailabilityReply> =>
    new AnswerAvailabilityHandler(database.pool, () => clock, 15 * minutes, cache, calculator).answer(query);
  async function found(query: SingleAvailabilityQuery): Promise<string[]> {
    const reply = await answer(query);
    if (reply.outcome !== 'found') throw new Error(reply.outcome);
    return reply.found.map(({ start, end }) => `${hour(start)}-${hour(end)}`);
  }
  const hour = (ms: number) => new Date(ms).toISOString().slice(11, 16);
  const store = (...events: EventRecord[]) => database.apply(ada, ...events);
  const monday = (more: Partial<SingleAvailabilityQuery> = {}) => found(queryOf([memberOf(ada)], eight, six, more));

  it('given no events, when queried, then the whole period is free', async () => {
    expect(await monday()).toEqual(['08:00-18:00']);
  });

  it('given two events, when queried, then the time between them is free if it is long enough', async () => {
    await store(eventOf(ada, 'a', '2026-11-23T09:30:00', '2026-11-23T11:00:00'));
    await store(eventOf(ada, 'b', '2026-11-23T11:30:00', '2026-11-23T13:00:00'));
    expect(await monday()).toEqual(['08:00-09:30', '13:00-18:00']);
  });

  it('given an event that moves to another month and is then deleted, when queried, then only its last place is busy', async () => {
    await store(eventOf(ada, 'a', '2026-11-23T09:00:00', '2026-11-23T10:00:00'));
    await store(eventOf(ada, 'a', '2027-03-01T09:00:00', '2027-03-01T10:00:00'));
    expect(await monday()).toEqual(['08:00-18:00']);
    const march = () => found(queryOf([memberOf(ada)], '2027-03-01T08:00:00Z', '2027-03-01T12:00:00Z'));
    expect(await march()).toEqual(['08:00-09:00', '10:00-12:00']);
    await store({ ...eventOf(ada, 'a', '2027-03-01T09:00:00', '2027-03-01T10:00:00'), deleted: true });
    expect(await march()).toEqual(['08:00-12:00']);
  });

  it('given a gateway of an earlier version that does not read packed findings, when it sends a query, then it receives them in the other form', async () => {
    await store(eventOf(ada, 'a', '2026-11-23T09:30:00', '2026-11-23T11:00:00'));
    const query = queryOf([memberOf(ada)], eight, six);
    const reply = await answer({ ...query, packed: true });
    if (reply.outcome !== 'found') throw new Error(reply.outcome);
    expect(reply.packed).toBeUndefined();
    expect(reply.found).toEqual([
      { start: at(eight), end: at('2026-11-23T09:30:00Z'), participants: [0] },
      { start: at('2026-11-23T11:00:00Z'), end: at(six), participants: [0] },
    ]);
  });

  it('given a record that is older than the stored one, when it arrives late, then nothing changes', async () => {
    const older = eventOf(ada, 'a', '2026-11-23T09:00:00', '2026-11-23T10:00:00');
    const newer = eventOf(ada, 'a', '2026-11-23T14:00:00', '2026-11-23T15:00:00');
    await store(newer);
    await store(older);
    await store(newer);
    expect(await monday()).toEqual(['08:00-14:00', '15:00-18:00']);
  });

  it('given an event over many weeks, when queried within and at its end, then it is busy all the while', async () => {
    await store(eventOf(ada, 'long', '2026-10-01T00:00:00', '2027-01-15T12:00:00'));
    expect(await monday()).toEqual([]);
    expect(await found(queryOf([memberOf(ada)], '2027-01-15T08:00:00Z', '2027-01-15T18:00:00Z'))).toEqual([
      '12:00-18:00',
    ]);
  });

  it('given a daily series of 2015, when queried within and far beyond the packed time, then each instance is busy', async () => {
    const recurrence = { rrules: ['FREQ=DAILY'], rdates: [], exdates: [] };
    await store(eventOf(ada, 'd', '2015-01-01T12:00:00', '2015-01-01T13:00:00', { series: { recurrence } }));
    expect(await monday()).toEqual(['08:00-12:00', '13:00-18:00']);
    for (const day of ['2031-05-05', '2019-05-05']) {
      const query = queryOf([memberOf(ada)], `${day}T08:00:00Z`, `${day}T18:00:00Z`);
      expect(await found(query), day).toEqual(['08:00-12:00', '13:00-18:00']);
    }
  });

  it('given a horizon that rolls forward, when its new part is queried, then series and single events occur once', async () => {
    const recurrence = { rrules: ['FREQ=DAILY'], rdates: [], exdates: [] };
    await store(
      eventOf(ada, 'd', '2026-01-01T12:00:00', '2026-01-01T13:00:00', { series: { recurrence } }),
      eventOf(ada, 's', '2028-03-01T09:00:00', '2028-03-01T10:00:00'),
    );
    const query = queryOf([memberOf(ada)], '2028-03-01T08:00:00Z', '2028-03-01T18:00:00Z');
    const before = await found(query);
    const later = at('2027-06-01T00:00:00Z');
    expect(await rollHorizon(database.pool, later, () => undefined)).toBe(true);
    expect(await rollHorizon(database.pool, later, () => undefined)).toBe(false);
    expect(before).toEqual(['08:00-09:00', '10:00-12:00', '13:00-18:00']);
    expect(await found(query)).toEqual(before);
    const { rows } = await database.pool.query<{ uids: string }>(
      'SELECT string_agg(event_uids, $1) AS uids FROM busy_block WHERE calendar_id = $2',
      ['', `cal_${ada}`],
    );
    expect(rows[0]!.uids.match(/"s"/g)).toHaveLength(1);
  });

  it('FC-12: given tentative, declined and managed events, when queried with flags, then they count accordingly', async () => {
    const attendees = [{ email: 'ada@example.com', status: 'declined' as const }];
    await store(
      eventOf(ada, 't', '2026-11-23T09:00:00', '2026-11-23T10:00:00', { master: { status: 'tentative' } }),
      eventOf(ada, 'x', '2026-11-23T11:00:00', '2026-11-23T12:00:00', {
        master: { attendees },
        own_addresses: ['ada@example.com'],
      }),
      eventOf(ada, 'm', '2026-11-23T14:00:00', '2026-11-23T15:00:00', { event_id: 'mine' }),
    );
    const queryWith = (more: object) => found(queryOf([memberOf(ada, more)], eight, six));
    expect(await queryWith({})).toEqual(['08:00-09:00', '10:00-14:00', '15:00-18:00']);
    expect(await queryWith({ ignore_tentative: true })).toEqual(['08:00-14:00', '15:00-18:00']);
    expect(await queryWith({ only_managed_events: true })).toEqual(['08:00-14:00', '15:00-18:00']);
  });

  describe('with recent writes', () => {
    const overlay = (revision: number | null, busy: [string, string][]) => ({
      calendars: [],
      events: [
        {
          account_id: ada,
          calendar_id: `cal_${ada}`,
          event_uid: 'a',
          revision,
          managed: true,
          busy: busy.map(([start, end]) => ({ start: at(start), end: at(end), tentative: false })),
        },
      ],
    });
    const moved: [string, string][] = [['2026-11-23T16:00:00Z', '2026-11-23T17:00:00Z']];

    it('given a pending move, when queried, then the new time counts instead of the old', async () => {
      await store(eventOf(ada, 'a', '2026-11-23T09:00:00', '2026-11-23T10:00:00'));
      expect(await monday({ overlay: overlay(null, moved) })).toEqual(['08:00-16:00', '17:00-18:00']);
      expect(await monday({ overlay: overlay(null, []) })).toEqual(['08:00-18:00']);
    });

    it('given an acknowledged write, when it is newer or older than the stored event, then the newer of the two counts', async () => {
      const stored = eventOf(ada, 'a', '2026-11-23T09:00:00', '2026-11-23T10:00:00');
      await store(stored);
      expect(await monday({ overlay: overlay(stored.revision + 1, moved) })).toEqual(['08:00-16:00', '17:00-18:00']);
      expect(await monday({ overlay: overlay(stored.revision, moved) })).toEqual(['08:00-09:00', '10:00-18:00']);
    });

    it('given a calendar just created, when queried, then it is known and empty', async () => {
      const calendar_ids = [`cal_${ada}`, 'cal_new'];
      const query = queryOf([memberOf(ada, { calendar_ids })], eight, six);
      expect(await answer(query)).toMatchObject({ found: [], unknown: [{ sub: ada, reason: 'unknown-calendar' }] });
      const calendars = [{ account_id: ada, calendar_id: 'cal_new' }];
      expect(await found({ ...query, overlay: { calendars, events: [] } })).toEqual(['08:00-18:00']);
    });
  });

  describe('people with unknown time', () => {
    const google = { provider_name: 'caldav', last_sync: '2026-11-20T11:50:00Z' };
    it.each([
      ['not yet synced', {}, { synced: false }, now, 'initial-sync'],
      ['disconnected', {}, { freshness: 'disconnected' as const }, now, 'disconnected'],
      ['synced long ago', google, {}, now + 6 * minutes, 'stale'],
      ['synced just now', google, {}, now, null],
      ['synced just now, though the last attempt failed', google, { freshness: 'stale' as const }, now, null],
      [
        'unreadable for a minute, though others of its profile are read',
        google,
        { freshness: 'stale' as const, unread_since: now - minutes },
        now,
        null,
      ],
      [
        'unreadable for long, though others of its profile are read',
        google,
        { freshness: 'stale' as const, unread_since: now - 16 * minutes },
        now,
        'stale',
      ],
      ['of a profile with another calendar pending', { initial_sync: 'pending' as const }, {}, now, 'initial-sync'],
    ])(
      'given a calendar %s, when queried, then that is reported, and it is never free (AVL-8)',
      async (_w, profile, calendar, clock, reason) => {
        await database.apply(ada, profileOf(ada, profile), calendarOf(ada, calendar));
        const reply = await answer(queryOf([memberOf(ada)], eight, six), clock);
        if (reply.outcome !== 'found') throw new Error(reply.outcome);
        expect(reply.unknown).toEqual(reason === null ? [] : [{ sub: ada, reason }]);
        expect(reply.found.length).toBe(reason === null ? 1 : 0);
      },
    );
  });

  it('given people who are busy, on hold and unknown, when explained, then each is listed with the reason', async () => {
    const bob = await newPerson(database);
    await store(eventOf(ada, 'a', '2026-11-23T08:00:00', '2026-11-23T10:00:00'));
    await database.apply(bob, calendarOf(bob, { synced: false }));
    const reply = await answer(
      queryOf([memberOf(ada), memberOf(bob)], eight, '2026-11-23T10:00:00Z', { explain: true }),
    );
    expect(reply).toMatchObject({
      found: [],
      unavailable: [
        {
          start: at(eight),
          end: at('2026-11-23T10:00:00Z'),
          members: [
            { sub: ada, reason: 'busy' },
            { sub: bob, reason: 'unknown' },
          ],
        },
      ],
    });
  });

  it('given that only one of two is needed, when explained for each member, then the busy one has the reason although the time is found', async () => {
    const bob = await newPerson(database);
    await store(eventOf(ada, 'a', '2026-11-23T08:00:00', '2026-11-23T09:00:00'));
    const query = queryOf([memberOf(ada), memberOf(bob)], eight, '2026-11-23T10:00:00Z', {
      explain: true,
      explain_members: true,
    });
    query.meeting.groups[0]!.required = 1;
    const reply = await answer(query);
    const nine = at('2026-11-23T09:00:00Z');
    const busy = { start: at(eight), end: nine, reason: 'busy' };
    expect(reply).toMatchObject({
      unavailable: [],
      refusals: [
        { sub: ada, refused: [busy] },
        { sub: bob, refused: [] },
      ],
    });
    expect(await answer({ ...query, explain_members: false })).not.toHaveProperty('refusals');
  });
});
