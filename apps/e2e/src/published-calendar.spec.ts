import { createServer, type IncomingMessage, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { readFile } from 'node:fs/promises';
import { waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { call, e2e, type Account, type Application } from './harness/kalends.js';

const path = '/private-5f0c1b/basic.ics';
const event = (uid: string, summary: string, day: string, ...more: string[]) =>
  ['BEGIN:VEVENT', `UID:${uid}`, 'DTSTAMP:20261101T120000Z', `DTSTART:202612${day}T100000Z`, `DTEND:202612${day}T110000Z`, `SUMMARY:${summary}`, ...more, 'END:VEVENT'].join('\r\n'); // prettier-ignore
const calendarOf = (...events: string[]) =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Someone//EN', 'X-WR-CALNAME:Fixtures', ...events, 'END:VCALENDAR', ''].join('\r\n'); // prettier-ignore

interface Event {
  summary: string;
  start: string;
  calendar_id: string;
}
interface Profile {
  profile_id: string;
  provider_name: string;
  profile_name: string;
  profile_connected: boolean;
  profile_relink_url?: string;
}
interface Calendar {
  provider_name: string;
  calendar_id: string;
  calendar_name: string;
  calendar_readonly: boolean;
}

e2e('a published calendar (ICS) beside others (ACC-19)', (kalends) => {
  let server: Server;
  let url: string;
  let application: Application;
  let user: Account & { application: Application };
  let answer: { status: number; body: string };
  const requests: IncomingMessage[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      requests.push(request);
      const etag = `"${answer.body.length}-${answer.status}"`;
      const isKnown = answer.status === 200 && request.headers['if-none-match'] === etag;
      const status = request.url === path ? answer.status : 404;
      response.writeHead(isKnown ? 304 : status, { etag, 'content-type': 'text/calendar' });
      response.end(isKnown || status !== 200 ? '' : answer.body);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    url = `http://127.0.0.1:${(server.address() as AddressInfo).port}${path}`;
  });
  afterAll(() => {
    server.close();
    server.closeAllConnections();
  });
  beforeEach(async () => {
    requests.length = 0;
    answer = { status: 200, body: calendarOf(event('a', 'Away match', '01'), event('b', 'Home match', '08', 'RRULE:FREQ=WEEKLY;COUNT=2')) }; // prettier-ignore
    user = await kalends().user();
    ({ application } = user);
  });

  const connect = (sub = user.sub, address = url) =>
    kalends().admin<Profile & { errors?: object }>('POST', `/accounts/${sub}/profiles`, {
      provider_name: 'ics',
      url: address,
    });
  const summaries = async () => {
    const events = await kalends().events<Event>(user.access_token, 'tzid=Etc/UTC&from=2026-11-30&to=2026-12-31');
    return events.map(({ summary, start }) => `${start.slice(8, 10)} ${summary}`);
  };
  const has = (...expected: string[]) =>
    waitUntil(async () => JSON.stringify(await summaries()) === JSON.stringify(expected), { what: expected.join() });
  const profile = async () => {
    const { body } = await kalends().get<{ profiles: Profile[] }>(user.access_token, '/v1/profiles');
    return body.profiles.find(({ provider_name }) => provider_name === 'ics')!;
  };

  it('given its address, then its events are read, followed, busy, and cannot be written', async () => {
    const connected = await connect();
    expect([connected.status, connected.body]).toMatchObject([201, { provider_name: 'ics', profile_name: '127.0.0.1' + url.slice(16, url.indexOf('/', 8)) }]); // prettier-ignore
    await has('01 Away match', '08 Home match', '15 Home match');
    const { body } = await kalends().get<{ calendars: Calendar[] }>(user.access_token, '/v1/calendars');
    const calendar = body.calendars.find(({ provider_name }) => provider_name === 'ics');
    expect(calendar).toMatchObject({ calendar_name: 'Fixtures', calendar_readonly: true });

    answer.body = calendarOf(event('a', 'Away match moved', '02'), event('c', 'Cup', '20'));
    await has('02 Away match moved', '20 Cup');
    await waitUntil(() => requests.some(({ headers }) => headers['if-none-match'] !== undefined), {
      what: 'a condition',
    });

    const query = {
      participants: [{ members: [{ sub: user.sub }], required: 'all' }],
      required_duration: { minutes: 60 },
      query_periods: [{ start: '2026-12-20T09:00:00Z', end: '2026-12-20T12:00:00Z' }],
      response_format: 'periods',
    };
    const free = async () => {
      const { client_secret: token } = application;
      const { body } = await call<{ available_periods: { start: string; end: string }[] }>('POST', kalends().url('/v1/availability'), { token, body: query }); // prettier-ignore
      return body.available_periods.map(({ start, end }) => `${start.slice(11, 16)}-${end.slice(11, 16)}`);
    };
    await waitUntil(async () => (await free()).join() === '09:00-10:00,11:00-12:00', { what: 'it to be busy' });

    const write = { event_id: 'ours', summary: 'Ours', start: '2026-12-03T10:00:00Z', end: '2026-12-03T11:00:00Z' };
    const refused = await kalends().upsert({ ...user, calendar_id: calendar!.calendar_id }, write);
    expect(refused.status).toBe(403);
  });

  it('given the same address again, then it is the same profile; in another account it is another one', async () => {
    const first = await connect();
    const again = await connect();
    expect(again.body.profile_id).toBe(first.body.profile_id);
    const other = await kalends().account(application);
    const elsewhere = await connect(other.sub);
    expect([elsewhere.status, elsewhere.body.profile_id === first.body.profile_id]).toEqual([201, false]);
  });

  it('given that it is no longer published, then the profile is disconnected, its events stay, and its owner connects it again', async () => {
    await connect();
    await has('01 Away match', '08 Home match', '15 Home match');
    answer.status = 410;
    await waitUntil(async () => !(await profile()).profile_connected, { what: 'it to be disconnected' });
    expect(await summaries()).toHaveLength(3);
    answer.status = 200;
    answer.body = calendarOf(event('a', 'Again', '03'));
    const relink = (await profile()).profile_relink_url!;
    const page = await fetch(relink);
    const cookie = page.headers.getSetCookie().map((one) => one.split(';')[0]).join('; '); // prettier-ignore
    const sealed = /name="relink" value="([^"]+)"/.exec(await page.text())![1]!;
    const enter = (password: string) =>
      fetch(new URL('/oauth/relink', relink), {
        method: 'POST',
        headers: { cookie, origin: new URL(relink).origin },
        body: new URLSearchParams({ relink: sealed, password }),
      });
    const another = await enter(url.replace('5f0c1b', 'other'));
    expect(another.status).toBe(422);
    expect((await enter(url)).status).toBe(200);
    await has('03 Again');
    expect((await profile()).profile_connected).toBe(true);
  });

  it.each<[string, object, string, string]>([
    ['no address', {}, 'url', 'errors.required'],
    ['a file', { url: 'file:///etc/passwd' }, 'url', 'errors.invalid_url'],
    ['a password', { url: 'https://calendar.example/a.ics', password: 'p' }, 'password', 'errors.not_supported'],
    ['an address inside', { url: 'http://169.254.169.254/latest' }, 'url', 'errors.address_refused'],
  ])('given %s, then 422 names the field', async (_what, more, field, key) => {
    const body = { provider_name: 'ics', ...more };
    const { status, body: refused } = await kalends().admin('POST', `/accounts/${user.sub}/profiles`, body);
    expect([status, refused]).toMatchObject([422, { errors: { [field]: [{ key }] } }]);
  });

  it('given a page instead of a calendar, then it is refused in words; and no log has an address', async () => {
    answer.body = '<html>Sign in</html>';
    const { status, body } = await connect();
    const description = 'There is no published calendar (iCalendar) at this address.';
    expect([status, body.errors]).toMatchObject([422, { url: [{ description }] }]);
    expect(await readFile(kalends().deployment.logFile, 'utf8')).not.toContain('private-5f0c1b');
  });
});
