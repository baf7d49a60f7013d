import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../gateway.fixture.js';
import { newAccountWithCalendar } from '../read-model/gateway-database.fixture.js';
import { acceptedUrl } from './accepted-url.js';

/** What .NET's client 1.12.8 sends with each request, with a body or without. */
const headers = {
  accept: 'application/json',
  'content-encoding': 'gzip;q=1.0,deflate;q=0.6,identity;q=0.3',
  'content-type': 'application/json; charset=utf-8',
};

describe("a client pointed here by its data center (.NET's requests)", () => {
  let alias: TestGateway;
  let plain: TestGateway;
  beforeAll(async () => {
    alias = await startTestGateway({ env: { CLIENT_ALIAS: 'cal.example.com' } });
    plain = await startTestGateway();
  });
  afterAll(async () => {
    await alias.stop();
    await plain.stop();
  });

  it('given CLIENT_ALIAS, then calls with the prefix are answered, their Content-Encoding ignored, and pages are on PUBLIC_URL (HTTP-24)', async () => {
    const { token, calendarId } = await newAccountWithCalendar(alias.database.pool, ['create_event', 'read_events']);
    const body = { event_id: 'x', summary: 'x', start: '2026-11-20', end: '2026-11-21' };
    const path = `/.cronofy.com/v1/calendars/${calendarId}/events`;
    expect((await alias.call('POST', path, { token, body, headers })).status).toBe(202);
    const query = 'tzid=Etc/UTC&from=2026-11-20&to=2026-11-20';
    const read = await alias.call('GET', `/.cronofy.com/v1/events?${query}`, { token, headers });
    expect(read).toMatchObject({ status: 200, body: { events: [{ event_id: 'x' }] } });
    const refused = await alias.call('POST', '/.cronofy.com/oauth/token', { body: { grant_type: 'none' }, headers });
    expect(refused.status).toBe(400);
    expect((await alias.call('GET', '/v1/account', { token })).status).toBe(200);
  });

  it('given no CLIENT_ALIAS, then such an address is unknown (HTTP-24)', async () => {
    expect((await plain.call('GET', '/.cronofy.com/v1/account')).status).toBe(404);
  });
});

describe('the address of a request', () => {
  it.each([
    ['/v1/available_periods/', '/v1/available_periods'],
    ['/v1/available_periods/?available_period_id=one/', '/v1/available_periods?available_period_id=one/'],
    ['/v1/events', '/v1/events'],
    ['/v1/', '/v1/'],
    ['/v1/events//', '/v1/events//'],
    ['/docs/', '/docs/'],
    ['/', '/'],
    ['http://kalends.test/v1/available_periods/', '/v1/available_periods'],
    ['HTTPS://kalends.test:8443/v1/events?a=http://b/', '/v1/events?a=http://b/'],
  ])('given %s, then %s is called (HTTP-22)', (url, called) => expect(acceptedUrl(url)).toBe(called));

  it.each([
    ['/.cronofy.com/v1/events', '/v1/events'],
    ['/.cronofy.com/v1/available_periods/', '/v1/available_periods'],
    ['/.cronofy.com/.cronofy.com/v1/events', '/.cronofy.com/v1/events'],
    ['/.cronofy.community/v1', '/.cronofy.community/v1'],
  ])('given %s and an alias, then %s is called (HTTP-24)', (url, called) =>
    expect(acceptedUrl(url, true)).toBe(called),
  );
});
