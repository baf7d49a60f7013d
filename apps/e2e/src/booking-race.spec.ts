// @module-tag long
import { setTimeout as delay } from 'node:timers/promises';
import { roundsOf, waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createLink,
  fieldsOf,
  iso,
  nine,
  post,
  stateOf,
  untilFree,
  type BookingUser,
  type Link,
} from './harness/booking-page.js';
import { startCallbackReceiver, type CallbackReceiver } from './harness/callback-receiver.js';
import { startFaultyCaldav, type FaultyCaldav } from './harness/faulty-caldav.js';
import { call, type Kalends } from './harness/kalends.js';
import { randomOf } from './harness/random.js';
import { startSeparately, type SeparateServices } from './harness/separate-services.js';

const seed = Number(process.env.CRASH_SEED ?? 20261129);
const visitors = roundsOf('BOOKING_VISITORS', { usual: 15, nightly: 200 });
/** Statuses of a refused PUT; a 412 is tried again for half a minute. */
const refusals = [403, 412].slice(0, roundsOf('BOOKING_REFUSALS', { usual: 1, nightly: 2 }));
const randomLinks = roundsOf('BOOKING_LINKS', { usual: 4, nightly: 60 });

const minute = 60_000;
const zones = ['Australia/Lord_Howe', 'Asia/Kathmandu', 'America/New_York'];

