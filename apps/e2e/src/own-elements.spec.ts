import { createSealer } from '@kalends/security';
import { skipFor, waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, expect, inject, it } from 'vitest';
import { accessibilityFaults } from './harness/accessibility.js';
import { iso, nine } from './harness/booking-page.js';
import { missingForChromium } from './harness/chromium.js';
import { encryptionKey } from './harness/deployment.js';
import { call, e2e, type Account, type Application } from './harness/kalends.js';
import { OwnElementsPage, type Shown } from './harness/own-elements-page.js';

const hour = 3_600_000;
/** Three days from then on are in one month, which the Elements show. */
const first = [2, 3, 4].find((day) => iso(nine(day)).slice(0, 7) === iso(nine(day + 2)).slice(0, 7))!;
const hostile = '<img src=x onerror=alert(1)>"\'&amp;';

interface Styled {
  style: { setProperty(name: string, value: string): void };
}

interface StyledWindow {
  getComputedStyle(element: unknown): { getPropertyValue(name: string): string };
}

/** The same token as if it had been requested long ago; the test has the deployment's key. */
function expired(token: string): string {
  const sealer = createSealer([Buffer.from(encryptionKey, 'hex')]);
  const sealed = JSON.parse(sealer.open(token, 'element-token')) as { expires: number };
  return sealer.seal(JSON.stringify({ ...sealed, expires: Date.now() - 1_000 }), 'element-token');
}

