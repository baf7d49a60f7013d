import { roundsOf, skipFor } from '@kalends/testing';
import type { BrowserContextOptions } from 'playwright-core';
import { beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accessibilityFaults } from './harness/accessibility.js';
import { missingForChromium, openChromium } from './harness/chromium.js';
import {
  createLink,
  fieldsOf,
  iso,
  nine,
  overflowOf,
  post,
  stateOf,
  untilFree,
  type BookingUser,
} from './harness/booking-page.js';
import { call, e2e, type Kalends } from './harness/kalends.js';

const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };
const event = { event_id: 'booked', summary: 'Site visit' };

/** From one time to the next, as the built-in calendar confirms it. */
const untilCompleted = (kalends: Kalends, user: BookingUser, link: { id: string; url: string }) =>
  expect.poll(async () => (await stateOf(kalends, user, link)).status).toBe('completed');

e2e('the page of a booking link', (kalends) => {
  let user: BookingUser;
  beforeAll(async () => void (user = await kalends().user()));

  const book = async (link: { url: string }, start: string, action = 'book') => {
    const { nonce } = fieldsOf(await untilFree({ ...link, id: '' }));
    return post(link.url, { nonce, start, action, tzid: 'Asia/Kathmandu' });
  };

  describe('in a browser', () => {
    beforeEach((context) => {
      const missing = missingForChromium();
      if (missing) skipFor(context, missing);
    });

    it('given a page that the browser kept while its time was booked, when shown again after Back, then it states what is booked', async () => {
      const link = await createLink(kalends(), await kalends().user(), { event });
      const { starts } = fieldsOf(await untilFree(link));
      const { page, close } = await openChromium(desktop);
      await page.goto(`${link.url}?tzid=Etc/UTC`);
      await page.locator('.times button').first().waitFor();
      expect((await book(link, starts[0]!)).status).toBe(303);
      // Playwright switches off what keeps pages, so its event is sent here
      await page.evaluate("dispatchEvent(new PageTransitionEvent('pageshow', { persisted: true }))");
      await page.getByRole('heading', { name: /It is booked|Your time is reserved/ }).waitFor();
      expect(await page.locator('.times button').count()).toBe(0);
      await close();
    });

    const visitors = [
      ['en', 'America/New_York', phone, true, 'New York', 'It is booked'],
      ['de', 'Asia/Kathmandu', desktop, true, 'Kathmandu', 'Der Termin ist gebucht'],
      ['ar', 'Asia/Kathmandu', phone, false, 'Kathmandu', 'تم الحجز'],
      ['en', 'America/New_York', desktop, false, 'New York', 'It is booked'],
    ] as const;
    it.each(visitors.slice(0, roundsOf('BROWSER_VIEWS', { usual: 2, nightly: 4 })))(
      'given a visitor who reads %s in %s, then the booked time is in the next read of the calendar (complaints 1, 13, 14, 18)',
      async (locale, timezoneId, viewport, javaScriptEnabled, city, done) => {
        const own = await kalends().user();
        const link = await createLink(kalends(), own, { event });
        await untilFree(link);
        const browser = await openChromium(viewport, { locale, timezoneId, javaScriptEnabled });
        const { page } = browser;
        const requested: string[] = [];
        page.on('request', (request) => requested.push(request.url()));
        await page.goto(link.url);
        if (javaScriptEnabled) await page.waitForURL(/tzid=/);
        else {
          await page.locator('.ways a').first().click();
          await page.locator('select').selectOption(timezoneId);
          await page.locator('form button').click();
        }
        await page.locator('.zone', { hasText: city }).waitFor();
        const button = page.locator('.times button').nth(1);
        const start = await button.getAttribute('value');
        const label = await button.textContent();
        await button.click();
        await page.locator('dd', { hasText: city }).waitFor();
        expect(await page.locator('dd').nth(1).textContent()).toContain(label!);
        expect(await overflowOf(page)).toBeLessThanOrEqual(0);
        await page.locator('button[value=book]').click();
        await page.getByRole('heading', { name: done, level: 1 }).waitFor();
        await page.locator('dd', { hasText: city }).waitFor();
        const events = await kalends().events(own.access_token, `tzid=UTC&from=${iso(nine(6)).slice(0, 10)}`);
        expect(events).toMatchObject([{ event_id: 'booked', summary: 'Site visit', start }]);
        expect(new Set(requested.map((url) => new URL(url).origin))).toEqual(new Set([new URL(link.url).origin]));
        expect([await browser.context.cookies(), (await browser.context.storageState()).origins]).toEqual([[], []]);
        await browser.close();
      },
    );

    it('given only a keyboard, then a booking takes at most twelve presses (complaint 10)', async () => {
      const link = await createLink(kalends(), user);
      await untilFree(link);
      const { page, close } = await openChromium(desktop, { locale: 'en-US', timezoneId: 'UTC' });
      await page.goto(`${link.url}?tzid=UTC`);
      let presses = 0;
      const press = async (key: string) => {
        presses += 1;
        await page.keyboard.press(key);
      };
      const focused = () => page.evaluate<string>('document.activeElement.value || document.activeElement.textContent');
      const reach = async (text: RegExp) => {
        do await press('Tab');
        while (!text.test(await focused()) && presses < 40);
        await press('Enter');
      };
      await reach(/Skip to the times/);
      await reach(/^\d{4}-.*Z$/);
      await page.getByRole('heading', { name: 'Confirm this time' }).waitFor();
      await reach(/^book$/);
      await page.getByRole('heading', { level: 1, name: /reserved|booked/ }).waitFor();
      expect(presses).toBeLessThanOrEqual(12);
      await close();
    });

    const colours = ['light', 'dark'] as const;
    it.each(colours.slice(0, roundsOf('BROWSER_VIEWS', { usual: 1, nightly: 2 })))(
      'given each state in %s colours, then axe finds no fault, and nothing is cut on the narrowest phone (complaints 10, 17)',
      async (colorScheme) => {
        const open = await createLink(kalends(), user);
        await untilFree(open);
        const disabled = await createLink(kalends(), user);
        const path = kalends().url(`/v1/real_time_scheduling/${disabled.id}/disable`);
        await call('POST', path, { token: user.application.client_secret, body: { display_message: 'Off.\nSorry.' } });
        const query_periods = [{ start: '2020-01-01T09:00:00Z', end: '2020-01-02T09:00:00Z' }];
        const participants = [{ members: [{ sub: user.sub }], required: 'all' }];
        const availability = { participants, required_duration: { minutes: 30 }, query_periods };
        const empty = await createLink(kalends(), user, { availability });
        const booked = await createLink(kalends(), user);
        const { starts } = fieldsOf(await untilFree(booked));
        await book(booked, starts.at(-1)!);
        const pages = [
          `${open.url}?tzid=UTC`,
          `${open.url}?tzid=Asia/Kathmandu&locale=ar&hours=h`,
          `${open.url}?tzid=UTC&day=2020-01-01`,
          `${open.url}?tzid=UTC&start=${fieldsOf(await untilFree(open)).starts[0]}`,
          `${open.url}?tzid=UTC&zone=choose`,
          disabled.url,
          `${empty.url}?tzid=UTC`,
          booked.url,
          kalends().url('/rts/unknown'),
        ];
        const options: BrowserContextOptions = { colorScheme, locale: 'en-US' };
        const { page, close } = await openChromium({ width: 320, height: 640 }, options);
        const faults: string[] = [];
        for (const url of pages) {
          await page.goto(url);
          faults.push(...(await accessibilityFaults(page)).map((fault) => `${url} ${fault}`));
          if ((await overflowOf(page)) > 0) faults.push(`${url} is too wide`);
        }
        expect(faults).toEqual([]);
        await close();
      },
    );

    it('given a redirect of the application, then the browser goes there with the token (complaint 11)', async () => {
      const redirect_urls = { completed_url: kalends().url('/favicon.svg?own=1') };
      const link = await createLink(kalends(), user, { redirect_urls, selection_mode: 'no_confirm' });
      await untilFree(link);
      const { page, close } = await openChromium(desktop);
      await page.goto(`${link.url}?tzid=UTC`);
      await page.locator('.times button').first().click();
      await page.waitForURL(/favicon/);
      expect(page.url()).toBe(`${redirect_urls.completed_url}&token=${link.url.split('/').at(-1)}`);
      await close();
    });
  });

  describe('over HTTP', () => {
    it('given whatever only follows addresses, then nothing changes (complaint 8)', async () => {
      const link = await createLink(kalends(), user);
      const { starts } = fieldsOf(await untilFree(link));
      const addresses = ['', '?action=book', `?action=book&start=${starts[0]}`, '?waited=0', '?action=none_suitable'];
      for (const query of addresses)
        for (const method of ['GET', 'HEAD'])
          expect((await fetch(link.url + query, { method, headers: { 'sec-purpose': 'prefetch' } })).status).toBe(200);
      const blind = await post(link.url, { action: 'book', start: starts[0]!, nonce: 'guessed' });
      expect([blind.status, blind.headers.get('content-type')]).toEqual([409, 'text/html; charset=utf-8']);
      expect(await blind.text()).toContain('nothing was booked');
      expect((await stateOf(kalends(), user, link)).status).toBe('open');
    });

    it('given any page, then nothing keeps it, finds it or frames it, and it sets no cookie', async () => {
      const link = await createLink(kalends(), user);
      for (const url of [link.url, kalends().url('/rts/unknown')]) {
        const { headers } = await fetch(url);
        expect(Object.fromEntries(headers)).toMatchObject({
          'cache-control': 'no-store',
          'x-robots-tag': 'noindex, nofollow',
          'referrer-policy': 'no-referrer',
          'content-security-policy': expect.stringMatching(/^default-src 'none';.*frame-ancestors 'none'/),
        });
        expect(headers.get('set-cookie')).toBeNull();
      }
    });

    it('given a time that is not offered, then it cannot be booked by editing the form (complaints 6, 12)', async () => {
      const link = await createLink(kalends(), user);
      const { starts } = fieldsOf(await untilFree(link));
      const odd = [iso(Date.parse(starts[0]!) + 60_000), iso(nine(20)), '2020-01-01T09:00:00Z'];
      for (const start of odd) expect((await book(link, start)).status).toBe(409);
      for (const start of ['', 'soon', '9'.repeat(400)]) expect((await book(link, start)).status).toBe(303);
      expect((await stateOf(kalends(), user, link)).status).toBe('open');
    });

    it('given two visitors of two links who pick the same time at once, then one has it, and the other reads it in words (complaints 4, 5)', async () => {
      const own = await kalends().user();
      const links = [await createLink(kalends(), own), await createLink(kalends(), own)];
      const [start] = fieldsOf(await untilFree(links[0]!)).starts;
      const answers = await Promise.all(links.map((link) => book(link, start!)));
      const statuses = answers.map(({ status }) => status);
      expect(statuses.toSorted()).toEqual([303, 409]);
      const text = await answers[statuses.indexOf(409)]!.text();
      expect(text).toContain('This time was taken meanwhile. These are free now.');
      expect(fieldsOf(text).starts).not.toContain(start);
    });

    it('given a link that is booked, then it is not booked twice, shows the time, and has a file (complaint 7)', async () => {
      const link = await createLink(kalends(), user);
      const text = await untilFree(link);
      const { nonce, starts } = fieldsOf(text);
      const form = { nonce, action: 'book', tzid: 'Asia/Kathmandu' };
      expect((await post(link.url, { ...form, start: starts[0]! })).status).toBe(303);
      await untilCompleted(kalends(), user, link);
      const again = await post(link.url, { ...form, start: starts[1]! });
      expect([again.status, (await again.text()).includes('A time had already been booked')]).toEqual([409, true]);
      const { event: stored } = await stateOf(kalends(), user, link);
      expect(stored.start!.time).toBe(starts[0]);
      const page = await (await fetch(link.url)).text();
      expect(page).toMatch(/It is booked[\s\S]*Kathmandu/);
      const file = await fetch(`${link.url}/event.ics`);
      expect(file.headers.get('content-type')).toContain('text/calendar');
      expect(await file.text()).toContain(`DTSTART:${starts[0]!.replaceAll(/[-:]/g, '')}`);
    });

    it('given a visitor whom no time suits, then the page states that the application knows', async () => {
      const no_times_suitable_url = kalends().url('/none');
      const link = await createLink(kalends(), user, { callback_urls: { no_times_suitable_url } });
      const { nonce } = fieldsOf(await untilFree(link));
      expect((await post(link.url, { nonce, action: 'none_suitable', tzid: 'UTC' })).status).toBe(303);
      const page = await untilFree(link);
      expect(page).toContain('knows that none of these times suits you');
      expect(page).not.toContain('value="none_suitable"');
    });

    it('given hostile addresses and forms, then each is a page, and none an error of the server', async () => {
      const link = await createLink(kalends(), user);
      const { nonce } = fieldsOf(await untilFree(link));
      const odd = ['', '%00', '../../etc', '9999-12-31', '0000-00-00', '-1', 'NaN', '\u202e', 'x'.repeat(2_000), '<b>'];
      const names = ['tzid', 'day', 'hour', 'hours', 'locale', 'start', 'zone', 'waited'];
      for (const value of odd) {
        for (const name of names) {
          const query = new URLSearchParams({ tzid: 'UTC', [name]: value });
          const { status } = await fetch(`${link.url}?${query}`);
          expect([name, value, [200, 400, 414].includes(status)]).toEqual([name, value, true]);
          const posted = await post(link.url, { nonce, action: 'choose', [name]: value });
          expect([name, value, [303, 400, 409].includes(posted.status)]).toEqual([name, value, true]);
        }
        const { status } = await fetch(kalends().url(`/rts/${encodeURIComponent(value)}x`));
        expect([value, [400, 404, 414].includes(status)]).toEqual([value, true]);
      }
      const repeated = await fetch(`${link.url}?tzid=UTC&tzid=UTC&day[a]=1&__proto__=1&start=1&start=2`);
      expect(repeated.status).toBe(200);
      expect((await stateOf(kalends(), user, link)).status).toBe('open');
    });
  });
});
