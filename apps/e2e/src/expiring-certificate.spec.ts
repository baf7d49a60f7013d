// @module-tag long
import { missingForRadicale, missingForTls, skipFor, startRadicale, waitUntil, type Radicale } from '@kalends/testing';
import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, beforeEach, describe, expect, inject, it } from 'vitest';
import { startBroker, type Broker } from './harness/broker.js';
import { startChannelReceiver, type ChannelReceiver } from './harness/channel-receiver.js';
import { startDistributed, startEmbedded, type Running } from './harness/deployment.js';
import { call, Kalends } from './harness/kalends.js';
import { startTlsCaldav, type TlsCaldav } from './harness/tls-caldav.js';

const day = 86_400_000;
const waitOptions = { timeout: 100_000 };
const provided = inject('kalends');
const transport = 'skip' in provided ? 'kafka' : provided.deployment.transport;
const missing = 'skip' in provided ? provided.skip : (missingForRadicale() ?? missingForTls());

interface Profile {
  profile_id: string;
  profile_state: string;
  profile_relink_url?: string;
  profile_reason?: { code: string; description: string };
  profile_warnings?: { code: string; description: string; advice: string; ends_at: string }[];
}

describe(`the certificate of a CalDAV server, which expires (${transport})`, () => {
  let [broker, radicale, server, running, receiver] = [] as unknown as [
    Broker | undefined,
    Radicale,
    TlsCaldav,
    Running,
    ChannelReceiver,
  ];
  beforeAll(async () => {
    if (missing) return;
    radicale = await startRadicale();
    server = await startTlsCaldav(radicale.url, Date.now() + 10 * day);
    receiver = await startChannelReceiver();
    broker = await startBroker(transport);
    running = await (broker ? startDistributed(broker.brokers, server.trust) : startEmbedded(server.trust));
  });
  afterAll(async () => {
    await running?.stop();
    await Promise.all([broker?.stop(), server?.stop(), radicale?.stop(), receiver?.stop()]);
  });
  beforeEach((context) => void (missing && skipFor(context, missing)));

  const metric = async () => {
    const pages = running.deployment.metricsUrls.map(async (url) => (await fetch(url)).text());
    return (await Promise.all(pages)).join('\n');
  };

  it('given 10 days, then a warning; a few hours, then a notification, too; expired, then the reason in words; renewed, then nothing of it remains (ACC-15, CBK-16)', async () => {
    const kalends = new Kalends(running.deployment);
    const { sub, access_token: token } = await kalends.user();
    const body = { provider_name: 'caldav', url: server.url, username: 'ada', password: 'secret' };
    const connected = await kalends.admin<Profile>('POST', `/accounts/${sub}/profiles`, body);
    expect(connected.status, connected.text).toBeLessThan(300);
    const { profile_id } = connected.body;
    const until = (isMet: (profile: Profile) => boolean) =>
      waitUntil(async () => {
        const { profiles } = (await kalends.get<{ profiles: Profile[] }>(token, '/v1/profiles')).body;
        const found = profiles.find((one) => one.profile_id === profile_id);
        return found && isMet(found) ? found : undefined;
      }, waitOptions);
    const endOf = ({ profile_warnings: [warning] = [] }: Profile) => new Date(warning?.ends_at ?? 0).getTime();

    const warned = await until((one) => one.profile_warnings !== undefined);
    expect(warned).toMatchObject({ profile_state: 'ok', profile_warnings: [{ code: 'certificate_ends' }] });
    expect(warned.profile_warnings![0]!.description).toMatch(/^The certificate of the calendar server expires/);
    expect((endOf(warned) - Date.now()) / day).toBeCloseTo(10, 1);
    expect(await metric()).toContain('kalends_profiles_expiring{provider="caldav"} 0');

    const callback_url = receiver.url;
    const opened = await call<{ channel: { channel_id: string } }>('POST', kalends.url('/v1/channels'), {
      token,
      body: { callback_url, filters: { profile_expiring: true } },
    });
    const { channel_id } = opened.body.channel;
    const expires = Math.floor(Date.now() / 1_000 + 3 * 3_600) * 1_000;
    await server.renew(expires);
    await waitUntil(() => receiver.of(channel_id).includes('profile_expiring'), waitOptions);
    const sent = receiver.calls.map((one) => one.body.notification).filter(({ type }) => type === 'profile_expiring');
    const expires_at = new Date(expires).toISOString().replace('.000', '');
    expect(sent).toEqual([{ type: 'profile_expiring', profile_id, expires_at }]);
    expect(await metric()).toContain('kalends_profiles_expiring{provider="caldav"} 1');

    const soon = Math.floor(Date.now() / 1_000 + 8) * 1_000;
    await server.renew(soon);
    await until((one) => endOf(one) === soon);
    await waitUntil(() => Date.now() > soon, waitOptions);
    // the same again: no connection from before is left
    await server.renew(soon);
    const failing = await until(({ profile_state }) => profile_state === 'failing');
    expect(failing).toMatchObject({
      profile_reason: { code: 'provider_unavailable' },
      profile_warnings: [{ code: 'certificate_ends' }],
    });
    expect(failing.profile_warnings![0]!.description).toMatch(/^The certificate of the calendar server has expired/);
    const log = await readFile(running.deployment.logFile, 'utf8');
    expect(log).toContain(`The certificate of ${new URL(server.url).host} has expired.`);

    await server.renew(Date.now() + 60 * day);
    expect(await until((one) => !one.profile_warnings)).toMatchObject({ profile_state: 'ok' });
    await waitUntil(
      async () => (await metric()).includes('kalends_profiles_expiring{provider="caldav"} 0'),
      waitOptions,
    );
  }, 400_000);
});