e2e('our own Elements in a browser', (kalends) => {
  const missing = missingForChromium() ?? ('skip' in inject('kalends') ? 'no deployment' : undefined);
  let own: OwnElementsPage;
  let application: Application;
  let user: Account;
  beforeAll(async () => {
    if (!missing) own = await OwnElementsPage.open(kalends().deployment.baseUrl);
  });
  afterAll(() => own?.close());
  beforeEach(async (context) => {
    if (missing) return skipFor(context, missing);
    ({ application, ...user } = await kalends().user());
    await waitUntil(isKnown, { timeout: 60_000, what: 'availability to know the calendar' });
  });

  const queryOf = (more: object = {}) => ({
    participants: [{ members: [{ sub: user.sub }], required: 'all' }],
    required_duration: { minutes: 60 },
    start_interval: { minutes: 60 },
    query_periods: [first, first + 1].map((day) => ({ start: iso(nine(day)), end: iso(nine(day) + 3 * hour) })),
    ...more,
  });
  async function isKnown(): Promise<boolean> {
    const request = { token: application.client_secret, body: queryOf() };
    return (await call<{ available_periods: [] }>('POST', kalends().url('/v1/availability'), request)).body.available_periods.length > 0; // prettier-ignore
  }
  const tokenFor = async (permissions: string[], more: object = {}) => {
    const body = { permissions, subs: [user.sub], origin: own.origin, ...more };
    const answer = await call<{ element_token: { token: string } }>('POST', kalends().url('/v1/element_tokens'), {
      token: application.client_secret,
      body,
    });
    expect([answer.status, answer.text]).toEqual([200, expect.anything()]);
    return answer.body.element_token.token;
  };
  const bookingToken = (event: object = { event_id: 'visit', summary: 'Site visit' }) => {
    const booking = { calendar_id: user.calendar_id, event, availability: queryOf() };
    return tokenFor(['availability', 'booking'], { booking });
  };
  const picker = async (more: Shown = {}): Promise<Shown> => ({
    nested: false,
    ...more,
    attributes: { 'element-token': await tokenFor(['availability']), ...more.attributes },
    properties: { query: queryOf(), ...more.properties },
  });
  const events = () => kalends().events(user.access_token, `tzid=UTC&from=${iso(nine(1)).slice(0, 10)}`);
  const freeStarts = async () => {
    const body = queryOf({ response_format: 'slots' });
    const answer = await call<{ available_slots: { start: string }[] }>('POST', kalends().url('/v1/availability'), {
      token: application.client_secret,
      body,
    });
    return answer.body.available_slots.map(({ start }) => start);
  };

  it('given a slot picker, when a time is chosen by keyboard alone, then the page has the slot; axe finds nothing', async () => {
    const element = await own.show('kalends-slot-picker', await picker());
    await element.getByRole('button', { name: /^9:00/ }).waitFor();
    expect(await accessibilityFaults(own.page)).toEqual([]);
    await element.locator('.day[tabindex="0"]').focus();
    await own.page.keyboard.press('ArrowRight');
    await own.page.keyboard.press('Enter');
    await element.getByRole('button', { name: /^9:00/, pressed: false }).focus();
    await own.page.keyboard.press('ArrowDown');
    await own.page.keyboard.press('Enter');
    const slot = {
      start: iso(nine(first + 1) + hour),
      end: iso(nine(first + 1) + 2 * hour),
      participants: [{ sub: user.sub }],
    };
    expect(await own.fired('slot-selected')).toEqual({ slot, tzid: 'UTC' });
    expect(await element.getByRole('button', { pressed: true }).count()).toBe(2);
    expect([own.answered, own.complaints]).toEqual([['POST /v1/availability 200'], []]);
  });

  it(
    'given two pickers, one in another shadow root, then each has its own times, language, zone and colours',
    { tags: 'long' },
    async () => {
      const one = await own.show('kalends-slot-picker', await picker());
      await one.getByRole('button', { name: /^9:00/ }).waitFor();
      await one.evaluate((found) => (found as unknown as Styled).style.setProperty('--kalends-accent', 'rgb(1, 2, 3)'));
      const query = queryOf({ query_periods: [{ start: iso(nine(first) + hour), end: iso(nine(first) + 2 * hour) }] });
      const attributes = { locale: 'ar', tzid: 'Asia/Kathmandu', theme: 'dark' };
      const second = await own.add('kalends-slot-picker', await picker({ nested: true, attributes, properties: { query } })); // prettier-ignore
      await second.getByRole('button', { name: /٣:٤٥|3:45/ }).click();
      expect(await own.fired('slot-selected')).toMatchObject({ slot: { start: iso(nine(first) + hour) }, tzid: 'Asia/Kathmandu' }); // prettier-ignore
      expect(await second.locator('.frame').getAttribute('dir')).toBe('rtl');
      expect(await second.locator('.time').count()).toBe(1);
      expect(await one.locator('.time').count()).toBe(3);
      const colour = (element: typeof one, of: string, what: string) =>
      element.locator(of).first().evaluate((found, name) => (globalThis as unknown as StyledWindow).getComputedStyle(found).getPropertyValue(name), what); // prettier-ignore
      expect(await colour(one, '.day[aria-pressed=true]', 'background-color')).toBe('rgb(1, 2, 3)');
      expect(await colour(second, '.parts', 'background-color')).not.toBe(
        await colour(one, '.parts', 'background-color'),
      );
      expect(await accessibilityFaults(own.page)).toEqual([]);
    },
  );

  it('given more than 512 slots, then the last one can be chosen', async () => {
    const query_periods = [{ start: iso(nine(first)), end: iso(nine(first + 2)) }];
    const query = queryOf({ query_periods, required_duration: { minutes: 15 }, start_interval: { minutes: 5 } });
    const element = await own.show('kalends-slot-picker', await picker({ properties: { query } }));
    await element.locator(`[data-day="${iso(nine(first + 2)).slice(0, 10)}"]`).click();
    await element.getByRole('button', { name: /^8:45/ }).click();
    expect(await own.fired('slot-selected')).toMatchObject({ slot: { end: iso(nine(first + 2)) } });
    expect(own.answered.length).toBeGreaterThan(1);
  });

  it('given no free time, then the picker reports it in words and as an event', async () => {
    await kalends().upsert(user, {
      event_id: 'all',
      summary: 'x',
      start: iso(nine(first)),
      end: iso(nine(first + 1) + 3 * hour),
    });
    const element = await own.show('kalends-slot-picker', await picker());
    await own.fired('no-slots');
    await element.locator('.empty').getByText('No time is free').waitFor();
  });

  it('given a booking, when a time is picked and confirmed, then the event is in the next read, and no other one', async () => {
    const attributes = { 'element-token': await bookingToken(), locale: 'de' };
    const element = await own.show('kalends-booking', { attributes, properties: { query: queryOf() } });
    await element.getByRole('button', { name: /^10:00/ }).click();
    await element.getByRole('heading', { name: 'Termin bestätigen' }).waitFor();
    expect(await freeStarts()).not.toContain(iso(nine(first) + hour));
    expect(await accessibilityFaults(own.page)).toEqual([]);
    await element.getByRole('button', { name: 'Diesen Termin buchen' }).press('Enter');
    await element.getByText('Der Termin ist gebucht').first().waitFor();
    const times = { start: iso(nine(first) + hour), end: iso(nine(first) + 2 * hour) };
    expect(await own.fired('booked')).toMatchObject({ event: { event_id: 'visit', ...times } });
    expect(await events()).toMatchObject([{ event_id: 'visit', summary: 'Site visit', ...times }]);
    expect(own.complaints).toEqual([]);
  });

  it('given a time on hold, when the page closes or the visitor goes back, then it is free again', async () => {
    const attributes = { 'element-token': await bookingToken() };
    const pick = async () => {
      const element = await own.show('kalends-booking', { attributes, properties: { query: queryOf() } });
      await element.getByRole('button', { name: /^9:00/ }).click();
      await element.getByRole('button', { name: 'Book this time' }).waitFor();
      expect(await freeStarts()).not.toContain(iso(nine(first)));
      return element;
    };
    await (await pick()).getByRole('button', { name: 'Choose another time' }).click();
    await expect.poll(freeStarts).toContain(iso(nine(first)));
    await pick();
    await own.page.goto('about:blank');
    await expect.poll(freeStarts).toContain(iso(nine(first)));
    expect(await events()).toEqual([]);
  });

  it('given two visitors and one time, then the second one is shown what is free now', async () => {
    const tokens = [await bookingToken(), await bookingToken({ event_id: 'other', summary: 'Other' })];
    await own.load();
    const elements = [];
    for (const token of tokens)
      elements.push(await own.add('kalends-booking', { attributes: { 'element-token': token }, properties: { query: queryOf() } })); // prettier-ignore
    for (const one of elements) await one.getByRole('button', { name: /^11:00/ }).waitFor();
    await elements[0]!.getByRole('button', { name: /^11:00/ }).click();
    await elements[0]!.getByRole('button', { name: 'Book this time' }).click();
    await own.fired('booked');
    await elements[1]!.getByRole('button', { name: /^11:00/ }).click();
    await elements[1]!.getByText('This time was taken meanwhile').waitFor();
    await elements[1]!.getByRole('button', { name: /^10:00/ }).waitFor();
    expect(await elements[1]!.getByRole('button', { name: /^11:00/ }).count()).toBe(0);
    expect((await events()).map(({ event_id }) => event_id)).toEqual(['visit']);
  });

  it('given an expired token, then the Element requests a new one, or explains itself', async () => {
    const good = await tokenFor(['availability']);
    const attributes = { 'element-token': expired(good) };
    const element = await own.show('kalends-slot-picker', await picker({ attributes }));
    await element.getByText('This page has been open for too long').waitFor();
    expect(await own.fired('kalends-error')).toMatchObject({ problem: 'ended', status: 401 });
    await own.load();
    await own.page.evaluate((token) => Object.assign(globalThis, { renewed: token }), good);
    const renewing = await own.add('kalends-slot-picker', { attributes });
    await renewing.evaluate((one, query) => Object.assign(one, { refresh: () => (globalThis as never as { renewed: string }).renewed, query }), queryOf()); // prettier-ignore
    await renewing.getByRole('button', { name: /^9:00/ }).waitFor();
    expect(own.answered.slice(-2)).toEqual(['POST /v1/availability 401', 'POST /v1/availability 200']);
  });

  it.each([
    [
      'the token of another page',
      () => tokenFor(['availability'], { origin: 'https://other.example' }),
      403,
      /not allowed/,
    ],
    ['a missing permission', () => tokenFor(['agenda']), 403, /not allowed/],
  ])('given %s, then the Element names the problem', async (_what, token, status, words) => {
    const element = await own.show(
      'kalends-slot-picker',
      await picker({ attributes: { 'element-token': await token() } }),
    );
    await element.getByText(words).waitFor();
    expect(await own.fired('kalends-error')).toMatchObject({ status });
  });

  it('given an API that is slow, then the Element shows that it is loading, and a later query replaces an earlier one', async () => {
    const waiting: (() => void)[] = [];
    await own.page.route('**/v1/availability*', async (route) => {
      await new Promise<void>((resolve) => void waiting.push(resolve));
      await route.continue();
    });
    const element = await own.show('kalends-slot-picker', await picker());
    await element.locator('.skeleton').waitFor();
    const later = queryOf({ query_periods: [{ start: iso(nine(first) + hour), end: iso(nine(first) + 2 * hour) }] });
    await element.evaluate((one, query) => void Object.assign(one, { query }), later);
    await waitUntil(() => waiting.length === 2);
    for (const go of waiting.toReversed()) go();
    await element.getByRole('button', { name: /^10:00/ }).waitFor();
    await waitUntil(() => own.answered.length === 2);
    expect(await element.locator('.time').count()).toBe(1);
    await own.page.unroute('**/v1/availability*');
  });

  it('given an API that fails and then answers, then Try again shows the times; a wrong query has its errors', async () => {
    let fails = true;
    await own.page.route('**/v1/availability*', (route) => (fails ? route.abort() : route.continue()));
    const element = await own.show('kalends-slot-picker', await picker());
    await element.getByText('cannot be shown right now').waitFor();
    fails = false;
    await element.getByRole('button', { name: 'Try again' }).click();
    await element.getByRole('button', { name: /^9:00/ }).waitFor();
    await own.page.unroute('**/v1/availability*');
    await own.show('kalends-slot-picker', await picker({ properties: { query: queryOf({ required_duration: { minutes: 0 } }) } })); // prettier-ignore
    expect(await own.fired('kalends-error')).toMatchObject({ status: 422, errors: { required_duration: [{ key: 'errors.invalid' }] } }); // prettier-ignore
  });

  it('given an agenda with hostile names, then they are text', async () => {
    const day = iso(nine(0)).slice(0, 10);
    const event = { event_id: 'e', summary: hostile, start: `${day}T22:00:00Z`, end: `${day}T23:00:00Z`, location: { description: hostile } }; // prettier-ignore
    await kalends().upsert(user, event);
    const element = await own.show('kalends-agenda', { attributes: { 'element-token': await tokenFor(['agenda']) } });
    await element.getByRole('button', { name: hostile }).click();
    expect(await own.fired('event-selected')).toMatchObject({ event: { summary: hostile } });
    expect([await element.locator('img').count(), own.complaints]).toEqual([0, []]);
    expect(await accessibilityFaults(own.page)).toEqual([]);
    await element.getByRole('button', { name: 'Next week' }).click();
    await element.getByText('Nothing is planned').first().waitFor();
  });

  it('given an availability viewer, then it has the free periods of the week that is shown', async () => {
    await kalends().upsert(user, {
      event_id: 'e',
      summary: 'x',
      start: iso(nine(first) + hour),
      end: iso(nine(first) + 2 * hour),
    });
    const query = queryOf({ query_periods: [{ start: iso(nine(first)), end: iso(nine(first) + 3 * hour) }] });
    const element = await own.show('kalends-availability-viewer', await picker({ properties: { query } }));
    await element.getByRole('button', { name: /Free: 11:00/ }).click();
    expect(await own.fired('period-selected')).toMatchObject({ period: { start: iso(nine(first) + 2 * hour), end: iso(nine(first) + 3 * hour) } }); // prettier-ignore
    expect(await element.locator('.free').count()).toBe(2);
    expect(await accessibilityFaults(own.page)).toEqual([]);
  });

  it('given working hours, when a day is closed and saved, then the rule is stored; wrong hours are not sent', async () => {
    const attributes = { 'element-token': await tokenFor(['managed_availability']) };
    const element = await own.show('kalends-working-hours', { attributes });
    await element.getByRole('checkbox', { name: 'Friday' }).uncheck();
    const until = element.getByLabel('Monday: To');
    await until.fill('08:00');
    await element.getByRole('button', { name: 'Save' }).click();
    await element.getByText('The end must be after the start').waitFor();
    await until.fill('12:30');
    await element.getByRole('button', { name: 'Save' }).click();
    await own.fired('rule-saved');
    const stored = await kalends().get<{ availability_rule: { weekly_periods: object[] } }>(user.access_token, '/v1/availability_rules/default'); // prettier-ignore
    expect(stored.body.availability_rule.weekly_periods).toHaveLength(4);
    expect(stored.body.availability_rule.weekly_periods).toContainEqual({ day: 'monday', start_time: '09:00', end_time: '12:30' }); // prettier-ignore
    expect(await accessibilityFaults(own.page)).toEqual([]);
    expect(own.answered.filter((one) => one.startsWith('POST'))).toHaveLength(1);
  });

  it('given a connect button, then it leads to the journey of the application, and a script as an address to nothing', async () => {
    const { client_id, redirect_uris } = application;
    const attributes = { 'client-id': client_id, 'redirect-uri': redirect_uris[0]!, scope: 'read_write', locale: 'pl' };
    const element = await own.show('kalends-connect-button', { attributes });
    const link = element.getByRole('link', { name: 'Połącz kalendarz' });
    const href = (await link.getAttribute('href'))!;
    expect(href.startsWith(kalends().url('/oauth/authorize?'))).toBe(true);
    expect((await call('GET', href)).status).toBeLessThan(400);
    const script = await own.show('kalends-connect-button', {
      attributes: { ...attributes, api: 'javascript:alert(1)//' },
    });
    await script.locator('.button').waitFor();
    expect(await script.locator('.button').getAttribute('href')).toBeNull();
  });
});
