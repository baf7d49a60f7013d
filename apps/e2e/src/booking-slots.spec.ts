import { roundsOf, waitUntil } from '@kalends/testing';
import { expect, it } from 'vitest';
import { createLink, fieldsOf, iso, nine, post, stateOf, untilFree, type BookingUser } from './harness/booking-page.js';
import { e2e } from './harness/kalends.js';

/** How many of the offered times are passed over after each that is booked. */
const passed = 7 - roundsOf('BOOKING_SLOTS', { usual: 1, nightly: 7 });
const zone = 'Asia/Kathmandu';

e2e('the times on the page of a booking link', (kalends) => {
  /** Links with the same query, each of somebody whose time is all free. */
  const linkOf = (user: BookingUser) =>
    createLink(kalends(), user, {
      availability: {
        participants: [{ members: [{ sub: user.sub }], required: 'all' }],
        required_duration: { minutes: 25 },
        buffer: { before: { minutes: 10 }, after: { minutes: 5 } },
        query_periods: [7, 8].map((days) => ({ start: iso(nine(days)), end: iso(nine(days) + 3 * 3_600_000) })),
      },
    });

  it(`given every time that is shown in ${zone}, when one in ${passed + 1} is booked on a fresh link, then each is completed at that time (complaint 12)`, async () => {
    const user = await kalends().user();
    const link = await linkOf(user);
    await untilFree(link);
    const address = `${link.url}?tzid=${encodeURIComponent(zone)}`;
    const load = async (query: string) => (await fetch(`${address}${query}`)).text();
    const days = new Set([...(await load('')).matchAll(/day=(\d{4}-\d\d-\d\d)/g)].map((match) => match[1]!));
    const shown = new Set<string>();
    for (const day of days) for (const start of fieldsOf(await load(`&day=${day}`)).starts) shown.add(start);
    const starts = [...shown].sort();
    expect(starts.length).toBeGreaterThan(15);
    for (let n = 0; n < starts.length; n += passed + 1) {
      const own = await kalends().user();
      const fresh = await linkOf(own);
      const { nonce } = fieldsOf(await untilFree(fresh));
      const { status } = await post(fresh.url, { nonce, start: starts[n]!, action: 'book', tzid: zone });
      expect([starts[n], status]).toEqual([starts[n], 303]);
      await waitUntil(async () => (await stateOf(kalends(), own, fresh)).event.start?.time === starts[n]);
    }
  });
});
