import { waitUntil } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import { times, type Availability } from './harness/availability-pair.js';
import { ada, otto } from './harness/google-installation.js';
import { transport, useJourneys } from './harness/journeys.js';
import { call } from './harness/kalends.js';

const waitOptions = { timeout: 60_000 };
/** A Monday in summer: London is an hour ahead of UTC, Berlin two. */
const monday = { start: '2031-05-05T04:00:00Z', end: '2031-05-05T22:00:00Z' };

describe(`working hours at providers (${transport})`, () => {
  const world = useJourneys({
    microsoft: { MICROSOFT_OPTIONAL_ACCESS: 'working-hours', GOOGLE_OPTIONAL_ACCESS: 'working-hours' },
  });

  it('given hours at Google and in Outlook.com, then both are offered together, without events; before, the member is refused in words (AVL-30, AVL-31)', async () => {
    const { at, journey, callback } = world;
    const availableTimes = [{ dayOfWeek: 'monday', periodStart: 9 * 60, periodEnd: 12 * 60 }];
    const primary = { email: ada, id: ada, summary: 'Home', primary: true, timeZone: 'Europe/London' };
    const zone = { timeZone: { name: 'W. Europe Standard Time' } };
    const evening = { daysOfWeek: ['monday'], startTime: '17:00:00.0000000', endTime: '20:00:00.0000000', ...zone };
    const lunch = { subject: 'Call', start: local('15:30'), end: local('16:00') };
    await at.control('seed', {
      calendars: [{ ...primary, workingHours: { workingHoursEnabled: true, availableTimes } }],
      microsoft: {
        users: [{ email: otto, name: 'Otto', tenant: 'personal', timeZone: 'Europe/London', workingHours: evening }],
        events: [{ email: otto, event: lunch }],
      },
    });
    const application = await at.kalends.application([callback.url]);
    const query = (sub: string, more: object = {}) =>
      call<Availability>('POST', at.kalends.url('/v1/availability'), {
        token: application.client_secret,
        body: {
          participants: [{ members: [{ sub, managed_availability: 'provider', ...more }], required: 'all' }],
          required_duration: { minutes: 30 },
          query_periods: [monday],
          explain: true,
        },
      });

    const bob = await at.kalends.account(application, { email: 'bob@example.com' });
    const refused = await query(bob.sub);
    expect([refused.status, Object.keys(refused.body.errors!)]).toEqual([
      422,
      ['participants[0].members[0].managed_availability'],
    ]);
    expect(refused.text).toContain(`no connected profile of ${bob.sub} has working hours at its provider`);

    await journey.begin(application, { provider_name: 'google' });
    await journey.consentAtGoogle(ada);
    const { tokens } = await journey.allow(application);
    const found = (expected: string[]) =>
      waitUntil(async () => {
        const { body } = await query(tokens.sub);
        return JSON.stringify(times(body.available_periods)) === JSON.stringify(expected) && body;
      }, waitOptions);
    const morning = await found(['08:00-11:00']);
    expect(morning.unavailable!.flatMap(({ members }) => members.map(({ reason }) => reason))).toEqual([
      'outside_periods',
      'outside_periods',
    ]);

    await journey.begin(application, { provider_name: 'live_connect' });
    await journey.consentAtMicrosoft(otto);
    expect((await journey.allow(application)).tokens.sub).toBe(tokens.sub);
    await found(['08:00-11:00', '15:00-15:30', '16:00-18:00']);
  });
});

const local = (time: string) => ({ dateTime: `2031-05-05T${time}:00`, timeZone: 'UTC' });
