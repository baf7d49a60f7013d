import { toIso } from '@kalends/icalendar';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type ReplyTo, type TestGateway } from '../../gateway.fixture.js';
import { newAccount, newAccountWithCalendar, newApplication } from '../../read-model/gateway-database.fixture.js';

const noon = Date.UTC(2026, 10, 20, 12);
const quarter = 15 * 60_000;
const page = 'https://app.example';
const path = '/v1/element_holds';

interface Placed {
  hold_id: string;
  start: number;
  end: number;
}

describe('a page that books with its element token', () => {
  const clock = testClock(noon);
  let gateway: TestGateway;
  let application: { clientId: string; secret: string };
  let account: { accountId: string; calendarId: string };
  /** What availability has, by id. */
  let holds: Map<string, Placed>;
  let requests: string[];
  /** Starts that nobody is free at. */
  let busy: Set<number>;
  /** A time that somebody takes while it is put on hold. */
  let takenMeanwhile: number | null;

  const answerHold = (body: { kind: string } & Placed) => {
    requests.push(body.kind);
    if (body.kind === 'release') return { outcome: holds.delete(body.hold_id) ? 'done' : 'unknown-hold' };
    if (body.kind === 'place') {
      if ([...holds.values()].some(({ start }) => start === body.start)) return { outcome: 'conflict', members: [] };
      holds.set(body.hold_id, { ...body, expires_at: clock.now() + 300_000 } as never);
      if (takenMeanwhile !== null) busy.add(takenMeanwhile);
    }
    const hold = holds.get(body.hold_id);
    return hold ? { outcome: 'held', repeated: false, hold } : { outcome: 'unknown-hold' };
  };
  /** Every quarter of an hour of the requested periods, for half an hour. */
  const answerQuery = ({ meeting, max_results, ignored_hold_id }: never) => {
    const { periods, groups } = meeting as { periods: Placed[]; groups: { members: { sub: string }[] }[] };
    const others = [...holds.values()].filter(({ hold_id }) => hold_id !== ignored_hold_id);
    const found = periods
      .flatMap(({ start, end }) =>
        Array.from({ length: Math.floor((end - start - 2 * quarter) / quarter) + 1 }, (_, n) => start + n * quarter),
      )
      .filter((start) => !busy.has(start) && !others.some((one) => one.start === start))
      .map((start) => ({ start, end: start + 2 * quarter, participants: [0] }));
    return { outcome: 'found', people: [groups[0]!.members[0]!.sub], found: found.slice(0, max_results), unknown: [] };
  };
  const replyTo: ReplyTo = (topic, body: never) => {
    if (topic === 'gateway.query.hold.v1') return answerHold(body);
    requests.push('availability');
    return answerQuery(body);
  };
  beforeAll(async () => void (gateway = await startTestGateway({ replyTo, now: clock.now })));
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    [holds, requests, busy, takenMeanwhile] = [new Map(), [], new Set(), null];
    const { pool } = gateway.database;
    application = await newApplication(pool);
    account = await newAccountWithCalendar(pool, ['create_event', 'read_events']);
    await pool.query('UPDATE account SET client_id = $2 WHERE account_id = $1', [account.accountId, application.clientId]); // prettier-ignore
    await pool.query(`UPDATE authorization_grant SET created_at = now() - interval '1 minute' WHERE account_id = $1`, [account.accountId]); // prettier-ignore
    await gateway.clearOutbox();
  });

  const bookingOf = (more: object = {}) => ({
    calendar_id: account.calendarId,
    event: { event_id: 'visit-42', summary: 'Site visit' },
    availability: {
      participants: [{ members: [{ sub: account.accountId }], required: 'all' }],
      required_duration: { minutes: 30 },
      query_periods: [{ start: '2026-11-20T09:00:00Z', end: '2026-11-20T17:00:00Z' }],
    },
    ...more,
  });
  const request = (more: object = {}) => {
    const usual = { permissions: ['availability', 'booking'], subs: [account.accountId], origin: page };
    const body = { ...usual, booking: bookingOf(), ...more };
    return gateway.call('POST', '/v1/element_tokens', { token: application.secret, body });
  };
  const newToken = async (more: object = {}) => {
    const { status, body } = await request(more);
    expect([status, body]).toEqual([200, expect.anything()]);
    return (body as { element_token: { token: string } }).element_token.token;
  };
  const send = (address: string, et: string, body?: object) =>
    gateway.call('POST', `${address}?et=${et}`, { headers: { origin: page }, ...(body ? { body } : {}) });
  const place = (et: string, at: number) => send(path, et, { start: toIso(at) });
  const written = async () => (await gateway.outbox('gateway.command.calendar.v1')) as { operation: string }[];
  const reasonOf = async (answer: ReturnType<typeof send>) => {
    const { status, body } = await answer;
    return [status, (body as { reason?: string }).reason];
  };

  it('given an offered time, when it is put on hold and confirmed, then the fixed event is written at that time (ELT-11, ELT-13)', async () => {
    const et = await newToken();
    const times = { start: toIso(noon + quarter), end: toIso(noon + 3 * quarter) };
    expect(await place(et, noon + quarter)).toMatchObject({
      status: 201,
      body: { hold: { ...times, expires_at: toIso(noon + 300_000) } },
    });
    expect(requests).toEqual(['availability', 'release', 'place', 'availability']);
    const confirmed = await send(`${path}/confirm`, et, { event: { event_id: 'mine', summary: 'Mine' }, calendar_id: 'x' }); // prettier-ignore
    const event = { event_id: 'visit-42', summary: 'Site visit', ...times };
    expect([confirmed.status, confirmed.body]).toEqual([200, { event }]);
    expect(await written()).toMatchObject([{ operation: 'upsert', calendar_id: account.calendarId }]);
    const read = await gateway.database.pool.query<{ wire: string }>('SELECT wire FROM occurrence WHERE account_id = $1', [account.accountId]); // prettier-ignore
    expect(read.rows.map(({ wire }) => JSON.parse(wire) as object)).toMatchObject([event]);
  });

  it('given a token, then the application’s other holds are out of its reach (ELT-12)', async () => {
    holds.set('visit', { hold_id: 'visit', start: noon + 8 * quarter, end: noon + 10 * quarter });
    const [one, other] = [await newToken(), await newToken()];
    await place(one, noon + quarter);
    expect((await send(`${path}/release`, other)).status).toBe(202);
    expect(await reasonOf(send(`${path}/confirm`, other))).toEqual([409, 'expired']);
    expect([...holds.values()].map(({ start }) => start)).toEqual([noon + 8 * quarter, noon + quarter]);
    expect(await written()).toEqual([]);
  });

  it('given another time, then the token’s earlier hold ends: it blocks one time only (ELT-12)', async () => {
    const et = await newToken();
    for (const n of [1, 2, 1]) expect((await place(et, noon + n * quarter)).status).toBe(201);
    expect([...holds.values()].map(({ start }) => start)).toEqual([noon + quarter]);
    expect((await send(`${path}/release`, et)).status).toBe(202);
    expect(holds.size).toBe(0);
    expect((await send(`${path}/release`, et)).status).toBe(202);
  });

  it.each([
    ['off the grid', noon + quarter + 60_000],
    ['in the past', noon - quarter],
    ['outside the periods', noon + 24 * 4 * quarter],
    ['busy', noon + 4 * quarter],
  ])('given a start that is %s, then it is taken, and nothing is put on hold (ELT-12)', async (_what, start) => {
    busy.add(noon + 4 * quarter);
    expect(await reasonOf(place(await newToken(), start))).toEqual([409, 'taken']);
    expect(requests).not.toContain('place');
  });

  it('given two pages and one time, then one gets it; and a time that is taken meanwhile is released (ELT-12)', async () => {
    const [one, other] = [await newToken(), await newToken({ booking: bookingOf({ event: { event_id: 'b', summary: 'B' } }) })]; // prettier-ignore
    const both = await Promise.all([place(one, noon + quarter), place(other, noon + quarter)]);
    expect(both.map(({ status }) => status).sort()).toEqual([201, 409]);
    takenMeanwhile = noon + 4 * quarter;
    expect(await reasonOf(place(other, noon + 4 * quarter))).toEqual([409, 'taken']);
    expect([...holds.values()].map(({ start }) => start)).not.toContain(noon + 4 * quarter);
  });

  it('given no hold, then confirming writes nothing (ELT-13)', async () => {
    expect(await reasonOf(send(`${path}/confirm`, await newToken()))).toEqual([409, 'expired']);
    expect(await written()).toEqual([]);
  });

  it('given an event that is booked, then its token books no other time, a second token neither, and a repeated call writes nothing (ELT-13)', async () => {
    const [et, second] = [await newToken(), await newToken()];
    await place(et, noon + quarter);
    await place(second, noon + 8 * quarter);
    for (let n = 0; n < 2; n++) expect((await send(`${path}/confirm`, et)).status).toBe(200);
    expect(await reasonOf(send(`${path}/confirm`, second))).toEqual([409, 'booked']);
    for (const token of [et, second]) expect(await reasonOf(place(token, noon + 4 * quarter))).toEqual([409, 'booked']);
    expect((await send(`${path}/release`, et)).status).toBe(202);
    expect([await written(), [...holds.values()].map(({ start }) => start)]).toEqual([
      [expect.objectContaining({ operation: 'upsert' })],
      [noon + quarter],
    ]);
  });

  it.each([
    ['no permission', { permissions: ['availability'], booking: undefined }, 403],
    ['another origin', { origin: 'https://other.example' }, 403],
  ])('given %s, then each call is refused (ELT-11)', async (_what, more, status) => {
    const et = await newToken(more);
    for (const answer of [place(et, noon + quarter), send(`${path}/confirm`, et), send(`${path}/release`, et)])
      expect((await answer).status).toBe(status);
    expect(requests).toEqual([]);
  });

  it('given an API key or nothing in place of the token, then 401 (ELT-11)', async () => {
    const et = await newToken();
    for (const address of [path, `${path}/confirm`, `${path}/release`]) {
      const body = { start: toIso(noon) };
      expect((await gateway.call('POST', address, { token: application.secret, body })).status).toBe(401);
      expect((await gateway.call('POST', `${address}?et=${et}`, { token: application.secret, body })).status).toBe(401);
      expect((await gateway.call('POST', address, { body })).status).toBe(401);
    }
  });

  it('given a user who no longer allows events to be written, then 403 names the scope (ELT-11)', async () => {
    const et = await newToken();
    await gateway.database.pool.query(`UPDATE authorization_grant SET scope = '{read_events}' WHERE account_id = $1`, [account.accountId]); // prettier-ignore
    expect(await place(et, noon + quarter)).toMatchObject({ status: 403, body: { error: 'insufficient_scope' } });
  });

  it.each<[string, object, string]>([
    ['booking without its permission', { permissions: ['availability'] }, 'booking'],
    ['the permission without a booking', { booking: undefined }, 'booking'],
    ['a foreign calendar', { booking: { calendar_id: 'cal_unknown' } }, 'booking.calendar_id'],
    ['times of the event', { booking: { event: { event_id: 'x' } } }, 'booking.event.summary'],
    ['an empty query', { booking: { availability: {} } }, 'booking.availability.participants'],
    ['a long description', { booking: { event: { event_id: 'x', summary: 'X', description: 'x'.repeat(4_096) } } }, 'booking'], // prettier-ignore
  ])('given %s, then 422 names it (ELT-14)', async (_what, more, field) => {
    const { booking } = more as { booking?: object };
    const answer = await request({ ...more, ...(booking ? { booking: bookingOf(booking) } : {}) });
    expect([answer.status, Object.keys((answer.body as { errors: object }).errors)]).toEqual([
      422,
      expect.arrayContaining([field]),
    ]);
  });

  it('given members or a calendar of an account that subs does not name, then 422 names it (ELT-14)', async () => {
    const other = await newAccount(gateway.database.pool, ['create_event', 'read_events'], application.clientId);
    const errorsOf = async (more: object) => Object.keys(((await request(more)).body as { errors: object }).errors);
    expect(await errorsOf({ subs: [other.accountId] })).toEqual(['booking.calendar_id']);
    const participants = [{ members: [{ sub: other.accountId }], required: 'all' }];
    const availability = { ...bookingOf().availability, participants };
    expect(await errorsOf({ booking: bookingOf({ availability }) })).toEqual(['booking.availability']);
  });
});
