import type { CalendarRecord, EventRecord, ProfileRecord } from '@kalends/contracts';
import { createLogger } from '@kalends/service-runtime';
import { createSealer } from '@kalends/security';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { profileId, startEngine } from './engine.fixture.js';
import { egress, scope, startGoogle } from '@kalends/provider-google/testing';
import { GoogleProvider, googleEndpoint } from '@kalends/provider-google/sync';
import { createTokenStore, sealTokens } from './stored-credentials/profile-tokens.js';
import type { ProviderOf } from './stored-credentials/provider-of.js';
import { NotificationsHandler } from './sync/handle-notifications/handle-notifications.handler.js';

export const sealer = createSealer([new Uint8Array(32).fill(7)]);
export const log = createLogger({ service: 'calendar-sync', level: 'silent' });

/** Times of an event at Google on a day in December 2026. */
export const at = (day: string) => ({
  start: { dateTime: `2026-12-${day}T10:00:00`, timeZone: 'Europe/London' },
  end: { dateTime: `2026-12-${day}T11:00:00`, timeZone: 'Europe/London' },
});

/** A notification as the simulator sent it. */
export interface Push {
  channel: string;
  state: string;
  token: string;
}

async function startReceiver() {
  const pushes: Push[] = [];
  const server = createServer((request, response) => {
    const header = (name: string) => String(request.headers[`x-goog-${name}`]);
    pushes.push({ channel: header('channel-id'), state: header('resource-state'), token: header('channel-token') });
    response.end();
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return { pushes, server, address: `http://127.0.0.1:${(server.address() as AddressInfo).port}/` };
}

/**
 * The engine with one account at the simulated Google, whose clock follows the engine's; notifications are only
 * recorded.
 */
export async function startGoogleEngine() {
  const google = await startGoogle();
  const { pushes, server, address } = await startReceiver();
  /** How the engine gets its provider; a test may wrap it. */
  const provider: { of: ProviderOf } = {
    of: () => {
      throw new Error('the engine is not ready');
    },
  };
  const engine = await startEngine({
    providerOf: (profile, purpose, signal) => provider.of(profile, purpose, signal),
    push: { address, tokenFor: (id) => `token of ${id}` },
  });
  const { clock, pool } = engine;
  await google.control('clock', { now: new Date(clock.now()).toISOString() });
  await google.control('limits', { tokenSeconds: 30 * 86_400 });
  const endpoint = googleEndpoint({ url: google.tokenUrl, client: { id: 'test', secret: 'secret' } });
  const tokensOf = createTokenStore({ pool, sealer, egress, endpoint, clock: clock.now });
  provider.of = ({ profile_id }, _purpose, signal) =>
    new GoogleProvider({ egress, baseUrl: google.apiUrl, tokens: tokensOf(profile_id), signal });
  const { refresh_token } = google.grant;
  const sealed = sealTokens(sealer, profileId, { access_token: 'old', refresh_token, expires_at: 0 });
  await pool.query("INSERT INTO oauth_token VALUES ($1, $2, '', $3)", [profileId, sealed, [scope]]);
  await pool.query(`UPDATE profile SET provider_name = 'google'`);
  const records = async <Kind extends 'profile' | 'calendar' | 'event'>(kind: Kind) =>
    [...(await engine.state()).values()].filter((record) => record.kind === kind) as Extract<
      ProfileRecord | CalendarRecord | EventRecord,
      { kind: Kind }
    >[];
  const live = async () => (await records('event')).filter(({ deleted }) => !deleted);
  return {
    google,
    engine,
    pushes,
    provider,
    /** Of the account. */
    tokens: tokensOf(profileId),
    records,
    live,
    titles: async () => (await live()).map(({ series }) => series.master?.summary).sort(),
    /** The user adds an event at Google. */
    add: (id: string, summary: string, day = '01') => google.others('POST', undefined, { id, summary, ...at(day) }),
    channels: async () =>
      (await pool.query<{ channel_id: string; expires_at: number }>('SELECT * FROM push_channel')).rows,
    advance: async (ms: number) => {
      clock.advance(ms);
      await google.control('clock', { advance_ms: ms });
    },
    notify: (channel_id: string, resource_state: string) =>
      new NotificationsHandler(pool, clock.now, () => undefined, log).handle({
        provider_name: 'google',
        channel_id,
        resource_state,
        received_at: clock.now(),
      }),
    stop: async () => {
      server.close();
      await Promise.all([google.close(), engine.stop()]);
    },
  };
}

export type GoogleEngine = Awaited<ReturnType<typeof startGoogleEngine>>;
