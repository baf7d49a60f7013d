import { missingForRadicale, skipFor, startRadicale, waitUntil, type Radicale } from '@kalends/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { period, times, type Availability } from './harness/availability-pair.js';
import { call, e2e } from './harness/kalends.js';
import { RadicaleCalendar } from './harness/radicale-calendar.js';

e2e('availability over a CalDAV calendar', (kalends) => {
  let radicale: Radicale | undefined;
  beforeEach(async (context) => {
    const missing = missingForRadicale();
    if (missing) return skipFor(context, missing);
    radicale = await startRadicale({ users: { ada: 'secret' } });
  });
  afterEach(async () => {
    await radicale?.stop();
    radicale = undefined;
  });

  it('given events that others put on the server, when synced, then busy time follows their moves and deletions', async () => {
    const calendar = await RadicaleCalendar.create(radicale!, 'ada', 'secret', 'work');
    const ics = (start: string, end: string) =>
      [
        'BEGIN:VCALENDAR',
        'VERSION:2.0',
        'PRODID:-//test//EN',
        'BEGIN:VEVENT',
        'UID:theirs',
        'DTSTAMP:20261101T000000Z',
        `DTSTART:${start}`,
        `DTEND:${end}`,
        'SUMMARY:Theirs',
        'END:VEVENT',
        'END:VCALENDAR',
        '',
      ].join('\r\n');
    expect(await calendar.put('theirs.ics', ics('20261207T090000Z', '20261207T100000Z'))).toBeLessThan(300);
    const application = await kalends().application();
    const user = await kalends().account(application);
    const body = { provider_name: 'caldav', url: radicale!.url, username: 'ada', password: 'secret' };
    expect((await kalends().admin('POST', `/accounts/${user.sub}/profiles`, body)).status).toBe(201);
    const query = {
      participants: { members: { sub: user.sub }, required: 'all' },
      required_duration: { minutes: 60 },
      query_periods: period,
    };
    const queryAvailability = async () =>
      (
        await call<Availability>('POST', kalends().url('/v1/availability'), {
          token: application.client_secret,
          body: query,
        })
      ).body;
    const free = async () => JSON.stringify(times((await queryAvailability()).available_periods));
    const becomes = (expected: string[]) =>
      waitUntil(async () => (await free()) === JSON.stringify(expected), { timeout: 60_000, what: String(expected) });
    await becomes(['08:00-09:00', '10:00-18:00']);
    expect((await queryAvailability()).members).toBeUndefined();
    await calendar.put('theirs.ics', ics('20261207T140000Z', '20261207T150000Z'));
    await becomes(['08:00-14:00', '15:00-18:00']);
    await calendar.remove('theirs.ics');
    await becomes(['08:00-18:00']);
  });
});
