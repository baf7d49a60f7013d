import { randomUUID } from 'node:crypto';
import type { BookableEventQuery, BookableEventReply } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at, now, openAvailabilityDatabase, type AvailabilityDatabase } from '../../availability-database.fixture.js';
import { eraseBookableEvents } from '../../maintenance.js';
import { EraseDataHandler } from '../../erasure/erase-data.handler.js';
import { ManageBookableEventsHandler } from './manage-bookable-events.handler.js';

type Register = Extract<BookableEventQuery, { kind: 'register' }>;

describe('bookable events', () => {
  let database: AvailabilityDatabase;
  let key: { client_id: string; bookable_event_id: string };
  beforeAll(async () => (database = await openAvailabilityDatabase()));
  afterAll(() => database.stop());
  beforeEach(() => (key = { client_id: `app-${randomUUID()}`, bookable_event_id: 'yoga' }));

  const times = { start: at('2026-12-01T17:00:00Z'), end: at('2026-12-01T18:30:00Z') };
  const manage = (body: BookableEventQuery) => new ManageBookableEventsHandler(database.pool).manage(body);
  const upsert = (capacity: number | null, status: 'confirmed' | 'cancelled' = 'confirmed') =>
    manage({ kind: 'upsert', ...key, ...times, status, capacity });
  const register = (registration_id: string, status: Register['status'], more: Partial<Register> = {}) =>
    manage({ kind: 'register', ...key, registration_id, status, ...more });
  const remove = (registration_id: string) => manage({ kind: 'remove-registration', ...key, registration_id });
  const read = (after = 0, limit = 100) => manage({ kind: 'read', ...key, after, limit });
  const counts = (reply: BookableEventReply) =>
    reply.outcome === 'event' ? [reply.event.registered_count, reply.event.total_count] : reply.outcome;

  it('given 12 places, when 200 register at once and some leave while others register, then exactly 12 are accepted (AVL-21)', async () => {
    await upsert(12);
    const guests = Array.from({ length: 200 }, (_, n) => `guest-${n}`);
    const replies = await Promise.all(guests.map((guest) => register(guest, 'accepted')));
    const accepted = guests.filter((_, n) => replies[n]!.outcome === 'event');
    expect(accepted).toHaveLength(12);
    const refused = replies.filter(({ outcome }) => outcome !== 'event');
    expect(refused).toEqual(refused.map(() => ({ outcome: 'capacity-exceeded', registered_count: 12 })));
    expect(counts(await read())).toEqual([12, 12]);

    const waiting = guests.filter((guest) => !accepted.includes(guest)).slice(0, 100);
    const moves = [...accepted.slice(0, 6).map(remove), ...waiting.map((guest) => register(guest, 'accepted'))];
    await Promise.all(moves);
    for (const guest of waiting) await register(guest, 'accepted');
    const reply = await read();
    expect(counts(reply)).toEqual([12, 12]);
    const { rows } = await database.pool.query<{ n: number }>(
      `SELECT count(*)::int AS n FROM registration WHERE client_id = $1 AND status = 'accepted'`,
      [key.client_id],
    );
    expect(rows[0]!.n).toBe(12);
  });

  it('given an application with room for two more, when ten are created at once, then exactly two are; its others are changed, and other applications have their own (AVL-24)', async () => {
    const { client_id } = key;
    await database.pool.query(
      `INSERT INTO bookable_event (client_id, bookable_event_id, start_ms, end_ms, status)
       SELECT $1, 'present-' || n, n, n + 1, 'confirmed' FROM generate_series(1, 99998) AS n`,
      [client_id],
    );
    const create = (bookable_event_id: string, of = client_id) =>
      manage({ kind: 'upsert', client_id: of, bookable_event_id, ...times, status: 'confirmed', capacity: null });
    const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => create(`new-${n}`)));
    expect(replies.filter(({ outcome }) => outcome === 'event')).toHaveLength(2);
    expect(replies.filter(({ outcome }) => outcome !== 'event')).toEqual(
      Array.from({ length: 8 }, () => ({ outcome: 'too-many', full: 100_000 })),
    );
    expect(await create('present-7')).toMatchObject({ outcome: 'event', event: times });
    expect(await create('new', 'app-other')).toMatchObject({ outcome: 'event' });
  });

  it(
    'given events of a year ago and later, when maintenance runs, then only those that ended before are erased, with their registrations (AVL-24)',
    { tags: 'long' },
    async () => {
      const before = at('2025-11-20T12:00:00Z');
      for (const [bookable_event_id, end] of [
        ['old', before - 1],
        ['yoga', before],
      ] as const)
        await manage({
          kind: 'upsert',
          ...key,
          bookable_event_id,
          start: end - 1,
          end,
          status: 'confirmed',
          capacity: null,
        });
      await manage({ kind: 'register', ...key, bookable_event_id: 'old', registration_id: 'a', status: 'accepted' });
      await register('b', 'accepted');
      await eraseBookableEvents(database.pool, before);
      const of = async (table: string) =>
        (await database.pool.query(`SELECT bookable_event_id FROM ${table} WHERE client_id = $1`, [key.client_id]))
          .rows;
      const kept = [{ bookable_event_id: 'yoga' }];
      expect([await of('bookable_event'), await of('registration')]).toEqual([kept, kept]);
    },
  );

  it('given registrations of each status, then only accepted ones take a place (AVL-21)', async () => {
    await upsert(1);
    expect(counts(await register('a', 'accepted'))).toEqual([1, 1]);
    expect(counts(await register('b', 'pending'))).toEqual([1, 2]);
    expect(counts(await register('c', 'tentative'))).toEqual([1, 3]);
    expect(counts(await register('d', 'declined'))).toEqual([1, 4]);
    expect(counts(await register('b', 'accepted'))).toBe('capacity-exceeded');
    expect(counts(await register('a', 'accepted'))).toEqual([1, 4]);
    expect(counts(await register('a', 'declined'))).toEqual([0, 4]);
    expect(counts(await register('b', 'accepted'))).toEqual([1, 4]);
  });

  it('given a registration, when written again, then its place in the list and omitted metadata stay (AVL-20)', async () => {
    const metadata = [
      { name: 'language', value: 'de' },
      { name: 'guests', value: 2 },
      { name: 'member', value: true },
    ];
    await upsert(null);
    await register('a', 'pending', { metadata });
    await register('b', 'pending');
    await register('a', 'accepted');
    expect(await read()).toMatchObject({
      event: { ...times, bookable_event_id: 'yoga', status: 'confirmed', capacity: null },
      registrations: [
        { registration_id: 'a', status: 'accepted', metadata },
        { registration_id: 'b', status: 'pending', metadata: [] },
      ],
      next: null,
    });
    expect(await register('a', 'accepted', { metadata: [] })).toMatchObject({ registrations: [{ metadata: [] }, {}] });
  });

  it('given a removed registration, then its place is free, and removing it again changes nothing (AVL-21)', async () => {
    await upsert(1);
    await register('a', 'accepted');
    expect(counts(await remove('a'))).toEqual([0, 0]);
    expect(counts(await remove('a'))).toEqual([0, 0]);
    expect(counts(await register('b', 'accepted'))).toEqual([1, 1]);
  });

  it('given registrations, when the event is replaced, then they stay; fewer places than are taken are refused (AVL-20)', async () => {
    await upsert(3);
    for (const guest of ['a', 'b']) await register(guest, 'accepted');
    expect(await upsert(1)).toEqual({ outcome: 'capacity-exceeded', registered_count: 2 });
    expect(await upsert(2)).toMatchObject({ event: { capacity: 2, registered_count: 2 }, registrations: [{}, {}] });
    expect(await upsert(null)).toMatchObject({ event: { capacity: null } });
  });

  it('given a cancelled event, then nobody registers, and whoever is registered may still decline or be removed (AVL-21)', async () => {
    await upsert(null);
    for (const guest of ['a', 'b']) await register(guest, 'accepted');
    await upsert(null, 'cancelled');
    expect(await register('c', 'pending')).toEqual({ outcome: 'cancelled' });
    expect(await register('c', 'declined')).toEqual({ outcome: 'cancelled' });
    expect(counts(await register('a', 'declined'))).toEqual([1, 2]);
    expect(counts(await remove('b'))).toEqual([0, 1]);
  });

  it('given five registrations and pages of two, when one is removed between pages, then each of the others is read once (HTTP-10)', async () => {
    await upsert(null);
    for (const guest of ['a', 'b', 'c', 'd', 'e']) await register(guest, 'pending');
    const seen: string[] = [];
    let after: number | null = 0;
    while (after !== null) {
      const reply = await read(after, 2);
      if (reply.outcome !== 'event') throw new Error(reply.outcome);
      seen.push(...reply.registrations.map(({ registration_id }) => registration_id));
      if (after === 0) await remove('a');
      after = reply.next;
    }
    expect(seen).toEqual(['a', 'b', 'c', 'd', 'e']);
  });

  it('given another application, or another id, then there is no such event', async () => {
    await upsert(1);
    key = { ...key, client_id: 'app-other' };
    expect([await read(), await register('a', 'accepted'), await remove('a')]).toEqual(
      Array.from({ length: 3 }, () => ({ outcome: 'unknown' })),
    );
    expect(await manage({ kind: 'list', client_id: 'app-other', bookable_event_ids: ['yoga'] })).toEqual({
      outcome: 'events',
      events: [],
    });
  });

  it('given 10,000 registrations, when one more comes, then it is refused, and an existing one can still change', async () => {
    await upsert(null);
    await register('first', 'pending');
    await database.pool.query('UPDATE bookable_event SET total_count = 10000 WHERE client_id = $1', [key.client_id]);
    expect(await register('more', 'pending')).toEqual({ outcome: 'too-many' });
    expect(counts(await register('first', 'accepted'))).toEqual([1, 10_000]);
  });

  it('given an application that is erased, then its events and registrations are gone (ADM-2)', async () => {
    await upsert(1);
    await register('a', 'accepted');
    const log = { info: () => undefined } as never;
    const erasure = { kind: 'application' as const, client_id: key.client_id, account_ids: [], requested_at: now };
    await new EraseDataHandler(database.pool, log).erase(erasure as never);
    expect(await read()).toEqual({ outcome: 'unknown' });
    const { rows } = await database.pool.query('SELECT FROM registration WHERE client_id = $1', [key.client_id]);
    expect(rows).toEqual([]);
  });
});
