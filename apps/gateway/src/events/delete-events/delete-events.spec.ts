import pg from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it, vi } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, calendarOf, eventOf, newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';
import { eventUidOf } from '../accept-write/write.js';

const actual = pg.Client.prototype.query;

describe("the deletion of an application's events", () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.clearOutbox());

  const read = async (token: string) => {
    const { body } = await gateway.call('GET', '/v1/events?tzid=Etc/UTC&from=2026-11-20&to=2026-11-20', { token });
    return (body as { events: { summary: string }[] }).events.map(({ summary }) => summary).sort();
  };

  /** Two calendars, each with an event of the application (`managed`) and one of the user's own. */
  async function given() {
    const account = await newAccountWithCalendar(gateway.database.pool, ['read_events', 'delete_event']);
    const { accountId, calendarId } = account;
    const second = `cal_second_${accountId}`;
    const eventsIn = (calendar: string, name: string) => [
      eventOf(accountId, calendar, eventUidOf(calendar, name), {
        event_id: name,
        series: eventOf(accountId, calendar, `managed ${name}`).series,
      }),
      eventOf(accountId, calendar, `own ${name} ${accountId}`, {
        series: eventOf(accountId, calendar, `own ${name}`).series,
      }),
    ];
    const records = [...eventsIn(calendarId, 'one'), ...eventsIn(second, 'two')];
    await apply(gateway.database.pool, accountId, [calendarOf(accountId, second), ...records]);
    return { ...account, second };
  }

  it.each([
    ['the body', '', { delete_all: true }],
    ['the query, as pycronofy writes it', '?delete_all=True', {}],
  ])(
    "given delete_all in %s, then the user's own events and other accounts' stay (HTTP-3, EVT-18)",
    async (_what, query, body) => {
      const [{ token, accountId }, other] = [await given(), await given()];
      expect(await gateway.call('DELETE', `/v1/events${query}`, { token, body })).toMatchObject({
        status: 202,
        body: '',
      });
      expect(await read(token)).toEqual(['own one', 'own two']);
      expect(await read(other.token)).toHaveLength(4);
      const commands = (await gateway.outbox()) as { account_id: string; operation: string; event_id: string }[];
      expect(commands.map(({ account_id, operation }) => [account_id, operation])).toEqual([
        [accountId, 'delete'],
        [accountId, 'delete'],
      ]);
      expect(commands.map(({ event_id }) => event_id).sort()).toEqual(['one', 'two']);
    },
  );

  it('given 1,000 events, then parts of 100 share statements, and the event loop does other work between them', async () => {
    const { pool } = gateway.database;
    const { token, accountId, calendarId } = await newAccountWithCalendar(pool, ['delete_event']);
    const record = (n: number) =>
      eventOf(accountId, calendarId, eventUidOf(calendarId, `e${n}`), { event_id: `e${n}` });
    await apply(
      pool,
      accountId,
      Array.from({ length: 1_000 }, (_, n) => record(n)),
    );
    const sent: string[] = [];
    let turns = 0;
    let isBusy = true;
    const turn = () => void (isBusy && (turns += 1) && setImmediate(turn));
    const query = vi.spyOn(pg.Client.prototype, 'query').mockImplementation(function (
      this: pg.Client,
      ...args: unknown[]
    ) {
      sent.push((args[0] as { name?: string }).name ?? '');
      return actual.apply(this, args as never) as never;
    } as never);
    turn();
    const { status } = await gateway.call('DELETE', '/v1/events', { token, body: { delete_all: true } });
    isBusy = false;
    query.mockRestore();
    const writes = sent.filter((name) => name === 'load-written-events' || name === 'save-writes');
    expect([status, writes.length]).toEqual([202, 20]);
    expect(sent.length).toBeLessThan(40);
    expect(turns).toBeGreaterThan(20);
    expect(await gateway.outbox()).toHaveLength(1_000);
  });

  it('given calendar_ids, then only their events are deleted', async () => {
    const { token, second } = await given();
    const query = new URLSearchParams({ 'calendar_ids[]': second });
    expect((await gateway.call('DELETE', `/v1/events?${query}`, { token, body: {} })).status).toBe(202);
    expect(await read(token)).toEqual(['managed one', 'own one', 'own two']);
  });

  it("given another account's calendar among them, then 422 names its position and nothing is deleted", async () => {
    const [{ token, calendarId }, other] = [await given(), await given()];
    const body = { calendar_ids: [calendarId, other.calendarId] };
    const answer = await gateway.call('DELETE', '/v1/events', { token, body });
    expect(answer.body).toMatchObject({ errors: { 'calendar_ids[1]': [{ key: 'errors.invalid_calendar_ids' }] } });
    expect([answer.status, await read(token), await read(other.token)]).toMatchObject([
      422,
      { length: 4 },
      { length: 4 },
    ]);
    expect(await gateway.outbox()).toEqual([]);
  });

  it.each([
    ['neither of the two', {}],
    ['delete_all: false', { delete_all: false }],
  ])('given %s, then 422 names delete_all', async (_what, body) => {
    const { token } = await given();
    const answer = await gateway.call('DELETE', '/v1/events', { token, body });
    expect([answer.status, Object.keys((answer.body as { errors: object }).errors)]).toEqual([422, ['delete_all']]);
    expect(await read(token)).toHaveLength(4);
  });

  it('given a token without delete_event, then 403', async () => {
    const { token } = await newAccountWithCalendar(gateway.database.pool, ['read_events', 'create_event']);
    const { status, body } = await gateway.call('DELETE', '/v1/events', { token, body: { delete_all: true } });
    expect([status, body]).toMatchObject([403, { error: 'insufficient_scope' }]);
  });
});
