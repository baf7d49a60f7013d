import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, calendarOf, eventOf, newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';
import { eventUidOf } from '../accept-write/write.js';

describe('the deletion of an event', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.clearOutbox());

  const scope = ['read_events', 'delete_event'];
  const remove = (token: string, calendarId: string, body?: object, query = '') =>
    gateway.call('DELETE', `/v1/calendars/${calendarId}/events${query}`, { token, ...(body ? { body } : {}) });
  const read = async (token: string) => {
    const { body } = await gateway.call('GET', '/v1/events?tzid=Etc/UTC&from=2026-11-20&to=2026-11-20', { token });
    return (body as { events: { event_uid: string }[] }).events.map(({ event_uid }) => event_uid);
  };

  /** An account with an event that the application created (`board`), and one of the user's own. */
  async function given() {
    const account = await newAccountWithCalendar(gateway.database.pool, scope);
    const { accountId, calendarId } = account;
    // evt_ and a digest of calendar and event_id: the key under which an upsert of `board` is stored
    const managed = eventOf(accountId, calendarId, eventUidOf(calendarId, 'board'), { event_id: 'board' });
    const own = eventOf(accountId, calendarId, `evt_own_${accountId}`);
    await apply(gateway.database.pool, accountId, [managed, own]);
    return { ...account, managed: managed.event_uid, own: own.event_uid };
  }

  it.each([
    ['the body', { event_id: 'board' }, ''],
    ['the query', undefined, '?event_id=board'],
  ])(
    'given the event_id in %s, then 202 is empty, the next read lacks it, the command is sent (EVT-18)',
    async (_, body, query) => {
      const { token, accountId, calendarId, managed, own } = await given();
      expect(await remove(token, calendarId, body, query)).toMatchObject({ status: 202, body: '' });
      expect(await read(token)).toEqual([own]);
      expect(await gateway.outbox()).toMatchObject([
        { kind: 'write-event', account_id: accountId, event_uid: managed, event_id: 'board', operation: 'delete' },
      ]);
    },
  );

  it("given an unknown event_id, or the uid of the user's own event, then 202, and nothing is deleted", async () => {
    const { token, calendarId, managed, own } = await given();
    expect((await remove(token, calendarId, { event_id: 'unknown' })).status).toBe(202);
    expect((await remove(token, calendarId, { event_id: own })).status).toBe(202);
    expect((await read(token)).sort()).toEqual([managed, own].sort());
    expect(await gateway.outbox()).toEqual([]);
  });

  it('given neither event_id nor event_uid, then 422 names event_id', async () => {
    const { token, calendarId } = await given();
    const { status, body } = await remove(token, calendarId, {});
    expect([status, body]).toMatchObject([422, { errors: { event_id: [{ key: 'errors.required' }] } }]);
  });

  it('given a token without delete_event, then 403 names the scope', async () => {
    const { token, calendarId } = await newAccountWithCalendar(gateway.database.pool, ['read_events', 'create_event']);
    const { status, headers } = await remove(token, calendarId, { event_id: 'board' });
    expect([status, headers.get('www-authenticate')]).toEqual([403, expect.stringContaining('scope="delete_event"')]);
  });

  it("given another account's calendar, or a read-only one, then 404, or 403, and all events stay", async () => {
    const [{ token, accountId }, other] = [await given(), await given()];
    const readOnly = { ...calendarOf(accountId, `cal_holidays_${accountId}`), calendar_readonly: true };
    await apply(gateway.database.pool, accountId, [readOnly]);
    expect((await remove(token, other.calendarId, { event_id: 'board' })).status).toBe(404);
    expect((await remove(token, readOnly.calendar_id, { event_id: 'board' })).status).toBe(403);
    expect([await read(other.token), await gateway.outbox()]).toMatchObject([{ length: 2 }, []]);
  });
});
