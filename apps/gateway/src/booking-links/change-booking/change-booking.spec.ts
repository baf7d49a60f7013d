import { toIso } from '@kalends/icalendar';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { eventUidOf } from '../../events/accept-write/write.js';
import type { ReplyTo } from '../../gateway.fixture.js';
import { apply, eventOf, newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';
import { nextLookMs } from '../book-slot/next-look.js';
import { bookingOf, createdOf, freeFrom, noon, startLinks, type Links } from '../links.fixture.js';

const quarter = 15 * 60_000;
const visitor = { tzid: 'Asia/Kathmandu', lang: 'de' };
const url = 'https://app.example/booked';
const [booked, other] = [noon + 4 * quarter, noon + 8 * quarter];
const timesAt = (start: number) => ({
  start: { time: toIso(start), tzid: 'Europe/London' },
  end: { time: toIso(start + 2 * quarter), tzid: 'Europe/London' },
});

describe('a booking that its visitor changes', () => {
  const clock = testClock(noon);
  let links: Links;
  let second: { accountId: string; calendarId: string };
  /** Kinds of requests about holds, and the ids of events that a query leaves out. */
  let holds: string[];
  let excluded: unknown[];
  let waiting: number;
  /** From when on the other person takes part; null: always the same one. */
  let otherFrom: number | null;
  const free = freeFrom(noon, 16);
  const replyTo: ReplyTo = (topic, body: never) => {
    const { kind, overlay } = body as { kind: string; overlay?: { events: { event_uid: string; busy: unknown[] }[] } };
    if (topic.includes('hold')) holds.push(kind);
    if (kind === 'single') excluded = overlay!.events.map(({ event_uid, busy }) => [event_uid, busy]);
    if (topic.includes('provider-writes')) return { waiting: [], total: waiting, written: null };
    const reply = free(topic, body) as { people: string[]; found: { start: number; participants: number[] }[] };
    if (kind !== 'single' || otherFrom === null) return reply;
    const found = reply.found.map((one) => ({ ...one, participants: [one.start < otherFrom! ? 0 : 1] }));
    return { ...reply, people: [own().accountId, second.accountId], found };
  };
  beforeAll(async () => {
    links = await startLinks(free, clock.now);
    const { pool } = links.gateway.database;
    second = await newAccountWithCalendar(pool, ['create_event', 'delete_event', 'read_events']);
    await pool.query('UPDATE account SET client_id = $2 WHERE account_id = $1', [
      second.accountId,
      links.application.clientId,
    ]);
  });
  afterAll(() => links.gateway.stop());
  beforeEach(async () => {
    const { pool } = links.gateway.database;
    for (const table of ['booking_link', 'pending_write', 'event_state', 'occurrence'])
      await pool.query(`DELETE FROM ${table}`);
    holds = [];
    excluded = [];
    waiting = 0;
    otherFrom = null;
    clock.advance(noon - clock.now());
  });

  const own = () => links.account;
  const uidOf = ({ calendarId }: { calendarId: string }) => eventUidOf(calendarId, 'visit-42');

  /** What calendar-sync publishes after the last write of each event; `refused`: of one of them its provider's reason. */
  const published = async (refused: { calendarId: string; reason: string } | null = null) => {
    const { pool } = links.gateway.database;
    type Written = { accountId: string; calendarId: string; eventUid: string; command: string; record: object };
    const { rows } = await pool.query<Written>(
      `SELECT account_id AS "accountId", calendar_id AS "calendarId", event_uid AS "eventUid", command, record FROM pending_write`,
    );
    for (const { accountId, calendarId, eventUid, record, command: number } of rows) {
      const command = Number(number);
      const revision = clock.now() + command;
      const { rows: before } = await pool.query<{ record: object }>(
        'SELECT record FROM event_state WHERE event_uid = $1',
        [eventUid],
      );
      const isRefused = refused?.calendarId === calendarId;
      const refused_write = {
        ...{ command, operation: 'upsert' as const, reason: refused?.reason ?? '' },
        ...{ refused_at: clock.now(), revision },
      };
      const present = isRefused ? { ...(before[0]?.record ?? { deleted: true }), refused_write } : record;
      const event = eventOf(accountId, calendarId, eventUid, { ...present, command, revision } as never);
      await apply(pool, accountId, [event]);
    }
  };

  /** A link on which a time is booked. */
  const given = async (more: object = {}) => {
    const callback_urls = { completed_url: url };
    const { linkId } = await createdOf(links.create({ callback_urls, allow: ['reschedule', 'cancel'], ...more }));
    const services = bookingOf(links, replyTo, clock.now);
    const link = async () => (await services.links.byId({ linkId }))!;
    expect(await services.placing.place(await link(), booked, visitor)).toBe('placed');
    await published();
    await services.settling.advance(linkId);
    expect((await link()).status).toBe('completed');
    await links.gateway.clearOutbox();
    holds = [];
    return {
      ...services,
      linkId,
      link,
      move: async (start: number) => services.changes.reschedule(await link(), start, visitor),
      cancel: async (reason: string | null = null) => services.changes.cancel(await link(), visitor.tzid, reason),
      settle: () => services.changing.advance(linkId),
    };
  };
  const onBoth = () => ({
    target_calendars: [own(), second].map(({ accountId, calendarId }) => ({
      sub: accountId,
      calendar_id: calendarId,
    })),
  });
  const reported = () => links.gateway.outbox('gateway.event.booking-link-reported.v1');
  const commands = async () =>
    ((await links.gateway.outbox('gateway.command.calendar.v1')) as { operation: string; calendar_id: string }[]).map(
      ({ operation, calendar_id }) => [operation, calendar_id],
    );
  const starts = async () => {
    const { rows } = await links.gateway.database.pool.query<{ start_ms: string; calendar_id: string }>(
      'SELECT calendar_id, start_ms FROM occurrence WHERE NOT deleted ORDER BY start_ms',
    );
    return rows.map(({ start_ms, calendar_id }) => [calendar_id, Number(start_ms)]);
  };

  it('given another free time, then its event keeps its id, moves, and the link has the new times once its calendar has them (SCH-17, CBK-15)', async () => {
    const { move, link, settle, linkId } = await given();
    expect(await move(other)).toBe('placed');
    expect(holds).toEqual(['place', 'pin']);
    expect(excluded).toEqual([[uidOf(own()), []]]);
    expect(await commands()).toEqual([['upsert', own().calendarId]]);
    expect(await starts()).toEqual([[own().calendarId, other]]);
    expect(await link()).toMatchObject({
      status: 'completed',
      booking: { start: booked },
      change: { state: 'pending' },
    });
    expect(await reported()).toEqual([]);
    await published();
    waiting = 1;
    await settle();
    expect((await link()).booking!.start).toBe(booked);
    waiting = 0;
    for (let n = 0; n < 2; n += 1) await settle();
    expect(await link()).toMatchObject({
      status: 'completed',
      booking: { start: other, end: other + 2 * quarter, sequence: 1, events: [{ eventUid: uidOf(own()) }] },
      change: { state: 'done', kind: 'reschedule', previous: { start: booked, end: booked + 2 * quarter } },
    });
    expect(await reported()).toMatchObject([
      {
        ...{ kind: 'rescheduled', link_id: linkId, callback_url: url, status: 'completed' },
        ...{ submitted: { event_id: 'visit-42', ...timesAt(other) }, previous: timesAt(booked) },
        ...{ user_tzid: visitor.tzid, participants: [{ sub: own().accountId }] },
      },
    ]);
  });

  it('given another person who takes part at the new time, then their calendar has the event, that of the first has none, and a refusal puts that back (SCH-17, SCH-18)', async () => {
    otherFrom = other;
    const members = [own(), second].map(({ accountId }) => ({ sub: accountId }));
    const availability = { ...links.valid.availability, participants: [{ members, required: 1 }] };
    const { move, link, settle } = await given({ ...onBoth(), availability });
    expect(await starts()).toEqual([[own().calendarId, booked]]);
    await move(other);
    await published({ calendarId: second.calendarId, reason: 'Full.' });
    await settle();
    await published();
    expect(await link()).toMatchObject({ booking: { subs: [own().accountId] }, change: { state: 'refused' } });
    expect(await starts()).toEqual([[own().calendarId, booked]]);
    expect(await move(other + quarter)).toBe('placed');
    await published();
    await settle();
    expect(await link()).toMatchObject({ booking: { start: other + quarter, subs: [second.accountId] } });
    expect(await starts()).toEqual([[second.calendarId, other + quarter]]);
    expect(await reported()).toMatchObject([{ kind: 'rescheduled', participants: [{ sub: second.accountId }] }]);
  });

  it('given a cancellation, then the events are deleted, and the link is disabled with what happened once that is done (SCH-16, CBK-15)', async () => {
    const callback_urls = { completed_url: url, cancelled_url: `${url}/not` };
    const { cancel, link, settle, linkId } = await given({ callback_urls });
    expect(await cancel('I am ill.')).toBe(true);
    expect([await commands(), await starts()]).toEqual([[['delete', own().calendarId]], []]);
    expect([(await link()).status, await reported()]).toEqual(['completed', []]);
    await published();
    for (let n = 0; n < 2; n += 1) await settle();
    expect(await reported()).toMatchObject([
      {
        kind: 'cancelled',
        callback_url: `${url}/not`,
        status: 'disabled',
        reason: 'I am ill.',
        previous: timesAt(booked),
      },
    ]);
    const token = links.application.secret;
    const { body } = await links.gateway.call('GET', `/v1/real_time_scheduling/${linkId}`, { token });
    expect(body).toMatchObject({
      real_time_scheduling: {
        status: 'disabled',
        cancelled: { at: toIso(clock.now()), reason: 'I am ill.', ...timesAt(booked) },
        event: expect.not.objectContaining({ start: expect.anything() as unknown }) as unknown,
      },
    });
  });

  it.each([
    ['nothing allowed', {}, 0],
    ['only the other allowed', {}, 1],
    ['a booking that has begun', { allow: ['reschedule', 'cancel'] }, 2],
  ] as const)('given %s, then nothing is changed (SCH-16)', async (_what, more, round) => {
    for (const kind of ['reschedule', 'cancel'] as const) {
      const allow = { allow: round === 1 ? [kind === 'cancel' ? 'reschedule' : 'cancel'] : [], ...more };
      const { move, cancel, link } = await given(allow);
      if (round === 2) clock.advance(booked - clock.now());
      expect(kind === 'cancel' ? await cancel() : await move(other)).toBe(kind === 'cancel' ? false : 'over');
      expect([(await link()).change, await commands(), holds]).toEqual([null, [], []]);
      clock.advance(noon - clock.now());
      await links.gateway.database.pool.query('DELETE FROM booking_link');
    }
  });

  it('given the booked time itself, or one that is not offered, then nothing is changed (SCH-17)', async () => {
    const { move, link } = await given();
    for (const start of [booked, other + 60_000, noon - quarter]) expect(await move(start)).toBe('taken');
    expect([(await link()).change, await commands(), holds]).toEqual([null, [], []]);
  });

  it('given ten tabs that move and cancel at once, then one does, and the others’ holds are released (SCH-16)', async () => {
    const { move, cancel, link } = await given();
    const moves = Array.from({ length: 5 }, (_, n) => move(other + n * quarter));
    const done = await Promise.all([...moves, ...Array.from({ length: 5 }, () => cancel())]);
    expect(done.filter((one) => one === true || one === 'placed')).toHaveLength(1);
    expect(await commands()).toHaveLength(1);
    expect((await link()).change).toMatchObject({ state: 'pending' });
    const count = (kind: string) => holds.filter((one) => one === kind).length;
    expect(count('place') - count('release')).toBe(count('pin'));
  });

  it('given a form of an earlier page, then nothing is changed by it (SCH-16)', async () => {
    const { link, move, settle, changes } = await given();
    const seen = await link();
    expect(await move(other)).toBe('placed');
    await published();
    await settle();
    await links.gateway.clearOutbox();
    expect(await changes.cancel(seen, 'Etc/UTC', null)).toBe(false);
    expect(await changes.reschedule(seen, other + quarter, visitor)).toBe('over');
    expect([(await link()).booking!.start, await commands()]).toEqual([other, []]);
  });

  it.each(['reschedule', 'cancel'] as const)(
    'given two calendars of which one refuses to %s, then the time stays booked in both, and can be changed later (SCH-18)',
    async (kind) => {
      const { move, cancel, link, settle } = await given(onBoth());
      await (kind === 'cancel' ? cancel() : move(other));
      expect(await commands()).toHaveLength(2);
      await published({ calendarId: second.calendarId, reason: 'The calendar is read-only.' });
      await links.gateway.clearOutbox();
      await settle();
      expect(await commands()).toEqual([['upsert', own().calendarId]]);
      await published();
      expect((await starts()).sort()).toEqual([own(), second].map(({ calendarId }) => [calendarId, booked]).sort());
      expect(await link()).toMatchObject({
        ...{ status: 'completed', booking: { start: booked } },
        change: { state: 'refused', kind, refusal: 'The calendar is read-only.' },
      });
      expect([await reported(), holds.filter((one) => one === 'release').length]).toEqual([
        [],
        kind === 'cancel' ? 0 : 1,
      ]);
      expect(await move(other + quarter)).toBe('placed');
      await published();
      await settle();
      expect((await link()).booking!.start).toBe(other + quarter);
    },
  );

  it('given a calendar that has become read-only, then its event is not cancelled, and that of the other is there again (SCH-18)', async () => {
    const { cancel, link } = await given(onBoth());
    const { pool } = links.gateway.database;
    const set = (isReadOnly: boolean) =>
      pool.query(
        `UPDATE calendar_state SET record = jsonb_set(record::jsonb, '{calendar_readonly}', $2::text::jsonb) WHERE calendar_id = $1`,
        [second.calendarId, String(isReadOnly)],
      );
    await set(true);
    await cancel();
    await set(false);
    expect((await link()).change).toMatchObject({ state: 'refused', refusal: 'The calendar has become read-only.' });
    expect((await starts()).map(([calendar]) => calendar).sort()).toEqual([own().calendarId, second.calendarId].sort());
  });

  it.each(['reschedule', 'cancel'] as const)(
    'given a process that ends in the middle of a change (%s), then another continues once its lease is over (SCH-18)',
    async (kind) => {
      const { link, changing } = await given();
      const crashing = bookingOf(
        links,
        (topic, body: never) => {
          if (topic.includes('provider-writes') || (body as { kind?: string }).kind === 'pin')
            throw new Error('killed');
          return replyTo(topic, body);
        },
        clock.now,
      );
      if (kind === 'cancel') await crashing.changes.cancel(await link(), 'Etc/UTC', null);
      else await crashing.changes.reschedule(await link(), other, visitor);
      expect((await link()).change).toMatchObject({ state: 'pending' });
      await links.gateway.database.pool.query(
        `UPDATE booking_link SET next_look_at = to_timestamp($1::bigint / 1000.0)`,
        [clock.now() + 30_000],
      );
      expect(await changing.round()).toBe(0);
      clock.advance(30_000);
      expect(await changing.round()).toBe(1);
      await published();
      clock.advance(nextLookMs(3));
      await changing.round();
      const status = kind === 'cancel' ? 'disabled' : 'completed';
      expect(await link()).toMatchObject({ status, change: { state: 'done', kind } });
      expect(await reported()).toHaveLength(1);
      expect(await starts()).toEqual(kind === 'cancel' ? [] : [[own().calendarId, other]]);
    },
  );

  it('given a process that ended after its write, and a hold that ended with it, then the move is done (SCH-18)', async () => {
    const { link, move, changing, linkId } = await given();
    await move(other);
    await links.gateway.database.pool.query(
      `UPDATE booking_link SET change = change || '{"isWritten": false}' WHERE link_id = $1`,
      [linkId],
    );
    await published();
    const late = bookingOf(
      links,
      (topic, body: never) =>
        (body as { kind?: string }).kind === 'pin' ? { outcome: 'unknown-hold' } : replyTo(topic, body),
      clock.now,
    );
    await late.changing.advance(linkId);
    await published();
    await changing.advance(linkId);
    expect(await link()).toMatchObject({ booking: { start: other }, change: { state: 'done' } });
  });

  it('given a request that fails once, then the change continues in a moment, not after the lease (SCH-18)', async () => {
    const { link } = await given();
    let failures = 1;
    const unlucky = bookingOf(
      links,
      (topic, body: never) => {
        if ((body as { kind?: string }).kind === 'pin' && failures-- > 0) throw new Error('no reply');
        return replyTo(topic, body);
      },
      clock.now,
    );
    await unlucky.changes.reschedule(await link(), other, visitor);
    expect([failures, (await link()).change?.state, await commands()]).toEqual([0, 'pending', []]);
    clock.advance(nextLookMs(0));
    expect(await unlucky.changing.round()).toBe(1);
    expect(await commands()).toEqual([['upsert', own().calendarId]]);
  });

  it('given a hold that ended before anything was written, then the time stays as it was (SCH-18)', async () => {
    const { link } = await given();
    const late = bookingOf(
      links,
      (topic, body: never) =>
        (body as { kind?: string }).kind === 'pin' ? { outcome: 'expired-hold' } : replyTo(topic, body),
      clock.now,
    );
    await late.changes.reschedule(await link(), other, visitor);
    expect(await link()).toMatchObject({ booking: { start: booked }, change: { state: 'refused' } });
    expect(await starts()).toEqual([[own().calendarId, booked]]);
  });
});
