import { readFile } from 'node:fs/promises';
import { waitUntil } from '@kalends/testing';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { startChannelReceiver, type ChannelReceiver } from './harness/channel-receiver.js';
import { ada } from './harness/google-installation.js';
import { transport, useJourneys } from './harness/journeys.js';
import { call } from './harness/kalends.js';

const waitOptions = { timeout: 60_000 };

interface Warned {
  profile_id: string;
  profile_connected: boolean;
  profile_relink_url?: string;
  profile_warnings?: { code: string; description: string; advice: string; ends_at?: string }[];
}

describe(`the health of connections, in advance (${transport})`, () => {
  const world = useJourneys();
  let receiver: ChannelReceiver;
  beforeEach(async () => {
    receiver = await startChannelReceiver();
  });
  afterEach(() => receiver.stop());

  const profiles = async (token: string) =>
    (await world.at.kalends.get<{ profiles: Warned[] }>(token, '/v1/profiles')).body.profiles;
  const warned = (token: string) =>
    waitUntil(async () => {
      const [profile] = await profiles(token);
      return profile?.profile_warnings && profile;
    }, waitOptions);
  const open = async (token: string, filters: object) => {
    const body = { callback_url: receiver.url, filters };
    const opened = await call<{ channel: { channel_id: string } }>('POST', world.at.kalends.url('/v1/channels'), {
      token,
      body,
    });
    return opened.body.channel.channel_id;
  };
  const metric = async () => {
    const pages = world.at.kalends.deployment.metricsUrls.map(async (url) => (await fetch(url)).text());
    return (await Promise.all(pages)).join('\n');
  };

  it('given a Google client in Testing, then the journey, the log, profiles and the admin API warn in words, and a channel is notified a day before (ACC-15, ACC-16, CBK-16)', async () => {
    const { at, journey, chromium } = world;
    const { kalends } = at;
    const application = await kalends.application([world.callback.url]);
    const connect = async (seconds: number) => {
      await at.control('testing-mode', { seconds });
      await journey.begin(application, { provider_name: 'google' });
      await journey.consentAtGoogle(ada);
      await chromium.page.getByText('This connection ends on').waitFor();
      expect(await journey.overflow()).toBeLessThanOrEqual(0);
      return (await journey.allow(application)).tokens;
    };
    const { access_token: token, sub } = await connect(604_799);
    const profile = await warned(token);
    const [warning] = profile.profile_warnings!;
    expect(profile).toMatchObject({ profile_connected: true });
    expect(profile).not.toHaveProperty('profile_relink_url');
    expect(warning).toMatchObject({ code: 'consent_ends' });
    expect(warning!.description).toMatch(/Google.*Testing/);
    expect(warning!.advice).toContain('Publish');
    const days = (new Date(warning!.ends_at!).getTime() - Date.now()) / 86_400_000;
    expect(days).toBeGreaterThan(6.9);
    expect(days).toBeLessThan(7);
    const shown = await kalends.admin<{ account: { profile_states: Warned[] } }>('GET', `/accounts/${sub}`);
    expect(shown.body.account.profile_states).toMatchObject([{ profile_warnings: [warning] }]);
    const log = await readFile(kalends.deployment.logFile, 'utf8');
    expect(log).toMatch(/"event":"consent.end_reported".*in Testing: publish it/);

    const link = await kalends.admin<{ url: string }>('POST', '/console_links', { role: 'viewer' });
    const operator = await chromium.page.context().newPage();
    await operator.setViewportSize({ width: 1280, height: 900 });
    await operator.goto(kalends.url(link.body.url.slice(link.body.url.indexOf('/console'))));
    await operator.getByRole('navigation', { name: 'Pages' }).getByRole('link', { name: 'Providers' }).click();
    const google = operator.getByRole('region', { name: 'Google', exact: true });
    await google.getByText('The consent of 1 connected profile ends by itself.').waitFor();
    expect(await google.textContent()).toContain('press Publish app');
    expect(await google.getByRole('button', { name: /Check/ }).count()).toBe(0);
    await operator.close();

    const [asked, silent] = [await open(token, { profile_expiring: true }), await open(token, {})];
    expect(await metric()).toContain('kalends_profiles_expiring{provider="google"} 0');
    await connect(3_600);
    await waitUntil(() => receiver.of(asked).includes('profile_expiring'), waitOptions);
    const ends = receiver.calls.map(({ body }) => body.notification).filter(({ type }) => type === 'profile_expiring');
    expect(ends).toMatchObject([{ profile_id: profile.profile_id }]);
    expect(receiver.of(silent)).not.toContain('profile_expiring');
    await waitUntil(async () => (await profiles(token))[0]!.profile_relink_url, waitOptions);
    expect(await metric()).toContain('kalends_profiles_expiring{provider="google"} 1');

    await chromium.page.goto((await profiles(token))[0]!.profile_relink_url!);
    await at.control('testing-mode', { on: false });
    await chromium.page.getByRole('button').first().click();
    await journey.consentAtGoogle(ada);
    await waitUntil(async () => !(await profiles(token))[0]!.profile_warnings, waitOptions);
    expect(await metric()).toContain('kalends_profiles_expiring{provider="google"} 0');
  });
});
