// @module-tag long
import { setTimeout as delay } from 'node:timers/promises';
import { roundsOf, waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { createLink, fieldsOf, iso, nine, post, stateOf, untilFree, type BookingUser, type Link } from './harness/booking-page.js'; // prettier-ignore
import { startCallbackReceiver, type CallbackReceiver } from './harness/callback-receiver.js';
import { startFaultyCaldav, type FaultyCaldav } from './harness/faulty-caldav.js';
import type { Kalends } from './harness/kalends.js';
import { randomOf } from './harness/random.js';
import { startSeparately, type SeparateServices } from './harness/separate-services.js';

const seed = Number(process.env.CRASH_SEED ?? 20261129);
const kills = roundsOf('BOOKING_CHANGE_KILLS', { usual: 1, nightly: 4 });
const changed = roundsOf('BOOKING_CHANGES', { usual: 6, nightly: 20 });

describe('changes of bookings while things go wrong', () => {
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
  beforeEach(() => void (receiver.calls.length = 0));

  const eventsOf = ({ access_token }: BookingUser) =>
    kalends.events<{ event_id: string; start: string; calendar_id: string }>(
      access_token,
      `tzid=UTC&from=${iso(nine(6)).slice(0, 10)}`,
    );

  /** A link on which its first free time is booked in every calendar. Its three days have times for every visitor, before and after a move. */
  async function booked(user: BookingUser, event_id: string, more: object = {}) {
    const link = await createLink(kalends, user, {
      event: { event_id, summary: 'Site visit' },
      availability: {
        participants: [{ members: [{ sub: user.sub }], required: 'all' }],
        required_duration: { minutes: 30 },
        response_format: 'slots',
        query_periods: [7, 8, 9].map((days) => ({ start: iso(nine(days)), end: iso(nine(days) + 12 * 3_600_000) })),
      },
      callback_urls: { completed_url: receiver.url },
      allow: ['reschedule', 'cancel'],
      ...more,
    });
    const { nonce, starts } = fieldsOf(await untilFree(link));
    expect((await post(link.url, { nonce, start: starts[0]!, action: 'book', tzid: 'UTC' })).status).toBe(303);
    await waitUntil(async () => (await stateOf(kalends, user, link)).status === 'completed', { timeout: 60_000 });
    return { link, event_id, start: starts[0]! };
  }

  /** The page, with the times of the last day, on which nothing is booked before a move. */
  const pageOf = async ({ url }: Link, path = '') =>
    (await fetch(`${url}${path}?tzid=UTC&hours=H&day=${iso(nine(9)).slice(0, 10)}`)).text();
  const formAt = async (link: Link, path: string) => fieldsOf(await pageOf(link, path));

  const random = randomOf(seed);
  it.each(Array.from({ length: kills }, (_, n) => n + 1))(
    `given ${changed} visitors who move or cancel and SIGKILL %i, then each change is done or nothing has changed, with one callback each (seed ${seed})`,
    async () => {
      receiver.calls.length = 0;
      const user = await kalends.user();
      const links: (Awaited<ReturnType<typeof booked>> & { isMove: boolean })[] = [];
      for (let n = 0; n < changed; n += 1) links.push({ ...(await booked(user, `visit-${n}`)), isMove: n % 2 === 0 });
      await waitUntil(() => receiver.calls.length === changed, { timeout: 60_000 });
      const forms: Awaited<ReturnType<typeof formAt>>[] = [];
      for (const { link, isMove } of links) forms.push(await formAt(link, isMove ? '/reschedule' : '/cancel'));
      const sent = links.map(({ link, isMove }, n) => {
        const { nonce, starts } = forms[n]!;
        const start = starts.at(-1 - n);
        const form: Record<string, string> = isMove
          ? { nonce, action: 'book', start: start!, tzid: 'UTC' }
          : { nonce, tzid: 'UTC' };
        return post(link.url + (isMove ? '/reschedule' : '/cancel'), form).then(
          ({ status }) => status,
          () => null,
        );
      });
      await delay(random.next() * 600);
      await services.kill('all-in-one');
      await services.start('all-in-one');
      await Promise.all(sent);
      const settled = async ({ link }: { link: Link }) => !/is being (changed|cancelled)/.test(await pageOf(link));
      await waitUntil(async () => (await Promise.all(links.map(settled))).every(Boolean), { timeout: 120_000 });
      const states = await Promise.all(links.map(({ link }) => stateOf(kalends, user, link)));
      const isDone = links.map(
        ({ start }, n) => states[n]!.status === 'disabled' || states[n]!.event.start!.time !== start,
      );
      const count = changed + isDone.filter(Boolean).length;
      await waitUntil(() => new Set(receiver.calls.map(({ id }) => id)).size === count, { timeout: 60_000 });
      const expected = states.flatMap(({ status, event }) =>
        status === 'completed' ? [[event.event_id, event.start!.time]] : [],
      );
      await waitUntil(async () => {
        const found = (await eventsOf(user)).map(({ event_id, start }) => [event_id, start]);
        return JSON.stringify(found.sort()) === JSON.stringify(expected.sort());
      });
      // a change that was answered is not lost
      for (const [n, status] of (await Promise.all(sent)).entries())
        if (status === 303) expect([n, isDone[n]]).toEqual([n, true]);
    },
  );

  describe('given a calendar at a provider', () => {
    let caldav: FaultyCaldav;
    let user: BookingUser;
    let target_calendars: object[];
    beforeAll(async () => {
      caldav = await startFaultyCaldav();
      user = await kalends.user();
      const profile = { provider_name: 'caldav', url: caldav.url, username: 'ann', password: 'right' };
      expect((await kalends.admin('POST', `/accounts/${user.sub}/profiles`, profile)).status).toBeLessThan(300);
      type Listed = { calendars: { calendar_id: string; provider_name: string }[] };
      const listed = async () => (await kalends.get<Listed>(user.access_token, '/v1/calendars')).body.calendars;
      const found = await waitUntil(async () => (await listed()).find((one) => one.provider_name === 'caldav'));
      target_calendars = [found.calendar_id, user.calendar_id].map((calendar_id) => ({ sub: user.sub, calendar_id }));
    });
    afterAll(() => caldav.stop());
    beforeEach(() => caldav.set(null));

    it.each([
      ['PUT', '/reschedule', 'did not accept the new time'],
      ['DELETE', '/cancel', 'did not accept the cancellation'],
    ] as const)(
      'given that it refuses a %s (403), then the earlier time stays in every calendar, the page states that, and nothing is called back (SCH-18)',
      async (method, path, words) => {
        const { link, start, event_id } = await booked(user, `refused-${method}`, { target_calendars });
        await waitUntil(() => receiver.calls.length === 1, { timeout: 30_000 });
        const { nonce, starts } = await formAt(link, path);
        caldav.set({ method, status: 403, everywhere: true });
        expect(
          (await post(link.url + path, { nonce, action: 'book', start: starts[0] ?? '', tzid: 'UTC' })).status,
        ).toBe(303);
        await waitUntil(async () => (await pageOf(link)).includes(words), { timeout: 60_000, what: words });
        caldav.set(null);
        expect(await stateOf(kalends, user, link)).toMatchObject({
          status: 'completed',
          event: { start: { time: start } },
        });
        await waitUntil(async () => {
          const own = (await eventsOf(user)).filter((one) => one.event_id === event_id);
          return own.length === 2 && own.every((one) => one.start === start);
        });
        expect(receiver.calls).toHaveLength(1);
      },
    );

    it('given that it does not answer for a while, then page and API keep the earlier time, and everything is changed when it does (SCH-18)', async () => {
      const { link, start } = await booked(user, 'late', { target_calendars });
      const { nonce, starts } = await formAt(link, '/reschedule');
      const before = receiver.calls.length;
      caldav.set({ method: 'PUT', status: 503, everywhere: true });
      await post(`${link.url}/reschedule`, { nonce, action: 'book', start: starts.at(-1)!, tzid: 'UTC' });
      expect(await pageOf(link)).toMatch(/The time is being changed[\s\S]*Booked until then/);
      expect(await stateOf(kalends, user, link)).toMatchObject({
        status: 'completed',
        event: { start: { time: start } },
      });
      expect(receiver.calls.length).toBe(before);
      caldav.set(null);
      await waitUntil(async () => (await stateOf(kalends, user, link)).event.start?.time === starts.at(-1), {
        timeout: 120_000,
      });
      await waitUntil(() => receiver.calls.length === before + 1, { timeout: 30_000 });
    });
  });
});
