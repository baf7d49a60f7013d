// @module-tag long
import { waitUntil } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import { createLink, fieldsOf, iso, nine, post, stateOf, type BookingUser, type Link } from './harness/booking-page.js';
import { ada, bob, mia } from './harness/google-installation.js';
import { transport, useJourneys } from './harness/journeys.js';
import type { Application } from './harness/kalends.js';

const patient = { timeout: 60_000 };

interface AtGoogle {
  id: string;
  status: string;
  summary?: string;
  sequence?: number;
  hangoutLink?: string;
  start?: { dateTime?: string };
  attendees?: { email: string }[];
}

interface AtMicrosoft {
  fields: { subject?: string };
  start?: { dateTime: string };
}

interface Calendar {
  calendar_id: string;
  provider_name: string;
}

/** Every write of these providers is refused, until faults are cleared. */
const refusals = {
  google: [{ path: '/calendar/v3/', status: 403, reason: 'forbidden' }, ['POST', 'PATCH', 'PUT']],
  exchange: [{ path: '/v1.0/', status: 403, reason: 'ErrorAccessDenied' }, ['POST', 'PATCH']],
} as const;

describe(`bookings at the simulated Google and Microsoft (${transport})`, () => {
  const world = useJourneys({ microsoft: true });

  const startOf = (value: string | undefined) =>
    value ? Date.parse(/Z|[+-]\d\d:\d\d$/.test(value) ? value : `${value}Z`) : 0;
  const atGoogle = async (summary: string, calendar = ada) =>
    ((await world.at.eventsOf(calendar)) as AtGoogle[]).find(
      (one) => one.summary === summary && one.status !== 'cancelled',
    );
  const atMicrosoft = async (summary: string) =>
    ((await world.at.microsoftEventsOf(mia)) as AtMicrosoft[]).find(({ fields }) => fields.subject === summary);

  const refuse = async (who: keyof typeof refusals) => {
    const [fault, methods] = refusals[who];
    for (const method of methods) await world.at.control('faults', { ...fault, method, times: 100 });
  };

  /** An account with a calendar at each of the providers. */
  async function connected(): Promise<{ user: BookingUser; calendars: Calendar[] }> {
    await world.at.control('faults/clear', {});
    const application = await world.at.kalends.application([world.callback.url]);
    await world.journey.begin(application, { provider_name: 'google' });
    await world.journey.consentAtGoogle(ada);
    await world.journey.allow(application);
    await world.journey.begin(application, { provider_name: 'exchange' });
    await world.journey.consentAtMicrosoft(mia);
    const { tokens } = await world.journey.allow(application);
    const calendars = await waitUntil(async () => {
      const { body } = await world.at.kalends.get<{ calendars: Calendar[] }>(tokens.access_token, '/v1/calendars');
      const found = body.calendars.filter(({ provider_name }) => provider_name !== 'apple');
      return found.length >= 2 && found;
    }, patient);
    return { user: { ...tokens, calendar_id: calendars[0]!.calendar_id, application } as never, calendars };
  }

  const linkOf = (user: BookingUser, calendars: readonly Calendar[], summary: string) =>
    createLink(world.at.kalends, user, {
      event: { event_id: summary, summary, conferencing: { profile_id: 'default' } },
      target_calendars: calendars.map(({ calendar_id }) => ({ sub: user.sub, calendar_id })),
      allow: ['reschedule', 'cancel'],
    });

  const pageOf = async ({ url }: Link, path = '') => (await fetch(`${url}${path}?tzid=UTC&hours=H`)).text();
  const free = (link: Link, path = '') =>
    waitUntil(async () => {
      const text = await pageOf(link, path);
      return text.includes('name="start"') && fieldsOf(text);
    }, patient);
  /** Posts the first free time, or that one. */
  async function pick(link: Link, path = '', index = 0): Promise<string> {
    const { nonce, starts } = await free(link, path);
    const start = starts.at(index)!;
    expect((await post(link.url + path, { nonce, start, action: 'book', tzid: 'UTC' })).status).toBe(303);
    return start;
  }
  const at = (user: BookingUser, link: Link, start: string) =>
    waitUntil(async () => (await stateOf(world.at.kalends, user, link)).event.start?.time === start, {
      ...patient,
      what: start,
    });

  it('given a booking in both, when it is moved and cancelled, then it is the same event at Google, with its Meet code and a higher sequence, and both are gone (SCH-17)', async () => {
    const { user, calendars } = await connected();
    const link = await linkOf(user, calendars, 'Moved');
    const first = await pick(link);
    await at(user, link, first);
    const before = await waitUntil(async () => {
      const found = await atGoogle('Moved');
      return found?.hangoutLink !== undefined && found;
    }, patient);
    const second = await pick(link, '/reschedule', -1);
    await at(user, link, second);
    const after = (await atGoogle('Moved'))!;
    expect([after.id, after.hangoutLink]).toEqual([before.id, before.hangoutLink]);
    expect(after.sequence ?? 0).toBeGreaterThan(before.sequence ?? 0);
    expect(startOf(after.start?.dateTime)).toBe(Date.parse(second));
    expect(startOf((await atMicrosoft('Moved'))!.start!.dateTime)).toBe(Date.parse(second));
    const { nonce } = fieldsOf(await pageOf(link, '/cancel'));
    await post(`${link.url}/cancel`, { nonce, tzid: 'UTC' });
    await waitUntil(async () => (await stateOf(world.at.kalends, user, link)).status === 'disabled', patient);
    expect([await atGoogle('Moved'), await atMicrosoft('Moved')]).toEqual([undefined, undefined]);
  });

  it.each(['google', 'exchange'] as const)(
    'given that %s refuses a booking, then the event of the other is withdrawn, the link is open, and a later booking has a Meet code of its own (SCH-6)',
    async (who) => {
      const { user, calendars } = await connected();
      const summary = `Refused by ${who}`;
      const link = await linkOf(user, calendars, summary);
      await free(link);
      await refuse(who);
      const codes = new Set<string>();
      const { nonce, starts } = await free(link);
      await post(link.url, { nonce, start: starts[0]!, action: 'book', tzid: 'UTC' });
      await waitUntil(
        async () => {
          const code = (await atGoogle(summary))?.hangoutLink;
          if (code) codes.add(code);
          return (await pageOf(link)).includes('nothing was booked');
        },
        { ...patient, interval: 50, what: 'a page that reports the refusal' },
      );
      expect((await stateOf(world.at.kalends, user, link)).status).toBe('open');
      await waitUntil(async () => !(await atGoogle(summary)) && !(await atMicrosoft(summary)), patient);
      await world.at.control('faults/clear', {});
      await at(user, link, await pick(link));
      const later = await waitUntil(async () => (await atGoogle(summary))?.hangoutLink, patient);
      expect(codes.has(later)).toBe(false);
      if (who === 'exchange') expect(codes.size).toBe(1);
      expect(await atMicrosoft(summary)).toBeDefined();
    },
  );

  it.each(['google', 'exchange'] as const)(
    'given that %s refuses a move, then both have the earlier time, and the page states that (SCH-18)',
    async (who) => {
      const { user, calendars } = await connected();
      const summary = `Not moved by ${who}`;
      const link = await linkOf(user, calendars, summary);
      const start = await pick(link);
      await at(user, link, start);
      await refuse(who);
      await pick(link, '/reschedule', -1);
      await waitUntil(async () => (await pageOf(link)).includes('did not accept the new time'), patient);
      await world.at.control('faults/clear', {});
      expect(await stateOf(world.at.kalends, user, link)).toMatchObject({
        status: 'completed',
        event: { start: { time: start } },
      });
      await waitUntil(
        async () =>
          startOf((await atGoogle(summary))?.start?.dateTime) === Date.parse(start) &&
          startOf((await atMicrosoft(summary))?.start?.dateTime) === Date.parse(start),
        { ...patient, what: 'the earlier time in both' },
      );
    },
  );

  it('given one event for several people, then it is in the first calendar, the others are its attendees, and a move keeps it so (SCH-4)', async () => {
    const { user, calendars } = await connected();
    const google = calendars.filter(({ provider_name }) => provider_name === 'google');
    const application: Application = user.application;
    const guest = await world.at.kalends.account(application, { email: bob, name: 'Bob' });
    const link = await createLink(world.at.kalends, user, {
      event: { event_id: 'single', summary: 'For both' },
      event_creation: 'single',
      availability: {
        participants: [{ members: [{ sub: user.sub }, { sub: guest.sub }], required: 'all' }],
        required_duration: { minutes: 30 },
        response_format: 'slots',
        query_periods: [7, 8].map((days) => ({ start: iso(nine(days)), end: iso(nine(days) + 2 * 3_600_000) })),
      },
      target_calendars: [
        { sub: user.sub, calendar_id: google[0]!.calendar_id },
        { sub: guest.sub, calendar_id: guest.calendar_id },
      ],
      allow: ['reschedule'],
    });
    for (const path of ['', '/reschedule']) {
      const start = await pick(link, path, path === '' ? 0 : -1);
      await at(user, link, start);
      const event = (await atGoogle('For both'))!;
      expect(startOf(event.start?.dateTime)).toBe(Date.parse(start));
      expect(await world.at.kalends.events(guest.access_token, `tzid=UTC&from=${iso(nine(6)).slice(0, 10)}`)).toEqual(
        [],
      );
      const guests = (event.attendees ?? []).map(({ email }) => email).filter((email) => email !== ada);
      expect([path, guests]).toEqual([path, [bob]]);
    }
  });
});