describe('bookings while things go wrong', () => {
  let services: SeparateServices;
  let kalends: Kalends;
  let receiver: CallbackReceiver;
  beforeAll(async () => {
    services = await startSeparately();
    ({ kalends } = services);
    receiver = await startCallbackReceiver();
  });
  afterAll(async () => {
    await receiver.stop();
    await services.stop();
  });

  const linksOf = (user: BookingUser, count: number, more: object = {}) =>
    Promise.all(
      Array.from({ length: count }, (_, index) =>
        createLink(kalends, user, {
          event: { event_id: `visit-${index}`, summary: 'Site visit' },
          callback_urls: { completed_url: receiver.url },
          ...more,
        }),
      ),
    );

  const eventsOf = ({ access_token }: BookingUser) =>
    kalends.events<{ start: string; end: string }>(access_token, `tzid=UTC&from=${iso(nine(6)).slice(0, 10)}`);

  /** Every visitor tries until the page has an answer: it may take a restart. */
  async function picked({ url }: Link, start: string): Promise<{ status: number; text: string }> {
    for (;;) {
      try {
        const { nonce } = fieldsOf(await (await fetch(`${url}?tzid=UTC&hours=H`)).text());
        const answer = await post(url, { nonce, start, action: 'book', tzid: 'UTC' });
        if (answer.status < 500) return { status: answer.status, text: await answer.text() };
      } catch {
        const text = await fetch(`${url}?tzid=UTC&hours=H`).then(
          (answer) => answer.text(),
          () => '',
        );
        // the page of somebody who had picked before the kill
        if (text !== '' && !text.includes('name="nonce"')) return { status: 303, text };
      }
      await delay(100);
    }
  }

  it(`given ${visitors} visitors for one time and a SIGKILL, then one event and one callback exist, and the others see fresh times (seed ${seed})`, async () => {
    const user = await kalends.user();
    const links = await linksOf(user, visitors);
    const start = fieldsOf(await untilFree(links[0]!)).starts[0]!;
    const trying = links.map((link) => picked(link, start));
    await delay(100 + randomOf(seed).next() * 900);
    await services.kill('all-in-one');
    await services.start('all-in-one');
    const answers = await Promise.all(trying);
    const states = () => Promise.all(links.map((link) => stateOf(kalends, user, link)));
    const completed = async () => (await states()).filter(({ status }) => status === 'completed');
    await waitUntil(async () => (await completed()).length > 0, { timeout: 120_000, what: 'a completed link' });
    await waitUntil(() => receiver.calls.length > 0, { timeout: 60_000, what: 'the callback' });
    // whoever else had picked would be completed by now
    await delay(2_000);
    expect(await completed()).toMatchObject([{ event: { start: { time: start } } }]);
    expect(await eventsOf(user)).toMatchObject([{ start }]);
    expect(new Set(receiver.calls.map(({ id }) => id)).size).toBe(1);
    const refused = answers.filter(({ status }) => status === 409);
    expect(refused.length).toBeGreaterThanOrEqual(visitors - 2);
    expect(refused.filter(({ text }) => !text.includes('name="start"') || text.includes(`value="${start}"`))).toEqual(
      [],
    );
  });

  it(
    `given ${randomLinks} random links, when every seventh time on their pages is booked, then each is, whatever the zone (complaints 12, 19; seed ${seed})`,
    async () => {
      const random = randomOf(seed);
      const pick = <T>(values: readonly T[]): T => values[Math.floor(random.next() * values.length)]!;
      for (let round = 0; round < randomLinks; round += 1) {
        const user = await kalends.user();
        const required_duration = { minutes: pick([15, 25, 30, 50, 60]) };
        const buffer = pick([undefined, { before: { minutes: 10 }, after: { minutes: 5 } }]);
        const start_interval = pick([undefined, { minutes: 25 }, { minutes: 20 }]);
        const response_format = pick([undefined, 'slots', 'overlapping_slots', 'periods']);
        const offset = pick([0, 7, 23]) * minute;
        const query_periods = [7, 8].map((days) => ({
          start: iso(nine(days) + offset),
          end: iso(nine(days) + 3 * 60 * minute),
        }));
        const members = [{ sub: user.sub }];
        const query = { participants: [{ members, required: 'all' }], required_duration, query_periods };
        const availability = {
          ...query,
          ...(buffer && { buffer }),
          ...(start_interval && { start_interval }),
          ...(response_format && { response_format }),
        };
        const minimum_notice = pick([undefined, { hours: 24 }]);
        const more = { availability, ...(minimum_notice && { minimum_notice }) };
        const [first] = await linksOf(user, 1, more);
        await untilFree(first!);
        const shown = await startsOn(first!, pick(zones));
        const format = response_format === 'slots' ? 'slots' : 'overlapping_slots';
        expect(shown, JSON.stringify(availability)).toEqual(
          await startsOf(user, { ...availability, response_format: format }),
        );
        const [other] = await linksOf(user, 1, { ...more, event: { event_id: 'other', summary: 'Other' } });
        const start = shown[Math.floor(random.next() * 7) % shown.length]!;
        expect((await picked(other!, start)).status, JSON.stringify([availability, start])).toBe(303);
        await waitUntil(async () => (await stateOf(kalends, user, other!)).status === 'completed');
      }
    },
    60_000 + randomLinks * 3_000,
  );

  /** Every time on the days that the page offers, in a visitor's zone. */
  async function startsOn({ url }: Link, tzid: string): Promise<string[]> {
    const address = `${url}?tzid=${encodeURIComponent(tzid)}&hours=H`;
    const load = async (query: string) => (await fetch(`${address}${query}`)).text();
    const first = await load('');
    const days = new Set([...first.matchAll(/day=(\d{4}-\d\d-\d\d)/g)].map((match) => match[1]!));
    const pages = await Promise.all([...days].map((day) => load(`&day=${day}`)));
    return [...new Set([first, ...pages].flatMap((text) => fieldsOf(text).starts))].sort();
  }

  async function startsOf({ application }: BookingUser, body: object): Promise<string[]> {
    const token = application.client_secret;
    type Found = { available_slots: { start: string }[] };
    const { body: found } = await call<Found>('POST', kalends.url('/v1/availability'), { token, body });
    return found.available_slots.map(({ start }) => start).sort();
  }

  describe('given a calendar at a provider', () => {
    let caldav: FaultyCaldav;
    let user: BookingUser;
    let calendarId: string;
    beforeAll(async () => {
      caldav = await startFaultyCaldav();
      user = await kalends.user();
      const profile = { provider_name: 'caldav', url: caldav.url, username: 'ann', password: 'right' };
      expect((await kalends.admin('POST', `/accounts/${user.sub}/profiles`, profile)).status).toBeLessThan(300);
      type Listed = { calendars: { calendar_id: string; provider_name: string }[] };
      const listed = async () => (await kalends.get<Listed>(user.access_token, '/v1/calendars')).body.calendars;
      const found = await waitUntil(async () => (await listed()).find((one) => one.provider_name === 'caldav'));
      calendarId = found.calendar_id;
    });
    afterAll(() => caldav.stop());

    const booked = async (event_id: string) => {
      receiver.calls.length = 0;
      const target_calendars = [{ sub: user.sub, calendar_id: calendarId }];
      const [link] = await linksOf(user, 1, { target_calendars, event: { event_id, summary: 'Site visit' } });
      const [start] = fieldsOf(await untilFree(link!)).starts;
      expect((await picked(link!, start!)).status).toBe(303);
      return { link: link!, start: start! };
    };
    const page = async ({ url }: Link) => (await fetch(`${url}?tzid=UTC&hours=H`)).text();

    it.each(refusals)(
      'given that it refuses the event (%d), then the link is open, its page has the time again, no event stays and nothing is called back',
      async (status) => {
        caldav.set({ method: 'PUT', status, everywhere: true });
        const { link, start } = await booked(`refused-${status}`);
        await waitUntil(async () => fieldsOfPage(await page(link)).includes(start), { timeout: 60_000 });
        expect((await stateOf(kalends, user, link)).status).toBe('open');
        expect([await eventsOf(user), receiver.calls]).toEqual([[], []]);
      },
    );

    it('given that it does not answer for a while, then the page reserves the time, and everything is completed when it does', async () => {
      caldav.set({ method: 'PUT', status: 503, everywhere: true });
      const { link, start } = await booked('late');
      expect(fieldsOfPage(await page(link))).toEqual([]);
      expect([(await stateOf(kalends, user, link)).status, receiver.calls]).toEqual(['open', []]);
      caldav.set(null);
      await waitUntil(async () => (await stateOf(kalends, user, link)).status === 'completed', { timeout: 120_000 });
      await waitUntil(() => receiver.calls.length === 1, { timeout: 30_000 });
      expect(JSON.parse(receiver.calls[0]!.raw)).toMatchObject({ event: { event_id: 'late', start: { time: start } } });
      expect(await eventsOf(user)).toMatchObject([{ start }]);
    });

    const fieldsOfPage = (text: string) => (text.includes('name="nonce"') ? fieldsOf(text).starts : []);
  });
});
