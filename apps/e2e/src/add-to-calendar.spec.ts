import { skipFor, waitUntil } from '@kalends/testing';
import { beforeEach, expect, it } from 'vitest';
import { accessibilityFaults } from './harness/accessibility.js';
import { overflowOf } from './harness/booking-page.js';
import { startCallbackServer, type CallbackServer } from './harness/callback-server.js';
import { missingForChromium, openChromium, type RealBrowser } from './harness/chromium.js';
import { startFaultyCaldav } from './harness/faulty-caldav.js';
import { call, e2e, type Application } from './harness/kalends.js';

const phone = { width: 390, height: 844 };

e2e('an event that somebody adds while they authorize an application', (kalends) => {
  let chromium: RealBrowser;
  let callback: CallbackServer;
  let application: Application;

  beforeEach(async (context) => {
    const missing = missingForChromium();
    if (missing) return skipFor(context, missing);
    const options = { locale: 'en-GB', colorScheme: 'dark' } as const;
    [chromium, callback] = await Promise.all([openChromium(phone, options), startCallbackServer()]);
    application = await kalends().application([callback.url]);
    return async () => {
      await Promise.all([chromium.close(), callback.close()]);
    };
  });

  const create = async () => {
    const { client_id, client_secret } = application;
    const body = {
      client_id,
      client_secret,
      oauth: { redirect_uri: callback.url, scope: 'read_write', state: 'order-7' },
      event: {
        event_id: 'order-7',
        summary: 'Concert',
        start: { time: '2027-03-12T19:00:00Z', tzid: 'Europe/London' },
        end: { time: '2027-03-12T21:30:00Z', tzid: 'Europe/London' },
        location: { description: 'Town hall' },
      },
    };
    type Created = { url: string; oauth_url: string };
    const answer = await call<Created>('POST', kalends().url('/v1/add_to_calendar'), { token: 'junk', body });
    expect([answer.status, answer.body.oauth_url]).toEqual([200, answer.body.url]);
    return kalends().url(new URL(answer.body.url).pathname);
  };
  const press = (name: string) => chromium.page.getByRole('button', { name }).click();
  const tokens = async () => {
    const { client_id, client_secret } = application;
    const code = callback.calls.at(-1)!.get('code');
    const body = { grant_type: 'authorization_code', client_id, client_secret, code, redirect_uri: callback.url };
    return (await call<{ access_token: string }>('POST', kalends().url('/oauth/token'), { body })).body.access_token;
  };
  const eventsOf = (token: string) =>
    kalends().events<{ event_id: string; start: string }>(
      token,
      'tzid=UTC&from=2027-03-12&to=2027-03-13&include_managed=true',
    );
  const textOf = async (page: RealBrowser['page']) =>
    (await page.locator('main').textContent())!.replaceAll(/\s+/g, ' ');

  it('given a built-in calendar, then the page shows the event before Allow, it is there when the browser is back, and the same form again adds nothing (SCH-15)', async () => {
    const { page } = chromium;
    const url = await create();
    await page.goto(url);
    await press('A new calendar here');
    await page.getByLabel('Calendar', { exact: true }).waitFor();
    const text = await textOf(page);
    for (const part of ['This event is added', 'Concert', 'March 12, 2027', '7:00', '9:30', 'London', 'Town hall'])
      expect(text).toContain(part);
    expect([await overflowOf(page), await accessibilityFaults(page)]).toEqual([0, []]);
    const journey = await page.locator('input[name=journey]').first().inputValue();
    const form = { journey, calendar: 'new', decision: 'allow' };
    await press('Allow');
    await page.waitForURL(/callback/);
    expect(callback.calls.at(-1)!.get('state')).toBe('order-7');
    const token = await tokens();
    expect(await eventsOf(token)).toMatchObject([{ event_id: 'order-7', start: '2027-03-12T19:00:00Z' }]);
    const again = { form, maxRedirects: 0 };
    await page.context().request.post(kalends().url('/oauth/authorize/consent'), again);
    expect(await eventsOf(token)).toHaveLength(1);
    expect((await page.goto(url))!.status()).toBe(404);
  });

  it(
    'given a CalDAV account that the journey connects, then the event is added to it once it is read (SCH-15)',
    { tags: 'long' },
    async () => {
      const caldav = await startFaultyCaldav();
      try {
        const { page } = chromium;
        await page.goto(await create());
        await press('Another CalDAV server');
        await page.getByLabel('Server address').fill(caldav.url);
        await page.getByLabel('User name').fill('ann');
        await page.getByLabel(/password/i).fill('right');
        await press('Connect');
        await page.getByLabel('Calendar', { exact: true }).waitFor();
        await press('Allow');
        await page.waitForURL(/callback/);
        const token = await tokens();
        await waitUntil(async () => (await eventsOf(token)).length > 0, { timeout: 60_000, what: 'the event' });
        expect(await eventsOf(token)).toMatchObject([{ event_id: 'order-7' }]);
      } finally {
        await caldav.stop();
      }
    },
  );

  it('given Deny, then the application gets access_denied (SCH-15)', async () => {
    const { page } = chromium;
    await page.goto(await create());
    await press('A new calendar here');
    await press('Deny');
    await page.waitForURL(/callback/);
    expect(Object.fromEntries(callback.calls.at(-1)!)).toMatchObject({ error: 'access_denied', state: 'order-7' });
  });
});
