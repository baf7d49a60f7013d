// @module-tag long
import { execFile } from 'node:child_process';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { missingForPython, python, skipFor, waitUntil } from '@kalends/testing';
import Cronofy from 'cronofy';
import { afterEach, beforeEach, describe, expect, it, type TestContext } from 'vitest';
import { startChannelReceiver, type ChannelReceiver } from './harness/channel-receiver.js';
import { ada } from './harness/google-installation.js';
import { transport, useJourneys } from './harness/journeys.js';
import type { Application } from './harness/kalends.js';

const waitOptions = { timeout: 60_000 };
const monday = { start: '2031-05-05T04:00:00Z', end: '2031-05-05T22:00:00Z' };
const morning = { start: '2031-05-05T08:00:00Z', end: '2031-05-05T10:00:00Z' };
const window = { tzid: 'Etc/UTC', from: '2031-05-05', to: '2031-05-06' };

interface Shown {
  profile_warnings?: { code: string }[];
}

/** With a profile that has what only Kalends has: kinds of events, working hours, the end of a consent. */
describe(`members of our own, in what official clients read and pass through (${transport})`, () => {
  const world = useJourneys({ microsoft: { GOOGLE_OPTIONAL_ACCESS: 'working-hours' } });
  let receiver: ChannelReceiver;
  beforeEach(async () => void (receiver = await startChannelReceiver()));
  afterEach(() => receiver.stop());

  /** Ada connects her Google, whose consent ends after so many seconds. */
  async function connect(application: Application, seconds: number) {
    const { at, journey } = world;
    await at.control('testing-mode', { seconds });
    await journey.begin(application, { provider_name: 'google' });
    await journey.consentAtGoogle(ada);
    return (await journey.allow(application)).tokens;
  }

  async function connected() {
    const { at, callback } = world;
    const availableTimes = [{ dayOfWeek: 'monday', periodStart: 9 * 60, periodEnd: 12 * 60 }];
    const primary = { email: ada, id: ada, summary: 'Home', primary: true, timeZone: 'Europe/London' };
    const time = (dateTime: string) => ({ dateTime, timeZone: 'UTC' });
    const focus = { id: 'focus', summary: 'Focus', eventType: 'focusTime', start: time('2031-05-05T10:00:00Z'), end: time('2031-05-05T11:00:00Z') }; // prettier-ignore
    await at.control('seed', {
      calendars: [{ ...primary, workingHours: { workingHoursEnabled: true, availableTimes } }],
      events: [{ calendar: ada, event: focus }],
    });
    const application = await at.kalends.application([callback.url]);
    const tokens = await connect(application, 604_799);
    const { client_id, client_secret } = application;
    const { access_token, sub } = tokens;
    const client = new Cronofy({ client_id, client_secret, access_token });
    client.urls.api = at.kalends.deployment.baseUrl;
    return { application, tokens, client, sub };
  }

  const members = (sub: string) => [{ members: [{ sub, managed_availability: 'provider' }], required: 'all' }];

  it('given the npm client, then it reads and sends all of them, and verifies their notification', async () => {
    const { application, client, sub, tokens } = await connected();
    await waitUntil(async () => (await client.readEvents(window)).events.length > 0, waitOptions);
    const { events } = await client.readEvents(window);
    expect(events).toMatchObject([{ summary: 'Focus', event_type: 'focus_time' }]);
    expect((await client.readEvents({ ...window, event_types: ['birthday'] })).events).toEqual([]);
    const profile = async () => (await client.profileInformation()).profiles[0] as Shown;
    await waitUntil(async () => (await profile()).profile_warnings, waitOptions);
    expect((await profile()).profile_warnings).toMatchObject([{ code: 'consent_ends' }]);

    const query = { participants: members(sub), required_duration: { minutes: 60 }, query_periods: [monday] };
    const periods = async () => (await client.availability(query).catch(() => undefined))?.available_periods;
    await waitUntil(async () => (await periods())?.length, waitOptions);
    expect(await periods()).toMatchObject([morning]);

    const filters = { profile_expiring: true };
    const { channel } = await client.createNotificationChannel({ callback_url: receiver.url, filters });
    expect((await client.listNotificationChannels()).channels).toMatchObject([{ filters }]);
    expect((await connect(application, 3_600)).sub).toBe(tokens.sub);
    await waitUntil(() => receiver.of(channel.channel_id).includes('profile_expiring'), waitOptions);
    const { headers, raw } = receiver.calls.find((one) => one.body.notification.type === 'profile_expiring')!;
    const hmac = String(headers['cronofy-hmac-sha256']);
    expect(client.hmacValid({ hmac, body: raw, client_secret: application.client_secret })).toBe(true);
  });

  it('given the Python client, then it reads all of them, and sends those that it passes through', async (context: TestContext) => {
    const missing = missingForPython('pycronofy', 'pycronofy==2.1.1');
    if (missing) return skipFor(context, missing);
    const { application, client, tokens, sub } = await connected();
    await waitUntil(async () => (await client.readEvents(window)).events.length > 0, waitOptions);
    const query = { participants: members(sub), required_duration: { minutes: 60 }, query_periods: [monday] };
    const found = () => client.availability(query).then(({ available_periods: { length } }) => length, () => 0); // prettier-ignore
    await waitUntil(found, waitOptions);
    const user = JSON.stringify({ ...tokens, ...application });
    const env = { ...process.env, KALENDS_URL: world.at.kalends.deployment.baseUrl, KALENDS_USER: user };
    const { stdout } = await promisify(execFile)(python(), [join(import.meta.dirname, 'clients/python-members.py')], { env }); // prettier-ignore
    expect(JSON.parse(stdout)).toEqual({
      types: ['focus_time'],
      warnings: ['consent_ends'],
      available: [[morning.start, morning.end]],
      changed: ['Daily', 'Review', 'Daily'],
    });
  });
});
