import { roundsOf, skipFor, waitUntil } from '@kalends/testing';
import { beforeEach, describe, expect, it } from 'vitest';
import type { Page } from 'playwright-core';
import { accessibilityFaults } from './harness/accessibility.js';
import { createLink, fieldsOf, iso, nine, overflowOf, post, stateOf, untilFree, type BookingUser, type Link } from './harness/booking-page.js'; // prettier-ignore
import { startCallbackReceiver } from './harness/callback-receiver.js';
import { missingForChromium, openChromium } from './harness/chromium.js';
import { e2e } from './harness/kalends.js';

const allow = ['reschedule', 'cancel'];
const phone = { width: 390, height: 844 };
const desktop = { width: 1280, height: 900 };

interface Event {
  event_uid: string;
  start: string;
}

e2e('what visitors change on the page of a booking link', (kalends) => {
  const eventsOf = (user: BookingUser) =>
    kalends().events<Event>(user.access_token, `tzid=UTC&from=${iso(nine(6)).slice(0, 10)}`);

  /** A link on which the first time is booked. */
  async function booked(user: BookingUser, more: object = {}) {
    const link = await createLink(kalends(), user, { allow, ...more });
    const { nonce, starts } = fieldsOf(await untilFree(link));
    expect((await post(link.url, { nonce, start: starts[0]!, action: 'book', tzid: 'Asia/Kathmandu' })).status).toBe(
      303,
    );
    await waitUntil(async () => (await stateOf(kalends(), user, link)).status === 'completed');
    return { link, start: starts[0]! };
  }

  const formOf = async ({ url }: Link, path: string) => fieldsOf(await (await fetch(`${url}${path}`)).text());

  describe('in a browser', () => {
    beforeEach((context) => {
      const missing = missingForChromium();
      if (missing) skipFor(context, missing);
    });

    /** axe is a script itself. */
    const faultsOf = async (page: Page, state: string, runsScripts: boolean) => [
      ...(runsScripts ? await accessibilityFaults(page) : []).map((fault) => `${state}: ${fault}`),
      ...((await overflowOf(page)) > 0 ? [`${state} is too wide`] : []),
    ];

    const views = [
      ['light', phone, true],
      ['dark', phone, false],
      ['dark', desktop, true],
    ] as const;
    it.each(views.slice(0, roundsOf('BROWSER_VIEWS', { usual: 1, nightly: 3 })))(
      'given %s colours, when a visitor moves what is booked and then cancels it, then the calendar has the same event at the new time, then none (SCH-16, SCH-17)',
      async (colorScheme, viewport, javaScriptEnabled) => {
        const user = await kalends().user();
        const { link, start } = await booked(user);
        const [before] = await eventsOf(user);
        const { page, close } = await openChromium(viewport, {
          colorScheme,
          javaScriptEnabled,
          timezoneId: 'Asia/Kathmandu',
        });
        const faults: string[] = [];
        const at = async (state: string) => void faults.push(...(await faultsOf(page, state, javaScriptEnabled)));
        await page.goto(link.url);
        await at('booked');
        await page.getByRole('link', { name: 'Choose another time' }).click();
        await page.locator('.notice', { hasText: 'Booked now:' }).waitFor();
        await at('other times');
        const button = page.locator('.times button').nth(1);
        const chosen = await button.getAttribute('value');
        await button.click();
        await page.getByRole('heading', { name: 'Confirm the new time' }).waitFor();
        await page.locator('dd', { hasText: 'Kathmandu' }).waitFor();
        await at('new time');
        await page.getByRole('button', { name: 'Move to this time' }).click();
        await page.getByText('Before:').waitFor();
        await at('moved');
        expect(await eventsOf(user)).toMatchObject([{ event_uid: before!.event_uid, start: chosen }]);
        expect(chosen).not.toBe(start);
        await page.getByRole('link', { name: 'Cancel the booking' }).click();
        await page.getByLabel('Reason (optional)').fill('I am ill.');
        await at('to cancel');
        await page.getByRole('button', { name: 'Cancel the booking' }).click();
        await page.getByRole('heading', { name: 'The booking is cancelled' }).waitFor();
        await at('cancelled');
        expect(await eventsOf(user)).toEqual([]);
        await page.goBack();
        await page.getByRole('heading', { name: 'The booking is cancelled' }).waitFor();
        expect(faults).toEqual([]);
        await close();
      },
    );
  });

  describe('over HTTP', () => {
    it('given the callbacks of a link, then each change is signed, called once, and has the old and the new times, in order (CBK-15)', async () => {
      const receiver = await startCallbackReceiver();
      const user = await kalends().user();
      const urls = { completed_url: receiver.url, cancelled_url: `${receiver.url}/cancelled` };
      const { link, start } = await booked(user, { callback_urls: urls });
      const { nonce, starts } = await formOf(link, '/reschedule');
      expect(starts).not.toContain(start);
      const form = { nonce, start: starts[0]!, action: 'book', tzid: 'UTC' };
      expect((await post(`${link.url}/reschedule`, form)).status).toBe(303);
      await waitUntil(async () => (await stateOf(kalends(), user, link)).event.start?.time === starts[0]);
      const cancel = await formOf(link, '/cancel');
      for (let n = 0; n < 2; n += 1)
        await post(`${link.url}/cancel`, { nonce: cancel.nonce, tzid: 'UTC', reason: 'I am ill.' });
      await waitUntil(async () => (await stateOf(kalends(), user, link)).status === 'disabled');
      await waitUntil(() => receiver.calls.length >= 3);
      expect(receiver.calls.map(({ raw }) => JSON.parse(raw) as object)).toMatchObject([
        { event: { start: { time: start } } },
        {
          notification: { type: 'real_time_scheduling_rescheduled' },
          event: { start: { time: starts[0] } },
          previous: { start: { time: start } },
        },
        {
          notification: { type: 'real_time_scheduling_cancelled' },
          previous: { start: { time: starts[0] } },
          reason: 'I am ill.',
          real_time_scheduling: { status: 'disabled' },
        },
      ]);
      for (const { headers } of receiver.calls) expect(headers['cronofy-hmac-sha256']).toMatch(/^[\w+/]{43}=$/);
      expect(await stateOf(kalends(), user, link)).toMatchObject({
        cancelled: { reason: 'I am ill.', start: { time: starts[0] } },
      });
      await receiver.stop();
    });

    it('given eight tabs that move it and two that cancel it at once, then exactly one does (SCH-16)', async () => {
      const receiver = await startCallbackReceiver();
      const user = await kalends().user();
      const { link } = await booked(user, { callback_urls: { completed_url: receiver.url } });
      const [{ nonce, starts }, cancel] = [await formOf(link, '/reschedule'), await formOf(link, '/cancel')];
      const moves = Array.from({ length: 8 }, (_, n) =>
        post(`${link.url}/reschedule`, { nonce, start: starts[n % starts.length]!, action: 'book', tzid: 'UTC' }),
      );
      const cancels = [0, 1].map(() => post(`${link.url}/cancel`, { nonce: cancel.nonce, tzid: 'UTC' }));
      const answers = await Promise.all([...moves, ...cancels]);
      expect(answers.filter(({ status }) => ![303, 409].includes(status))).toEqual([]);
      await waitUntil(() => receiver.calls.length >= 2);
      const state = await stateOf(kalends(), user, link);
      const events = await eventsOf(user);
      expect(events.map(({ start }) => start)).toEqual(state.status === 'disabled' ? [] : [state.event.start!.time]);
      const fresh = await createLink(kalends(), user);
      expect(fieldsOf(await untilFree(fresh)).starts.length).toBe(state.status === 'disabled' ? 6 : 5);
      expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(2);
      await receiver.stop();
    });

    it('given whatever only follows addresses, then nothing changes (SCH-16; complaint 8)', async () => {
      const user = await kalends().user();
      const { link, start } = await booked(user);
      for (const path of ['/cancel', '/cancel?reason=x', '/reschedule', `/reschedule?start=${start}&action=book`])
        for (const method of ['GET', 'HEAD'])
          expect([200, 409]).toContain(
            (await fetch(link.url + path, { method, headers: { 'sec-purpose': 'prefetch' } })).status,
          );
      for (const path of ['/cancel', '/reschedule'])
        expect((await post(link.url + path, { nonce: 'guessed', action: 'book', start })).status).toBe(409);
      expect(await stateOf(kalends(), user, link)).toMatchObject({
        status: 'completed',
        event: { start: { time: start } },
      });
    });

    it('given hostile addresses and forms, then each is a page, and none an error of the server', async () => {
      const user = await kalends().user();
      const { link, start } = await booked(user);
      const odd = ['', '%00', '9999-12-31', '-1', '\u202e', 'x'.repeat(2_000), '<b>'];
      for (const path of ['/cancel', '/reschedule']) {
        const { nonce } = await formOf(link, path);
        for (const value of odd)
          for (const name of ['tzid', 'day', 'hour', 'start', 'zone', 'nonce', 'action', 'reason']) {
            const query = new URLSearchParams({ [name]: value });
            expect([200, 303, 400, 409, 414]).toContain((await fetch(`${link.url}${path}?${query}`)).status);
            if (path === '/cancel' && name !== 'nonce') continue;
            expect([303, 400, 409]).toContain((await post(`${link.url}${path}`, { nonce, [name]: value })).status);
          }
      }
      expect(await stateOf(kalends(), user, link)).toMatchObject({
        status: 'completed',
        event: { start: { time: start } },
      });
    });
  });
});
