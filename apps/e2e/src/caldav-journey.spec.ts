import {
  corpusOrSkip,
  freePort,
  missingForRadicale,
  readCorpus,
  skipFor,
  startRadicale,
  waitUntil,
  type Radicale,
} from '@kalends/testing';
import Cronofy from 'cronofy';
import { beforeEach, expect, it } from 'vitest';
import { startCallbackServer, type CallbackServer } from './harness/callback-server.js';
import { missingForChromium, openChromium, type RealBrowser } from './harness/chromium.js';
import { e2e } from './harness/kalends.js';
import { RadicaleCalendar, summaryOf } from './harness/radicale-calendar.js';

/** Files with exactly one event each: what a CalDAV server takes as one object (RFC 4791 §4.1). */
async function oneEventFiles(directory: string) {
  const files = await readCorpus(directory, '.ics');
  return files.filter(
    ({ text }) =>
      text.startsWith('BEGIN:VCALENDAR') &&
      (text.match(/^UID[:;]/gm) ?? []).length === 1 &&
      text.includes('BEGIN:VEVENT'),
  );
}

e2e('the main job on a real CalDAV server, connected in a real browser', (kalends) => {
  let radicale: Radicale;
  let chromium: RealBrowser;
  let callback: CallbackServer;

  beforeEach(async (context) => {
    const missing = missingForRadicale() ?? missingForChromium();
    if (missing) return skipFor(context, missing);
    [radicale, chromium, callback] = await Promise.all([
      startRadicale({ users: { ada: 'app-password' } }),
      openChromium(),
      startCallbackServer(),
    ]);
    return async () => {
      await Promise.all([radicale.stop(), chromium.close(), callback.close()]);
    };
  });

  it('given a calendar of real objects, when its user connects it, then the official client reads and writes it', async (context) => {
    const directory = corpusOrSkip(context, 'collective+icalendar/src/icalendar/tests')!;
    const calendar = await RadicaleCalendar.create(radicale, 'ada', 'app-password', 'work');
    const taken = await calendar.fill(await oneEventFiles(directory));
    expect(taken.length).toBeGreaterThan(20);
    const { page } = chromium;
    const application = await kalends().application([callback.url]);
    const query = new URLSearchParams({
      response_type: 'code',
      client_id: application.client_id,
      redirect_uri: callback.url,
      scope: 'read_write',
      state: 'from-the-browser',
    });

    await page.goto(kalends().url(`/oauth/authorize?${query}`));
    await page.getByLabel('Another CalDAV server').check();
    await page.getByRole('button', { name: 'Continue' }).click();
    await page.getByLabel('Server address').fill(radicale.url);
    await page.getByLabel('User name').fill('ada');
    await page.getByLabel('Password').fill('wrong');
    await page.getByRole('button', { name: 'Connect' }).click();
    expect(await page.getByRole('alert').textContent()).toMatch(/password/i);
    await page.getByLabel('Password').fill('app-password');
    await page.getByRole('button', { name: 'Connect' }).click();
    expect(await page.getByRole('heading', { level: 1 }).textContent()).toContain('Test application');
    await page.getByRole('button', { name: 'Allow' }).click();
    await page.getByText('Back at the application').waitFor();

    expect(callback.calls).toHaveLength(1);
    expect(callback.calls[0]!.get('state')).toBe('from-the-browser');
    const client = new Cronofy({ client_id: application.client_id, client_secret: application.client_secret });
    client.urls.api = kalends().deployment.baseUrl;
    const tokens = await client.requestAccessToken({
      code: callback.calls[0]!.get('code')!,
      redirect_uri: callback.url,
    });
    expect(tokens.sub).toMatch(/^acc_/);
    const listed = await waitUntil(async () => {
      const { calendars } = await client.listCalendars();
      return calendars.find(({ calendar_name }) => calendar_name === 'work');
    });
    expect(listed).toMatchObject({ provider_name: 'caldav', calendar_readonly: false });

    const profiles = () =>
      kalends().admin<{ profiles: { initial_sync: string }[] }>('GET', `/accounts/${tokens.sub}/profiles`);
    await waitUntil(async () => (await profiles()).body.profiles[0]?.initial_sync === 'done', {
      timeout: 30_000,
      what: 'the first sync',
    });
    const here = new Set<string>();
    let options: Record<string, unknown> = { from: '2005-01-01', to: '2014-12-31' };
    for (;;) {
      const { events, pages } = await client.readEvents({ tzid: 'Etc/UTC', ...options });
      for (const { summary } of events) here.add(summary);
      if (!pages.next_page) break;
      options = { next_page: pages.next_page };
    }
    const there = new Set((await calendar.query('20050101T000000Z', '20150101T000000Z')).map(summaryOf));
    expect([...here].sort()).toEqual([...there].sort());

    await client.createEvent({
      calendar_id: listed.calendar_id,
      event_id: 'timed',
      summary: 'Written, timed',
      description: 'd',
      start: '2031-05-06T10:00:00Z',
      end: '2031-05-06T11:00:00Z',
      tzid: 'Europe/Paris',
      location: { description: 'Room' },
    });
    await client.createEvent({
      calendar_id: listed.calendar_id,
      event_id: 'day',
      summary: 'Written, all day',
      description: '',
      start: '2031-05-07',
      end: '2031-05-08',
    });
    const read = await client.readEvents({
      tzid: 'Europe/Paris',
      from: '2031-05-06',
      to: '2031-05-07',
      only_managed: true,
    });
    expect(read.events).toMatchObject([
      { event_id: 'timed', start: '2031-05-06T12:00:00+02:00' },
      { event_id: 'day', start: '2031-05-07', end: '2031-05-08' },
    ]);
    const served = await waitUntil(
      async () => {
        const objects = await calendar.query('20310501T000000Z', '20310601T000000Z');
        const written = objects.filter((one) => summaryOf(one).startsWith('Written'));
        return written.length === 2 && written;
      },
      { timeout: 20_000, what: 'Radicale to serve both events' },
    );
    const all = served.join('\n');
    expect(all).toMatch(/DTSTART;TZID=Europe\/Paris:20310506T120000/);
    expect(all).toMatch(/BEGIN:VTIMEZONE/);
    expect(all).toMatch(/DTSTART;VALUE=DATE:20310507/);
    expect(served.map(summaryOf).sort()).toEqual(['Written, all day', 'Written, timed']);
  });

  it('given a connected calendar, when it changes at the server, then reads follow: changed, moved, deleted, emptied', async () => {
    const calendar = await RadicaleCalendar.create(radicale, 'ada', 'app-password', 'home');
    const object = (uid: string, summary: string, start: string) =>
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//test//EN',
        'BEGIN:VEVENT',
        `UID:${uid}`,
        'DTSTAMP:20260101T000000Z',
        `DTSTART:${start}`,
        'DURATION:PT1H',
        `SUMMARY:${summary}`,
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n');
    await calendar.put('a.ics', object('a', 'First', '20261201T100000Z'));
    await calendar.put('b.ics', object('b', 'Second', '20261202T100000Z'));
    const user = await kalends().user();
    const credentials = { provider_name: 'caldav', url: radicale.url, username: 'ada', password: 'app-password' };
    const connected = await kalends().admin<{ profile_id: string; connected: boolean }>(
      'POST',
      `/accounts/${user.sub}/profiles`,
      credentials,
    );
    expect([connected.status, connected.body.connected]).toEqual([201, true]);
    const titles = async () =>
      (await kalends().events<{ summary: string; start: string }>(user.access_token, 'tzid=Etc/UTC')).map(
        ({ summary, start }) => `${start.slice(0, 10)} ${summary}`,
      );
    const until = (expected: string[]) =>
      waitUntil(
        async () => {
          expect(await titles()).toEqual(expected);
          return true;
        },
        { timeout: 30_000, what: expected.join(', ') },
      );

    await until(['2026-12-01 First', '2026-12-02 Second']);
    await calendar.put('a.ics', object('a', 'First moved', '20261203T100000Z'));
    await until(['2026-12-02 Second', '2026-12-03 First moved']);
    await calendar.remove('b.ics');
    await until(['2026-12-03 First moved']);
    await radicale.stopHard();
    await waitUntil(
      async () => {
        const { body } = await kalends().admin<{ profiles: { error?: string }[] }>(
          'GET',
          `/accounts/${user.sub}/profiles`,
        );
        return body.profiles.some(({ error }) => error !== undefined);
      },
      { timeout: 30_000, what: 'the failure to be said' },
    );
    expect(await titles()).toEqual(['2026-12-03 First moved']);
    await radicale.restart();
    await calendar.put('c.ics', object('c', 'Third', '20261204T100000Z'));
    await until(['2026-12-03 First moved', '2026-12-04 Third']);
  });

  it('given wrong credentials, an address that is no CalDAV server, or one that is not allowed, then 4xx says why', async () => {
    const user = await kalends().user();
    const connect = (more: object) =>
      kalends().admin<{ errors: Record<string, { key: string }[]> }>('POST', `/accounts/${user.sub}/profiles`, {
        provider_name: 'caldav',
        url: radicale.url,
        username: 'ada',
        password: 'wrong',
        ...more,
      });

    const refused = await connect({});
    const closed = await connect({ url: `http://127.0.0.1:${await freePort()}/` });
    const forbidden = await connect({ url: 'http://169.254.169.254/latest/' });
    const missing = await connect({ url: undefined, password: '' });

    expect([refused.status, Object.keys(refused.body.errors)]).toEqual([422, ['password']]);
    expect([closed.status, closed.body.errors.url?.[0]?.key]).toEqual([422, 'errors.address_unreachable']);
    expect([forbidden.status, forbidden.body.errors.url?.[0]?.key]).toEqual([422, 'errors.address_refused']);
    expect([missing.status, Object.keys(missing.body.errors).sort()]).toEqual([422, ['password', 'url']]);
  });
});
