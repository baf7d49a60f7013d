// @module-tag long
import { createPool } from '@kalends/postgres';
import { waitUntil } from '@kalends/testing';
import { describe, expect, it } from 'vitest';
import { objectOf, profilesOf } from './harness/browser-journey.js';
import { ada, mia } from './harness/google-installation.js';
import { transport, useJourneys } from './harness/journeys.js';
import { call, type Application } from './harness/kalends.js';
import { RadicaleCalendar } from './harness/radicale-calendar.js';

const waitOptions = { timeout: 60_000 };
const may = 'tzid=Etc/UTC&from=2031-05-01&to=2031-05-31';
const times = (day: string) => ({
  start: { dateTime: `2031-05-${day}T08:00:00Z` },
  end: { dateTime: `2031-05-${day}T09:00:00Z` },
});
const atMicrosoft = (subject: string, day: string) => ({
  subject,
  start: { dateTime: `2031-05-${day}T10:00:00`, timeZone: 'UTC' },
  end: { dateTime: `2031-05-${day}T11:00:00`, timeZone: 'UTC' },
});

interface State {
  counts: Record<string, number>;
  channels: unknown[];
  microsoft: { counts: Record<string, number>; subscriptions: unknown[] };
}

describe(`access to Google and Microsoft that a user has revoked (${transport})`, () => {
  const world = useJourneys({ microsoft: true });

  const state = async () => (await (await fetch(`${world.at.simulatorUrl}/control/state`)).json()) as State;
  const titles = async (token: string) =>
    (await world.at.kalends.events<{ summary: string }>(token, may)).map(({ summary }) => summary).sort();
  const hasRead = (token: string, ...summaries: string[]) =>
    waitUntil(async () => (await titles(token)).join() === summaries.join(), {
      ...waitOptions,
      what: summaries.join(),
    });
  async function query<Row extends object>(sql: string): Promise<Row[]> {
    const pool = createPool({ url: world.at.kalends.deployment.databaseUrl, max: 1 });
    const { rows } = await pool.query<Row>(sql);
    await pool.end();
    return rows;
  }
  const count = async (table: string) =>
    (await query<{ n: number }>(`SELECT count(*)::int AS n FROM calendar_sync.${table}`))[0]!.n;
  const availability = ({ client_secret: token }: Application, sub: string) =>
    call('POST', world.at.kalends.url('/v1/availability'), {
      token,
      body: {
        participants: [{ members: [{ sub }], required: 'all' }],
        required_duration: { minutes: 60 },
        query_periods: [{ start: '2031-05-07T00:00:00Z', end: '2031-05-08T00:00:00Z' }],
      },
    });

  /** Every profile is due, and another application's calendar has been synced since. */
  async function everybodyIsDue(work: RadicaleCalendar, token: string) {
    await work.put('later.ics', objectOf('later', 'Later', '20310509T080000Z'));
    await query('UPDATE calendar_sync.profile SET next_sync_at = 0 WHERE next_sync_at IS NOT NULL');
    await hasRead(token, 'Dentist', 'Later');
  }

  it('given push channels, then they are closed, the tokens revoked at Google and erased, and no further request is sent; a new consent brings everything back (AUTH-13, AUTH-14)', async () => {
    const { at, journey, chromium, callback } = world;
    const work = await RadicaleCalendar.create(world.radicale, 'ada', 'app-password', 'work');
    await work.put('dentist.ics', objectOf('dentist', 'Dentist', '20310506T080000Z'));
    await at.control('seed', { events: [{ calendar: ada, event: { id: 'gym', summary: 'Gym', ...times('07') } }] });
    await at.control('seed', { microsoft: { events: [{ email: mia, event: atMicrosoft('Standup', '07') }] } });

    const watcher = await at.kalends.application([callback.url]);
    await journey.begin(watcher);
    await journey.choose('Another CalDAV server');
    await journey.logIn({ url: world.radicale.url, username: 'ada', password: 'app-password' });
    const watching = (await journey.allow(watcher)).tokens.access_token;
    await hasRead(watching, 'Dentist');

    const application = await at.kalends.application([callback.url]);
    await journey.begin(application, { provider_name: 'google' });
    await journey.consentAtGoogle(ada);
    const first = (await journey.allow(application)).tokens;
    await journey.begin(application, { provider_name: 'exchange' });
    await journey.consentAtMicrosoft(mia);
    const { tokens } = await journey.allow(application);
    await hasRead(tokens.access_token, 'Gym', 'Standup');
    const isWatched = async () => {
      const { channels, microsoft } = await state();
      return channels.length > 0 && microsoft.subscriptions.length > 0;
    };
    await waitUntil(isWatched, { ...waitOptions, what: 'push channels' });
    expect((await availability(application, tokens.sub)).status).toBe(200);
    expect(await count('oauth_token')).toBe(2);

    await chromium.page.goto(at.kalends.url('/connected-applications'));
    const revoke = `Revoke access of ${application.name}`;
    await chromium.page.getByRole('button', { name: revoke }).last().click();
    const notice = await chromium.page.getByRole('status').textContent();
    for (const part of [ada, mia, 'erased after 30 days', 'myapps.microsoft.com']) expect(notice).toContain(part);
    const isDone = async () => (await count('oauth_token')) + (await count('departure')) === 0;
    await waitUntil(isDone, { ...waitOptions, what: 'tokens to be revoked' });
    const after = await state();
    expect([after.channels, after.microsoft.subscriptions, after.counts.revoke]).toEqual([[], [], 1]);

    await at.control('put-event', { calendar: ada, event: { id: 'run', summary: 'Run', status: 'confirmed', ...times('08') } }); // prettier-ignore
    await at.addAtMicrosoft(mia, atMicrosoft('Review', '08'));
    const before = await state();
    await everybodyIsDue(work, watching);
    const now = await state();
    expect([now.counts, now.microsoft.counts]).toEqual([before.counts, before.microsoft.counts]);
    expect(await availability(application, tokens.sub)).toMatchObject({
      status: 422,
      body: {
        errors: { 'participants[0].members[0].sub': [expect.objectContaining({ key: 'errors.not_authorized' })] },
      },
    });

    await journey.begin(application, { provider_name: 'google' });
    await journey.consentAtGoogle(ada);
    const again = (await journey.allow(application)).tokens;
    expect(again.sub).toBe(first.sub);
    await waitUntil(async () => (await titles(again.access_token)).includes('Run'), waitOptions);
    expect(
      (await profilesOf(at.kalends, again.access_token))
        .map(({ profile_name, profile_connected }) => [profile_name, profile_connected])
        .sort(),
    ).toEqual([
      [ada, true],
      [mia, false],
    ]);
  }, 180_000);
});
