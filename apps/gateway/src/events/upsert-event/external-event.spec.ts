import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, calendarOf, eventOf, newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';
import { eventUidOf } from '../accept-write/write.js';

describe('an event that the application did not create', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.clearOutbox());

  const allow = (accountId: string, calendarId: string) =>
    gateway.database.pool.query("INSERT INTO unrestricted_calendar VALUES ($1, $2, '2026-11-20T00:00:00Z')", [
      calendarId,
      accountId,
    ]);

  /** An account with an external event, a series, and an event of the application, which the user lets it change. */
  async function given(level: 'unrestricted' | 'sandbox' = 'unrestricted') {
    const scope = ['read_events', 'create_event', 'delete_event'];
    const account = await newAccountWithCalendar(gateway.database.pool, scope);
    const { accountId, calendarId } = account;
    if (level === 'unrestricted') await allow(accountId, calendarId);
    const [theirs, weekly] = [`evt_theirs_${accountId}`, `evt_weekly_${accountId}`];
    const zoned = (local: string) => ({ local, tzid: 'Europe/London' });
    const event = eventOf(accountId, calendarId, theirs);
    const master = {
      ...event.series.master!,
      start: zoned('2026-11-20T15:00:00'),
      end: zoned('2026-11-20T16:00:00'),
      description: 'Theirs',
    };
    const series = eventOf(accountId, calendarId, weekly).series;
    const recurrence = { rrules: ['FREQ=WEEKLY;COUNT=3'], rdates: [], exdates: [] };
    const managed = eventOf(accountId, calendarId, eventUidOf(calendarId, 'board'), { event_id: 'board' });
    await apply(gateway.database.pool, accountId, [
      { ...event, series: { ...event.series, master } },
      eventOf(accountId, calendarId, weekly, { series: { ...series, recurrence } }),
      managed,
    ]);
    return { ...account, theirs, weekly, managed: managed.event_uid };
  }

  type Account = Awaited<ReturnType<typeof given>>;
  const write = (method: 'POST' | 'DELETE', { token, calendarId }: Account, body: object) =>
    gateway.call(method, `/v1/calendars/${calendarId}/events`, { token, body });
  const edit = (account: Account, body: object) => write('POST', account, { event_uid: account.theirs, ...body });
  const remove = (account: Account, event_uid: string) => write('DELETE', account, { event_uid });
  interface Shown {
    event_uid: string;
    summary: string;
    options: object;
  }
  const read = async ({ token }: Account) => {
    const { body } = await gateway.call('GET', '/v1/events?tzid=Etc/UTC&from=2026-11-20&to=2026-11-20', { token });
    return (body as { events: Shown[] }).events;
  };
  const shown = async (account: Account, uid = account.theirs) =>
    (await read(account)).find(({ event_uid }) => event_uid === uid);
  const optionsOf = async (account: Account) => {
    const all = await read(account);
    const of = (id: string) => all.find(({ event_uid }) => event_uid.startsWith(id))?.options;
    return [of(account.theirs), of(account.weekly), of(account.managed)];
  };
  const may = (allowed: boolean) => ({ delete: allowed, update: allowed, change_participation_status: false });

  it('given an edit, then 202, the next read has it, and the command names only what was sent (EVT-28)', async () => {
    const account = await given();
    expect(await edit(account, { summary: 'Edited' })).toMatchObject({ status: 202, body: '' });
    expect(await shown(account)).toMatchObject({
      summary: 'Edited',
      description: 'Theirs',
      start: '2026-11-20T15:00:00Z',
    });
    expect(await shown(account)).not.toHaveProperty('event_id');
    const [command, ...others] = (await gateway.outbox()) as Record<string, unknown>[];
    expect(others).toEqual([]);
    expect(command).toMatchObject({ kind: 'write-event', event_uid: account.theirs, operation: 'upsert' });
    expect(command).not.toHaveProperty('event_id');
    expect(command!.change).toEqual({ summary: 'Edited' });
  });

  it('given a new start alone, then it keeps the zone of the event, and its end stays (EVT-28)', async () => {
    const account = await given();
    expect((await edit(account, { start: '2026-11-20T14:30:00Z' })).status).toBe(202);
    const times = {
      start: { local: '2026-11-20T14:30:00', tzid: 'Europe/London' },
      end: { local: '2026-11-20T16:00:00', tzid: 'Europe/London' },
    };
    expect(await gateway.outbox()).toMatchObject([{ change: times }]);
  });

  it.each([
    ['an end before the start', { end: '2026-11-20T14:00:00Z' }, 'end', 'invalid_time_pair'],
    ['a start after the end that it has', { start: '2026-11-20T17:00:00Z' }, 'end', 'invalid_time_pair'],
    ['a date for a timed event', { start: '2026-11-20' }, 'end', 'invalid_time_pair'],
    ['a recurrence', { recurrence: { rules: [{ frequency: 'daily' }] } }, 'recurrence', 'not_supported'],
    ['a summary of 1025 characters', { summary: 'x'.repeat(1025) }, 'summary', 'too_long'],
  ])('given %s, then 422 names the field and nothing is sent', async (_what, body, field, key) => {
    const refused = await edit(await given(), body);
    expect([refused.status, refused.body]).toMatchObject([422, { errors: { [field]: [{ key: `errors.${key}` }] } }]);
    expect(await gateway.outbox()).toEqual([]);
  });

  it('given a deletion in the body or the query, then 202, the next read lacks it, and the command is sent (EVT-28)', async () => {
    const [account, other] = [await given(), await given()];
    expect(await remove(account, account.theirs)).toMatchObject({ status: 202, body: '' });
    const query = `/v1/calendars/${other.calendarId}/events?event_uid=${other.theirs}`;
    expect((await gateway.call('DELETE', query, { token: other.token })).status).toBe(202);
    expect([await shown(account), await shown(other)]).toEqual([undefined, undefined]);
    expect(await gateway.outbox()).toMatchObject([
      { event_uid: account.theirs, operation: 'delete' },
      { event_uid: other.theirs, operation: 'delete' },
    ]);
  });

  it('given a deleted one, then deleting it again is 202, editing it 404: it stays deleted (EVT-28)', async () => {
    const account = await given();
    await remove(account, account.theirs);
    expect((await remove(account, account.theirs)).status).toBe(202);
    expect((await edit(account, { summary: 'Back' })).status).toBe(404);
    expect(await shown(account)).toBeUndefined();
    expect(await gateway.outbox()).toHaveLength(1);
  });

  it('given both ids, then event_id counts, and a new event is created (EVT-28)', async () => {
    const account = await given();
    const times = { start: '2026-11-20T10:00:00Z', end: '2026-11-20T11:00:00Z' };
    expect((await edit(account, { event_id: 'new', summary: 'New', ...times })).status).toBe(202);
    const titles = (await read(account)).map(({ summary }) => summary);
    expect(titles).toContain('New');
    expect(await shown(account)).toMatchObject({ summary: account.theirs });
    expect((await write('DELETE', account, { event_id: 'new', event_uid: account.theirs })).status).toBe(202);
    expect((await read(account)).map(({ summary }) => summary)).not.toContain('New');
    expect(await shown(account)).toBeDefined();
  });

  it('given an unknown uid, or one in the calendar of somebody else, then 404 (EVT-29)', async () => {
    const [account, other] = [await given(), await given()];
    for (const uid of ['evt_unknown', other.theirs, `${account.theirs}_20261120T150000Z`]) {
      expect((await edit(account, { event_uid: uid, summary: 'x' })).status).toBe(404);
      expect((await remove(account, uid)).status).toBe(404);
    }
    const foreign = { ...account, calendarId: other.calendarId };
    expect((await write('POST', foreign, { event_uid: other.theirs, summary: 'x' })).status).toBe(404);
    expect((await remove(foreign, other.theirs)).status).toBe(404);
    expect([await gateway.outbox(), await shown(other)]).toMatchObject([[], { summary: other.theirs }]);
  });

  it('given a sandbox or a read-only calendar, then 403 names the remedy, and nothing is sent (EVT-29)', async () => {
    const sandbox = await given('sandbox');
    const refused = await edit(sandbox, { summary: 'x' });
    expect([refused.status, refused.body]).toMatchObject([
      403,
      { description: expect.stringContaining('/v1/permissions') },
    ]);
    expect((await remove(sandbox, sandbox.theirs)).status).toBe(403);
    const account = await given();
    const { accountId, calendarId } = account;
    const readOnly = { ...calendarOf(accountId, calendarId), calendar_readonly: true, revision: 2 };
    await apply(gateway.database.pool, accountId, [readOnly]);
    expect((await edit(account, { summary: 'x' })).status).toBe(403);
    expect((await remove(account, account.theirs)).status).toBe(403);
    expect(await gateway.outbox()).toEqual([]);
  });

  it('given a series or an instance of one, then 422 errors.not_supported; given a managed one, must_be_external_event_uid (EVT-29)', async () => {
    const account = await given();
    const { weekly, managed } = account;
    const cases = [
      [weekly, 'not_supported'],
      [`${weekly}_20261120T150000Z`, 'not_supported'],
      [managed, 'must_be_external_event_uid'],
    ] as const;
    for (const [uid, key] of cases) {
      const expected = [422, { errors: { event_uid: [{ key: `errors.${key}` }] } }];
      const edited = await edit(account, { event_uid: uid, summary: 'x' });
      const deleted = await remove(account, uid);
      expect([edited.status, edited.body]).toMatchObject(expected);
      expect([deleted.status, deleted.body]).toMatchObject(expected);
    }
    expect(await gateway.outbox()).toEqual([]);
  });

  it('given a batch, then each entry is answered as alone (EVT-28, EVT-29)', async () => {
    const account = await given();
    const relative_url = `/v1/calendars/${account.calendarId}/events`;
    const batch = [
      { method: 'POST', relative_url, data: { event_uid: account.theirs, summary: 'Edited' } },
      { method: 'POST', relative_url, data: { event_uid: account.managed, summary: 'x' } },
      { method: 'DELETE', relative_url, data: { event_uid: account.weekly } },
      { method: 'DELETE', relative_url, data: { event_uid: account.theirs } },
    ];
    const { body } = await gateway.call('POST', '/v1/batch', { token: account.token, body: { batch } });
    expect((body as { batch: { status: number }[] }).batch.map(({ status }) => status)).toEqual([202, 422, 422, 202]);
    expect(await shown(account)).toBeUndefined();
  });

  it('given everything is deleted, then external events stay, whatever the level (EVT-18)', async () => {
    const account = await given();
    const all = { token: account.token, body: { delete_all: true } };
    expect((await gateway.call('DELETE', '/v1/events', all)).status).toBe(202);
    const left = (await read(account)).map(({ event_uid }) => event_uid);
    expect(left.some((uid) => uid === account.theirs)).toBe(true);
    expect(left.some((uid) => uid === account.managed)).toBe(false);
  });

  it('given reads, then options say what may be changed, for external events only where it is allowed (EVT-31)', async () => {
    const [open, sandbox] = [await given(), await given('sandbox')];
    expect(await optionsOf(open)).toEqual([may(true), may(false), may(true)]);
    expect(await optionsOf(sandbox)).toEqual([may(false), may(false), may(true)]);
    const readOnly = { ...calendarOf(open.accountId, open.calendarId), calendar_readonly: true, revision: 2 };
    await apply(gateway.database.pool, open.accountId, [readOnly]);
    expect(await optionsOf(open)).toEqual([may(false), may(false), may(false)]);
  });
});
