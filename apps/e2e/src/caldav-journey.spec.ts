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
import { beforeEach, expect, it } from 'vitest';
import { BrowserJourney, objectOf, lastingOf, profilesOf } from './harness/browser-journey.js';
import { startCallbackServer, type CallbackServer } from './harness/callback-server.js';
import { missingForChromium, openChromium, type RealBrowser } from './harness/chromium.js';
import { call, e2e } from './harness/kalends.js';
import { RadicaleCalendar, summaryOf } from './harness/radicale-calendar.js';

/** Files with exactly one event each: what a CalDAV server accepts as one object (RFC 4791 §4.1). */
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

  it(
    'given a calendar of real objects, when its user connects it, then the official client reads and writes it',
    { tags: 'long' },
    async (context) => {
      const directory = corpusOrSkip(context, 'collective+icalendar/src/icalendar/tests')!;
      const calendar = await RadicaleCalendar.create(radicale, 'ada', 'app-password', 'work');
      const stored = await calendar.fill(await oneEventFiles(directory));
      expect(stored.length).toBeGreaterThan(20);
      const { page } = chromium;
      const application = await kalends().application([callback.url]);
      const journey = new BrowserJourney(kalends(), chromium, callback);
      await journey.begin(application);
      await journey.choose('Another CalDAV server');
      await journey.logIn({ url: radicale.url, username: 'ada', password: 'wrong' });
      expect(await page.getByRole('alert').textContent()).toMatch(/password/i);
      await journey.password('app-password');
      expect(await journey.heading()).toContain('Test application');
      const { client, tokens } = await journey.allow(application);
      expect(tokens.sub).toMatch(/^acc_/);
      const listed = await waitUntil(async () => {
        const { calendars } = await client.listCalendars();
        return calendars.find(({ calendar_name }) => calendar_name === 'work');
      });
      expect(listed).toMatchObject({ provider_name: 'caldav', calendar_readonly: false });

      const profiles = () =>
        kalends().admin<{ profiles: { initial_sync: string }[] }>('GET', `/accounts/${tokens.sub}/profiles`);
      await waitUntil(async () => (await profiles()).body.profiles[0]?.initial_sync === 'done', {
        timeout: 60_000,
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
        { timeout: 60_000, what: 'Radicale to serve both events' },
      );
      const all = served.join('\n');
      expect(all).toMatch(/DTSTART;TZID=Europe\/Paris:20310506T120000/);
      expect(all).toMatch(/BEGIN:VTIMEZONE/);
      expect(all).toMatch(/DTSTART;VALUE=DATE:20310507/);
      expect(served.map(summaryOf).sort()).toEqual(['Written, all day', 'Written, timed']);
    },
  );

  it(
    'given a changed password, when its user opens profile_relink_url, then the new one is requested, and ids stay the same',
    { tags: 'long' },
    async () => {
      const calendar = await RadicaleCalendar.create(radicale, 'ada', 'app-password', 'work');
      await calendar.put('a.ics', objectOf('a', 'Before', '20261201T100000Z'));
      const application = await kalends().application([callback.url]);
      const journey = new BrowserJourney(kalends(), chromium, callback);
      await journey.begin(application, { locale: 'fr' });
      expect(await chromium.page.getAttribute('html', 'lang')).toBe('fr');
      await journey.begin(application, { locale: 'xx' });
      await journey.choose('Another CalDAV server');
      await journey.logIn({ url: radicale.url, username: 'ada', password: 'app-password' });
      const { client, tokens } = await journey.allow(application);
      const events = async () =>
        (await client.readEvents({ tzid: 'Etc/UTC' })).events.map(({ event_uid }) => event_uid);
      const before = await waitUntil(async () => {
        const read = await events();
        return read.length === 1 && read;
      });
      const listed = (await client.listCalendars()).calendars;
      const profile = async () => (await profilesOf(kalends(), tokens.access_token))[0]!;
      const original = await profile();
      const revoke = kalends().url(`/v1/profiles/${original.profile_id}/revoke`);
      expect((await call('POST', revoke, { token: tokens.access_token })).status).toBe(202);
      const url = await waitUntil(async () => (await profile()).profile_relink_url);

      await chromium.context.clearCookies();
      await chromium.page.goto(`${url}?locale=de`);
      expect(await journey.heading()).toBe('ada wieder verbinden');
      expect(await journey.overflow()).toBeLessThanOrEqual(0);
      await chromium.page.goto(url);
      expect(await chromium.page.getByLabel(/User name|Server address/).count()).toBe(0);
      await journey.password('wrong');
      expect(await chromium.page.getByRole('alert').textContent()).toMatch(/did not accept/);
      expect(await journey.overflow()).toBeLessThanOrEqual(0);
      await journey.password('app-password');
      expect(await journey.heading()).toBe('Connected again');

      await waitUntil(async () => (await profile()).profile_connected);
      expect(lastingOf(await profile())).toEqual(lastingOf(original));
      await calendar.put('b.ics', objectOf('b', 'After', '20261202T100000Z'));
      await waitUntil(async () => (await events()).length === 2, { timeout: 60_000, what: 'the sync to continue' });
      expect(await events()).toContain(before[0]);
      expect((await client.listCalendars()).calendars).toEqual(listed);
    },
  );

  it('given a connected calendar, when it changes at the server, then reads follow: changed, moved, deleted, emptied', async () => {
    const calendar = await RadicaleCalendar.create(radicale, 'ada', 'app-password', 'home');
    await calendar.put('a.ics', objectOf('a', 'First', '20261201T100000Z'));
    await calendar.put('b.ics', objectOf('b', 'Second', '20261202T100000Z'));
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
        { timeout: 60_000, what: expected.join(', ') },
      );

    await until(['2026-12-01 First', '2026-12-02 Second']);
    await calendar.put('a.ics', objectOf('a', 'First moved', '20261203T100000Z'));
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
      { timeout: 60_000, what: 'the failure to be shown' },
    );
    expect(await titles()).toEqual(['2026-12-03 First moved']);
    await radicale.restart();
    await calendar.put('c.ics', objectOf('c', 'Third', '20261204T100000Z'));
    await until(['2026-12-03 First moved', '2026-12-04 Third']);
  });

  it('given wrong credentials, an address that is not a CalDAV server, or one that is not allowed, then a 4xx states the reason', async () => {
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
