import { calendarCounting, type CalendarCounting } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccount, newAccountWithCalendar } from '../../read-model/gateway-database.fixture.js';

describe('how a calendar counts (AVL-33)', () => {
  let gateway: TestGateway;
  const requests: CalendarCounting[] = [];
  const errorsIn = (body: unknown) => Object.keys((body as { errors: object }).errors);
  const replyTo = (topic: string, body: CalendarCounting) => {
    if (topic !== calendarCounting.name) throw new Error(topic);
    requests.push(body);
    return { counting };
  };
  beforeAll(async () => (gateway = await startTestGateway({ replyTo })));
  afterAll(() => gateway.stop());
  const counting = { counts_as: 'busy', ignores_all_day: false } as const;
  beforeEach(() => void (requests.length = 0));

  it('given a calendar of the account, when declared and read, then both answer how it counts', async () => {
    const { token, accountId, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    const path = `/v1/calendars/${calendarId}/availability`;
    const expected = {
      calendar_availability: { calendar_id: calendarId, events_count_as: 'busy', ignore_all_day_events: false },
    };
    const declared = await gateway.call('POST', path, { token, body: { events_count_as: 'busy' } });
    const read = await gateway.call('GET', path, { token });
    expect([declared.status, declared.body, read.body]).toEqual([200, expected, expected]);
    const query = { account_id: accountId, calendar_id: calendarId };
    expect(requests).toEqual([
      { ...query, counting, client_id: expect.any(String) },
      { ...query, counting: null },
    ]);
  });

  it.each([
    ['nothing', {}, 'events_count_as'],
    ['an unknown value', { events_count_as: 'maybe' }, 'events_count_as'],
    ['a text', { events_count_as: 'busy', ignore_all_day_events: 'yes' }, 'ignore_all_day_events'],
    ['another member', { events_count_as: 'busy', buffer: 5 }, 'buffer'],
  ])('given %s, then 422 names the field, and nothing is requested', async (_what, body, field) => {
    const { token, calendarId } = await newAccountWithCalendar(gateway.database.pool);
    const answer = await gateway.call('POST', `/v1/calendars/${calendarId}/availability`, { token, body });
    expect([answer.status, errorsIn(answer.body), requests]).toEqual([422, [field], []]);
  });

  it('given a calendar of another account, then 404, and nothing is requested', async () => {
    const { token } = await newAccount(gateway.database.pool);
    const { calendarId } = await newAccountWithCalendar(gateway.database.pool);
    for (const [method, body] of [['GET'], ['POST', { events_count_as: 'free' }]] as const) {
      const answer = await gateway.call(method, `/v1/calendars/${calendarId}/availability`, { token, body });
      expect([answer.status, requests]).toEqual([404, []]);
    }
  });

  it('given more than 20 declarations of an account in a minute, then 429 with the time to wait; reads and other accounts continue (AVL-34)', async () => {
    const [ada, bob] = [await newAccountWithCalendar(gateway.database.pool), await newAccountWithCalendar(gateway.database.pool)]; // prettier-ignore
    const declare = ({ token, calendarId }: typeof ada) =>
      gateway.call('POST', `/v1/calendars/${calendarId}/availability`, { token, body: { events_count_as: 'busy' } });
    for (let n = 0; n < 20; n += 1) expect((await declare(ada)).status).toBe(200);
    const refused = await declare(ada);
    expect([refused.status, refused.body]).toMatchObject([429, { error: 'rate_limited' }]);
    expect(Number(refused.headers.get('retry-after'))).toBeGreaterThan(0);
    expect(requests).toHaveLength(20);
    const read = await gateway.call('GET', `/v1/calendars/${ada.calendarId}/availability`, { token: ada.token });
    expect([read.status, (await declare(bob)).status]).toEqual([200, 200]);
  });
});
