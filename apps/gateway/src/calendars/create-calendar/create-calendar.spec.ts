import { createCalendarQuery, type CreateCalendarQuery, type CreateCalendarReply } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, calendarOf, newAccountWithCalendar, profileOf } from '../../read-model/gateway-database.fixture.js';

describe('the creation of a calendar', () => {
  let gateway: TestGateway;
  let reply: (query: CreateCalendarQuery) => CreateCalendarReply;
  const requests: unknown[] = [];
  const replyTo = (topic: string, body: CreateCalendarQuery) => {
    requests.push([topic, body]);
    return reply(body);
  };
  beforeAll(async () => (gateway = await startTestGateway({ replyTo })));
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    await gateway.clearOutbox();
    requests.length = 0;
    reply = ({ account_id, name }) => {
      const made = { calendar_id: `cal_made_${account_id}`, calendar_name: name, calendar_primary: false };
      return { outcome: 'created', calendar: { ...calendarOf(account_id, ''), ...made } };
    };
  });

  const given = (scope = ['create_calendar']) => newAccountWithCalendar(gateway.database.pool, scope);
  const create = (token: string, body: object) => gateway.call('POST', '/v1/calendars', { token, body });
  const names = async (token: string) => {
    const { body } = await gateway.call('GET', '/v1/calendars', { token });
    return (body as { calendars: { calendar_name: string }[] }).calendars.map(({ calendar_name }) => calendar_name);
  };

  it("given a provider's profile, then calendar-sync creates it before the response, and the next read shows it", async () => {
    const { token, accountId, profileId, calendarId } = await given();
    const { status, body } = await create(token, { profile_id: profileId, name: 'Rooms', color: '#49BED8' });
    expect([status, body]).toMatchObject([
      200,
      { calendar: { profile_id: profileId, calendar_name: 'Rooms', calendar_primary: false, provider_name: 'caldav' } },
    ]);
    const query = { account_id: accountId, profile_id: profileId, name: 'Rooms', tzid: 'Etc/UTC', color: '#49BED8' };
    expect(requests).toEqual([[createCalendarQuery.name, query]]);
    expect(await names(token)).toEqual([calendarId, 'Rooms']);
  });

  it('given a profile with 500 calendars, then another is 422, and nothing is requested (CAL-6)', async () => {
    const { token, accountId, profileId } = await given();
    const many = Array.from({ length: 499 }, (_, n) => calendarOf(accountId, `cal_${n}_${accountId}`));
    await apply(gateway.database.pool, accountId, many);
    const refused = await create(token, { profile_id: profileId, name: 'Rooms' });
    expect(refused).toMatchObject({ status: 422, body: { errors: { profile_id: [{ key: 'errors.too_many' }] } } });
    expect(requests).toEqual([]);
  });

  it('given a built-in profile with room for one more, when ten are created at once, then exactly one is (CAL-6)', async () => {
    const { token, accountId, profileId } = await given();
    const many = Array.from({ length: 498 }, (_, n) => calendarOf(accountId, `cal_${n}_${accountId}`));
    const profile = profileOf(accountId, { provider_name: 'kalends', revision: 2 });
    await apply(gateway.database.pool, accountId, [profile, ...many]);
    const create10 = (_: unknown, n: number) => create(token, { profile_id: profileId, name: `new ${n}` });
    const answers = await Promise.all(Array.from({ length: 10 }, create10));
    expect(answers.filter(({ status }) => status === 200)).toHaveLength(1);
    expect(answers.filter(({ status }) => status === 422)).toHaveLength(9);
    expect(await gateway.outbox()).toHaveLength(1);
  });

  it('given a built-in profile, when one name is created twice at once, then exactly one is (CAL-2)', async () => {
    const { token, accountId, profileId } = await given();
    await apply(gateway.database.pool, accountId, [profileOf(accountId, { provider_name: 'kalends', revision: 2 })]);
    const answers = await Promise.all([1, 2].map(() => create(token, { profile_id: profileId, name: 'Rooms' })));
    expect(answers.map(({ status }) => status).sort()).toEqual([200, 422]);
  });

  it('given a built-in profile, then no request is sent, and the command is in the outbox', async () => {
    const { token, accountId, profileId, calendarId } = await given();
    await apply(gateway.database.pool, accountId, [profileOf(accountId, { provider_name: 'kalends', revision: 2 })]);
    expect((await create(token, { profile_id: profileId, name: 'Rooms' })).status).toBe(200);
    expect([requests, await names(token)]).toEqual([[], [calendarId, 'Rooms']]);
    const calendar = { name: 'Rooms', tzid: 'Etc/UTC' };
    expect(await gateway.outbox()).toMatchObject([{ kind: 'create-profile', profile_id: profileId, calendar }]);
  });

  it("given another account's profile, an existing name, or no name, then 422 names the field (CAL-2)", async () => {
    const [{ token, profileId, calendarId }, other] = [await given(), await given()];
    const errorsOf = async (body: object) => (await create(token, body)).body;
    expect(await errorsOf({ profile_id: other.profileId, name: 'Rooms' })).toMatchObject({
      errors: { profile_id: [{ key: 'errors.not_recognized' }] },
    });
    expect(await errorsOf({ profile_id: profileId, name: calendarId })).toMatchObject({
      errors: { name: [{ key: 'errors.duplicate_calendar_name' }] },
    });
    expect(await errorsOf({ profile_id: profileId })).toMatchObject({ errors: { name: [{ key: 'errors.required' }] } });
    expect([requests, await names(other.token)]).toEqual([[], [other.calendarId]]);
  });

  it('given a disconnected profile, then 423 without a request', async () => {
    const { token, accountId, profileId } = await given();
    await apply(gateway.database.pool, accountId, [profileOf(accountId, { connected: false, revision: 2 })]);
    expect((await create(token, { profile_id: profileId, name: 'Rooms' })).status).toBe(423);
    expect(requests).toEqual([]);
  });

  it.each([
    ['refused', 423],
    ['not-connected', 423],
    ['unavailable', 503],
    ['unknown-profile', 422],
  ] as const)('given a provider that answers %s, then %i, and no calendar is shown', async (refusal, status) => {
    const { token, profileId, calendarId } = await given();
    reply = () => ({ outcome: 'refused', refusal, description: 'No.' });
    expect((await create(token, { profile_id: profileId, name: 'Rooms' })).status).toBe(status);
    expect(await names(token)).toEqual([calendarId]);
  });

  it('given a token without create_calendar, then 403', async () => {
    const { token, profileId } = await given(['read_events', 'create_event']);
    expect((await create(token, { profile_id: profileId, name: 'Rooms' })).status).toBe(403);
    expect(requests).toEqual([]);
  });
});
