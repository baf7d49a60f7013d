import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { startSimulator } from '@kalends/simulator';
import { roundsOf, skipFor, waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { missingForChromium, openChromium, type RealBrowser } from './harness/chromium.js';
import { HostileWatch, hostileNames } from './harness/hostile-names.js';
import { call, e2e, type Account, type Application, type Kalends } from './harness/kalends.js';
import { mailOf, readInvite } from './harness/reply-mail.js';

const names = Object.values(hostileNames);
const everySo = Math.ceil(names.length / roundsOf('HOSTILE_NAMES', { usual: 10, nightly: names.length }));
/** Where each name takes a page of its own: by day some of each kind. */
const apart = names.filter((_, index) => index % everySo === 0);
const redirect = 'http://127.0.0.1:9/callback';
const hourOf = (index: number) => `2026-12-0${1 + (index % 4)}T${String(8 + (index >> 2)).padStart(2, '0')}`;

/** An application's endpoint that answers each callback with an error in which a name is. */
async function startHostileReceiver(): Promise<{ url: string; server: Server }> {
  let count = 0;
  const server = createServer((request, response) => {
    request.resume();
    response.writeHead(500, { 'content-type': 'text/html' }).end(names[count++ % names.length]);
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return { url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`, server };
}

e2e('names that are attacks, in a real browser', (kalends) => {
  const missing = missingForChromium();
  let chromium: RealBrowser;
  let watch: HostileWatch;
  let application: Application;
  let user: Account;
  let receiver: Awaited<ReturnType<typeof startHostileReceiver>>;
  beforeAll(async () => {
    if (missing) return;
    receiver = await startHostileReceiver();
    chromium = await openChromium({ width: 1280, height: 900 });
  });
  afterAll(async () => {
    await chromium?.close();
    receiver?.server.close();
    receiver?.server.closeAllConnections();
  });
  beforeEach((context) => void (missing && skipFor(context, missing)));

  const open = (path: string) => chromium.page.goto(path.startsWith('http') ? path : kalends().url(path));
  const newApplication = async (at: Kalends, name: string) =>
    (await at.admin<Application>('POST', '/applications', { name, redirect_uris: [redirect] })).body;

  it('given an application of each name, when its users connect, then the page shows the name and nothing else', async () => {
    watch = new HostileWatch(chromium.page, [new URL(kalends().url('/')).origin]);
    const faults: string[] = [];
    for (const name of apart) {
      const { client_id } = await newApplication(kalends(), name);
      const query = new URLSearchParams({ response_type: 'code', client_id, redirect_uri: redirect, scope: 'read_events', state: name }); // prettier-ignore
      await open(`/oauth/authorize?${query}`);
      expect(await chromium.page.title()).toContain(name.slice(-12).trim());
      faults.push(...(await watch.faults([name])));
    }
    expect(faults).toEqual([]);
  }, 180_000);

  it(
    'given searches of the documentation and addresses that do not exist, then each name is text',
    { tags: 'long', timeout: 180_000 },
    async () => {
      const faults: string[] = [];
      for (const name of apart) {
        await open(`/docs/search?${new URLSearchParams({ q: name.slice(0, 100) })}`);
        faults.push(...(await watch.faults([])));
        expect(await chromium.page.getByRole('searchbox').inputValue()).toBe(name.slice(0, 100));
        await open(`/connected-applications?${new URLSearchParams({ revoked: name, proved: name })}`);
        await open(`/oauth/authorize?${new URLSearchParams({ client_id: name, redirect_uri: name, scope: name })}`);
        faults.push(...(await watch.faults([])));
      }
      expect(faults).toEqual([]);
    },
  );

  it('given an account with calendars, events, invites, callbacks and mail of these names, then the console shows them as text', async () => {
    const at = kalends();
    application = await newApplication(at, names[0]!);
    user = await at.account(application, { name: names[1]! });
    const own = (path: string, body: object) => call('POST', at.url(path), { token: user.access_token, body });
    const profile_id = user.calendar_id.split('_')[1];
    for (const name of names.slice(0, 8)) await own('/v1/calendars', { profile_id, name });
    for (const [index, summary] of names.entries()) {
      const times = { start: `${hourOf(index)}:00:00Z`, end: `${hourOf(index)}:30:00Z` };
      const event = {
        event_id: `e${index}`,
        summary,
        description: summary,
        location: { description: summary },
        ...times,
      };
      expect((await at.upsert(user, event)).status).toBe(202);
    }
    await newInvite(at);
    const link = await newLink(at, names[4]!);
    const { url } = (await at.admin<{ url: string }>('POST', '/console_links', { role: 'admin' })).body;
    await open(`/console${url.slice(url.indexOf('/console') + '/console'.length)}`);
    await chromium.page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    const faults: string[] = [];
    for (const [path, shown] of [
      ['', [names[1]!]],
      ['/accounts', [names[1]!]],
      [`/accounts/${user.sub}`, [names[1]!]],
      [`/accounts/${user.sub}/events/${user.calendar_id}/${await uidOf(at)}`, []],
      ['/applications', [names[0]!]],
      [`/applications/${application.client_id}`, [names[0]!]],
      [`/applications/${application.client_id}/smart-invites/i1`, [names[2]!]],
      [`/applications/${application.client_id}/booking-links`, [names[4]!]],
      [`/applications/${application.client_id}/booking-links/${link}`, [names[4]!]],
      ['/mail', []],
      ['/audit', [names[0]!]],
      ['/developers', []],
    ] as const) {
      await open(`/console${path}`);
      const isThere = async () => (await watch.faults(shown)).every((fault) => !fault.includes('not shown'));
      await waitUntil(isThere).catch(() => undefined);
      await chromium.page.waitForLoadState('networkidle');
      faults.push(...(await watch.faults(shown)));
    }
    expect(faults).toEqual([]);
  }, 180_000);

  /** A booking link of an event with this name. */
  async function newLink(at: Kalends, summary: string): Promise<string> {
    const { sub, calendar_id } = user;
    const body = {
      oauth: { redirect_uri: redirect },
      event: { event_id: 'picked', summary },
      availability: {
        participants: [{ members: [{ sub }], required: 'all' }],
        required_duration: { minutes: 30 },
        query_periods: [{ start: `${hourOf(0)}:00:00Z`, end: `${hourOf(5)}:00:00Z` }],
      },
      target_calendars: [{ sub, calendar_id }],
    };
    const token = application.client_secret;
    const answer = await call<{ real_time_scheduling: { real_time_scheduling_id: string } }>(
      'POST',
      at.url('/v1/real_time_scheduling'),
      { token, body },
    );
    expect([answer.status, answer.text]).toEqual([200, expect.any(String)]);
    return answer.body.real_time_scheduling.real_time_scheduling_id;
  }

  async function uidOf(at: Kalends): Promise<string> {
    const [first] = await at.events<{ event_uid: string }>(user.access_token, 'tzid=Etc/UTC');
    return first!.event_uid;
  }

  /** A Smart Invite with a reply, whose callback is answered with names. */
  async function newInvite(at: Kalends): Promise<void> {
    const event = { summary: names[2]!, start: '2026-12-08T10:00:00Z', end: '2026-12-08T11:00:00Z', tzid: 'Etc/UTC' };
    const invite = { method: 'request', smart_invite_id: 'i1', callback_url: receiver.url, recipient: { email: 'ann@example.com' }, event }; // prettier-ignore
    const token = application.client_secret;
    const made = await call<{ attachments: { icalendar: string } }>('POST', at.url('/v1/smart_invites'), { token, body: invite }); // prettier-ignore
    expect(made.status).toBe(200);
    for (const [index, comment] of names.slice(0, 6).entries()) {
      const text = readInvite(made.body.attachments.icalendar);
      const reply = {
        ...text,
        from: 'ann@example.com',
        partstat: 'ACCEPTED',
        comment,
        at: Date.now() + index * 1_000,
      } as const;
      const posted = await call('POST', at.url('/v1/smart_invites/replies'), { token, raw: mailOf(reply), type: 'message/rfc822' }); // prettier-ignore
      expect(posted.status).toBeLessThan(300);
    }
  }

  it('given these names in the search of the console, then they are text', { tags: 'long' }, async () => {
    const { page } = chromium;
    await open('/console');
    await page.getByRole('heading', { name: 'Overview', level: 1 }).waitFor();
    await page.keyboard.press('Control+k');
    const input = page.getByPlaceholder('Name, e-mail address, id or page');
    const faults: string[] = [];
    for (const name of apart) {
      await input.fill(name.slice(0, 100));
      faults.push(...(await watch.faults([])));
    }
    expect(faults).toEqual([]);
  });

  it('given titles shown for a reason of such a name, then they are text in the week and in the audit', async () => {
    const { page } = chromium;
    await open(`/console/accounts/${user.sub}`);
    await page.getByRole('button', { name: 'Show titles' }).click();
    await page.getByLabel('Reason').fill(names[3]!);
    await page.getByRole('button', { name: 'Show titles' }).last().click();
    await page.getByRole('button', { name: 'Hide titles' }).waitFor();
    await page.waitForLoadState('networkidle');
    const faults = await watch.faults([]);
    await open('/console/audit');
    await page.getByText('Reason: ').first().waitFor();
    expect([...faults, ...(await watch.faults([names[3]!]))]).toEqual([]);
  });

  it(
    'given each name at the simulated providers, then their pages show it as text',
    { tags: 'long', timeout: 120_000 },
    async () => {
      const simulator = await startSimulator();
      const { page } = await openChromium();
      const ofSimulator = new HostileWatch(page, [simulator.url]);
      try {
        const users = names.map((name, index) => ({ email: `u${index}@example.com`, name }));
        const calendars = users.map(({ email, name }) => ({ email, id: email, summary: name, primary: true, timeZone: 'Etc/UTC' })); // prettier-ignore
        const events = users.map(({ email, name: summary }) => ({ calendar: email, event: { summary, start: { dateTime: '2026-12-01T10:00:00Z' }, end: { dateTime: '2026-12-01T11:00:00Z' } } })); // prettier-ignore
        const microsoft = { users: names.map((name, index) => ({ email: `u${index}@work.example`, name })) };
        const body = { users, calendars, events, microsoft };
        expect((await call('POST', `${simulator.url}/control/seed`, { body })).status).toBeLessThan(300);
        await page.goto(`${simulator.url}/`);
        const faults = await ofSimulator.faults(names);
        const request = new URLSearchParams({ response_type: 'code', client_id: names[0]!, redirect_uri: redirect, scope: names[4]!, state: names[3]! }); // prettier-ignore
        for (const path of ['/o/oauth2/v2/auth', '/common/oauth2/v2.0/authorize']) {
          await page.goto(`${simulator.url}${path}?${request}`);
          faults.push(...(await ofSimulator.faults(names)));
        }
        for (const { email, name } of users) {
          await page.goto(`${simulator.url}/mailboxes/google/${encodeURIComponent(email)}?month=2026-12`);
          faults.push(...(await ofSimulator.faults([name])));
        }
        expect(faults).toEqual([]);
      } finally {
        await page.context().close();
        await simulator.close();
      }
    },
  );

  it('given the pages of people and of the console, then no other site can frame them', async () => {
    const query = new URLSearchParams({ response_type: 'code', client_id: application.client_id, redirect_uri: redirect, scope: 'read_events' }); // prettier-ignore
    const paths = [
      '/',
      '/docs',
      '/console',
      '/console/accounts',
      '/connected-applications',
      `/oauth/authorize?${query}`,
      '/oauth/relink/x/y',
      '/nowhere',
    ];
    for (const path of paths) {
      const { headers } = await fetch(kalends().url(path), { headers: { accept: 'text/html' } });
      const policy = headers.get('content-security-policy') ?? '';
      expect([path, headers.get('x-frame-options'), policy.includes("frame-ancestors 'none'")]).toEqual([path, 'DENY', true]); // prettier-ignore
      expect([path, policy.includes("script-src 'unsafe-inline'")]).toEqual([path, false]);
    }
  });

  it('given a session of the console, when another site sends any change, then each is refused (CSRF)', async () => {
    const at = kalends();
    const { paths } = await at.documents<{ paths: Record<string, Record<string, object>> }>();
    const cookie = (await chromium.context.cookies()).map(({ name, value }) => `${name}=${value}`).join('; ');
    const changes = Object.entries(paths)
      .filter(([path]) => path.startsWith('/admin/v1/'))
      .flatMap(([path, methods]) => Object.keys(methods).map((method) => [method.toUpperCase(), path] as const))
      .filter(([method]) => method !== 'GET');
    expect(changes.length).toBeGreaterThan(15);
    for (const [method, path] of changes)
      for (const origin of ['https://elsewhere.example', 'null', undefined]) {
        const headers = { cookie, 'content-type': 'application/json', ...(origin === undefined ? {} : { origin }) };
        const address = at.url(path.replaceAll(/\{\w+\}/g, 'x'));
        const { status } = await fetch(address, { method, headers, body: method === 'DELETE' ? null : '{}' });
        expect([method, path, origin, [401, 403].includes(status)]).toEqual([method, path, origin, true]);
      }
  });
});
