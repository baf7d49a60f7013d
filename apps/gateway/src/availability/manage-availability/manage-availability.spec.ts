import { managedAvailability, type ManagedAvailability, type ManagedAvailabilityReply } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { publicUrl, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccount, newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';

describe('managed availability', () => {
  let gateway: TestGateway;
  let reply: ManagedAvailabilityReply;
  const requests: ManagedAvailability[] = [];
  const replyTo = (topic: string, body: ManagedAvailability) => {
    if (topic !== managedAvailability.name) throw new Error(topic);
    requests.push(body);
    return reply;
  };
  beforeAll(async () => (gateway = await startTestGateway({ replyTo })));
  afterAll(() => gateway.stop());
  beforeEach(() => {
    requests.length = 0;
    reply = { outcome: 'done' };
  });

  const errorsIn = (body: unknown) => Object.keys((body as { errors: object }).errors);
  const hours = { day: 'monday' as const, start_time: '09:30', end_time: '16:30' };
  const rule = { availability_rule_id: 'default', tzid: 'Europe/London', weekly_periods: [hours] };
  const period = { available_period_id: 'one', start: '2026-11-20T15:00:00Z', end: '2026-11-20T16:00:00Z' };
  const at = { start: Date.parse(period.start), end: Date.parse(period.end) };

  it("given a rule for a calendar of the account, then 200 has it, stored for the token's account", async () => {
    const { token, accountId, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    const body = { ...rule, calendar_ids: [calendarId] };
    const answer = await gateway.call('POST', '/v1/availability_rules', { token, body });
    expect([answer.status, answer.body]).toEqual([200, { availability_rule: body }]);
    expect(requests).toEqual([{ kind: 'upsert-rule', account_id: accountId, rule: body }]);
  });

  it.each([
    ['no zone', { tzid: undefined }, 'tzid'],
    ['an end before the start', { weekly_periods: [{ ...hours, end_time: '09:00' }] }, 'weekly_periods[0].end_time'],
    ['no calendar', { calendar_ids: [] }, 'calendar_ids'],
    ["another account's calendar", { calendar_ids: ['cal_other'] }, 'calendar_ids[0]'],
  ])('given a rule with %s, then 422 names the field and no request is sent', async (_what, more, field) => {
    const { token } = await newAccount(gateway.database.pool);
    const { status, body } = await gateway.call('POST', '/v1/availability_rules', {
      token,
      body: { ...rule, ...more },
    });
    expect([status, errorsIn(body), requests]).toEqual([422, [field], []]);
  });

  it.each([
    ['/v1/availability_rules', rule, 'availability_rule_id'],
    ['/v1/available_periods', period, 'available_period_id'],
  ])(
    'given an account that has as many as it may have, when one is written to %s, then 422',
    async (to, body, field) => {
      const { token } = await newAccount(gateway.database.pool);
      reply = { outcome: 'unknown', full: 100 };
      const answer = await gateway.call('POST', to, { token, body });
      expect(answer).toMatchObject({ status: 422, body: { errors: { [field]: [{ key: 'errors.too_many' }] } } });
    },
  );

  it('given rules, then they are listed, read and deleted by id; an unknown one is 404', async () => {
    const { token, accountId } = await newAccount(gateway.database.pool);
    const answer = async (method: string, to: string, outcome: ManagedAvailabilityReply) => {
      reply = outcome;
      const { status, body } = await gateway.call(method, `/v1/availability_rules${to}`, { token });
      return [status, body];
    };
    expect(await answer('GET', '', { outcome: 'rules', rules: [rule] })).toEqual([200, { availability_rules: [rule] }]);
    const one = { outcome: 'rules' as const, rules: [rule] };
    expect(await answer('GET', '/default', one)).toEqual([200, { availability_rule: rule }]);
    expect(await answer('DELETE', '/default', { outcome: 'done' })).toEqual([202, '']);
    expect((await answer('GET', '/x', { outcome: 'unknown' }))[0]).toBe(404);
    expect((await answer('DELETE', '/x', { outcome: 'unknown' }))[0]).toBe(404);
    expect(new Set(requests.map(({ account_id }) => account_id))).toEqual(new Set([accountId]));
  });

  it('given a period, then 202 is empty; given one that ends before it starts, or has no id, then 422', async () => {
    const { token, accountId } = await newAccount(gateway.database.pool);
    const upsert = (body: object) => gateway.call('POST', '/v1/available_periods', { token, body });
    expect(await upsert(period)).toMatchObject({ status: 202, body: '' });
    expect(errorsIn((await upsert({ ...period, end: period.start })).body)).toEqual(['end']);
    expect(errorsIn((await upsert({ ...period, available_period_id: '' })).body)).toEqual(['available_period_id']);
    const stored = { available_period_id: 'one', ...at };
    expect(requests).toEqual([{ kind: 'upsert-period', account_id: accountId, period: stored }]);
  });

  it('given more periods than fit a page, then dates are days in tzid, and next_page leads to the rest', async () => {
    const { token } = await newAccount(gateway.database.pool);
    reply = { outcome: 'periods', periods: [{ available_period_id: 'one', ...at }], total: 101 };
    const query = 'from=2026-11-20&to=2026-11-21&tzid=America/New_York';
    const { body } = await gateway.call('GET', `/v1/available_periods?${query}`, { token });
    const { pages, available_periods } = body as { pages: { next_page: string }; available_periods: unknown };
    const local = { start: '2026-11-20T10:00:00-05:00', end: '2026-11-20T11:00:00-05:00' };
    expect(available_periods).toEqual([{ available_period_id: 'one', ...local }]);
    const next = await gateway.call('GET', pages.next_page.replace(publicUrl, ''), { token });
    expect(next.body).toMatchObject({ pages: { current: 2, total: 2 } });
    const bounds = { from: Date.parse('2026-11-20T05:00:00Z'), to: Date.parse('2026-11-21T05:00:00Z') };
    expect(requests).toMatchObject([
      { ...bounds, offset: 0 },
      { ...bounds, offset: 100 },
    ]);
    expect((await gateway.call('GET', '/v1/available_periods/pages/forged', { token })).status).toBe(404);
    const zoneless = await gateway.call('GET', '/v1/available_periods?from=2026-11-20', { token });
    expect([zoneless.status, errorsIn(zoneless.body)]).toEqual([422, ['tzid']]);
  });

  it('given an id, or delete_all, in body or query, then 202; given neither, then 422 and nothing is deleted', async () => {
    const { token } = await newAccount(gateway.database.pool);
    const remove = (query: string, body?: object) =>
      gateway.call('DELETE', `/v1/available_periods${query}`, { token, ...(body ? { body } : {}) });
    expect((await remove('/', { available_period_id: 'one' })).status).toBe(202);
    expect((await remove('?delete_all=True', {})).status).toBe(202);
    expect(errorsIn((await remove('', { delete_all: false })).body)).toEqual(['available_period_id']);
    expect(requests).toMatchObject([{ available_period_id: 'one' }, { available_period_id: null }]);
  });
});
