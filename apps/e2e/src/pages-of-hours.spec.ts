// @module-tag long
import { waitUntil } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import type { Availability } from './harness/availability-pair.js';
import { createLink, fieldsOf, iso, nine, untilFree } from './harness/booking-page.js';
import { ada } from './harness/google-installation.js';
import { transport, useJourneys } from './harness/journeys.js';
import { call, type Account } from './harness/kalends.js';
import { OwnElementsPage } from './harness/own-elements-page.js';

const hour = 3_600_000;
/** A Monday in a week or more, from early morning to late evening in London. */
const monday = [7, 8, 9, 10, 11, 12, 13].map((days) => nine(days)).find((at) => new Date(at).getUTCDay() === 1)!;
const period = { start: iso(monday - 5 * hour), end: iso(monday + 11 * hour) };
const hours = ['09:00', '09:30', '10:00', '10:30', '11:00', '11:30'];
const inLondon = (at: string) =>
  new Intl.DateTimeFormat('en-GB', { timeZone: 'Europe/London', hour: '2-digit', minute: '2-digit' }).format(
    new Date(at),
  );

describe(`pages with the working hours of a provider (${transport})`, () => {
  const world = useJourneys({ microsoft: { GOOGLE_OPTIONAL_ACCESS: 'working-hours' } });

  it('given hours at Google from nine to twelve, then a booking link and our own Element show only these (AVL-30)', async () => {
    const { at, journey, callback } = world;
    const availableTimes = [{ dayOfWeek: 'monday', periodStart: 9 * 60, periodEnd: 12 * 60 }];
    const primary = { email: ada, id: ada, summary: 'Home', primary: true, timeZone: 'Europe/London' };
    await at.control('seed', {
      calendars: [{ ...primary, workingHours: { workingHoursEnabled: true, availableTimes } }],
    });
    const application = await at.kalends.application([callback.url]);
    await journey.begin(application, { provider_name: 'google' });
    await journey.consentAtGoogle(ada);
    const { tokens } = await journey.allow(application);
    const { sub, access_token } = tokens;
    const query = {
      participants: [{ members: [{ sub, managed_availability: 'provider' }], required: 'all' }],
      required_duration: { minutes: 30 },
      query_periods: [period],
    };
    const token = application.client_secret;
    const known = async () =>
      (await call<Availability>('POST', at.kalends.url('/v1/availability'), { token, body: query })).status === 200;
    await waitUntil(known, { timeout: 60_000, what: 'availability to know the hours' });

    const { calendars } = (
      await at.kalends.get<{ calendars: { calendar_id: string }[] }>(access_token, '/v1/calendars')
    ).body;
    const user = { ...(tokens as unknown as Account), calendar_id: calendars[0]!.calendar_id, application };
    const link = await createLink(at.kalends, user, { availability: { ...query, response_format: 'slots' } });
    const { starts } = fieldsOf(await untilFree(link));
    expect(starts.map(inLondon)).toEqual(hours);

    const own = await OwnElementsPage.open(at.kalends.deployment.baseUrl, { timezoneId: 'Europe/London' });
    try {
      const body = { permissions: ['availability'], subs: [sub], origin: own.origin };
      const element = await call<{ element_token: { token: string } }>('POST', at.kalends.url('/v1/element_tokens'), {
        token,
        body,
      });
      const picker = await own.show('kalends-slot-picker', {
        attributes: { 'element-token': element.body.element_token.token, tzid: 'Europe/London' },
        properties: { query: { ...query, start_interval: { minutes: 30 } } },
      });
      await picker.locator('.time').first().waitFor();
      const shown = await picker.locator('.time').allInnerTexts();
      expect(shown.map((text) => /\d+:\d\d/.exec(text)![0].padStart(5, '0'))).toEqual(hours);
      expect(own.complaints).toEqual([]);
    } finally {
      await own.close();
    }
  });
});
