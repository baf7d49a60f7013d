import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPool } from '@kalends/postgres';
import { createSealer } from '@kalends/security';
import { startSimulator } from '@kalends/simulator';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profileId, startEngine, type Engine } from '../engine.fixture.js';
import { egress } from '@kalends/provider-google/testing';
import { ProviderError } from '@kalends/provider-port/sync';
import { microsoftEndpoint, revokeAtMicrosoft } from '@kalends/provider-microsoft/sync';
import { createTokenStore, openTokens, sealTokens, type TokenDependencies } from './profile-tokens.js';

const sealer = createSealer([new Uint8Array(32).fill(7)]);
const client = { id: 'app', secret: 'secret' };
const granted = ['openid', 'profile', 'User.Read', 'Calendars.ReadWrite'];
const ada = 'ada@work.example';

describe('the tokens of a profile at Microsoft', () => {
  let simulator: Awaited<ReturnType<typeof startSimulator>>;
  let engine: Engine;
  let grant: { access_token: string; refresh_token: string };
  const control = async (name: string, body: object = {}) => {
    const answer = await fetch(`${simulator.url}/control/${name}`, { method: 'POST', body: JSON.stringify(body) });
    const text = await answer.text();
    return (text === '' ? {} : JSON.parse(text)) as { microsoft?: { grants: (typeof grant)[] } };
  };
  const refreshes = async () => {
    const state = await (await fetch(`${simulator.url}/control/state`)).json();
    return (state as { microsoft: { counts: Record<string, number> } }).microsoft.counts['token'] ?? 0;
  };
  beforeEach(async () => {
    simulator = await startSimulator();
    engine = await startEngine({
      providerOf: () => {
        throw new Error('not used');
      },
    });
    const { microsoft } = await control('seed', {
      microsoft: {
        clients: [{ client_id: client.id, client_secret: client.secret, redirect_uris: [] }],
        users: [{ email: ada, name: 'Ada' }],
        grants: [{ email: ada, client_id: client.id, scope: [...granted, 'offline_access'].join(' ') }],
      },
    });
    grant = microsoft!.grants[0]!;
    const { access_token, refresh_token } = grant;
    const sealed = sealTokens(sealer, profileId, { access_token, refresh_token, expires_at: 0 });
    await engine.pool.query(`INSERT INTO oauth_token VALUES ($1, $2, '', $3)`, [profileId, sealed, granted]);
  });
  afterEach(async () => {
    await Promise.all([simulator.close(), engine.stop()]);
  });

  const partsWith = (changes: Partial<TokenDependencies> = {}): TokenDependencies => ({
    pool: engine.pool,
    sealer,
    egress,
    endpoint: microsoftEndpoint({ authorityUrl: simulator.url, tenant: 'common', client }),
    clock: engine.clock.now,
    ...changes,
  });
  const stored = async () => {
    const { rows } = await engine.pool.query<{ sealed_tokens: string }>('SELECT sealed_tokens FROM oauth_token');
    return openTokens(sealer, profileId, rows[0]!.sealed_tokens);
  };
  const refused = async (changes: Partial<TokenDependencies> = {}) => {
    const thrown: unknown = await createTokenStore(partsWith(changes))(profileId)
      .current()
      .catch((error: unknown) => error);
    expect(thrown).toBeInstanceOf(ProviderError);
    return thrown as ProviderError;
  };

  it('given 20 workers in two replicas, then one refresh, all of them get its token, and its refresh token is stored (FC-7)', async () => {
    await control('latency', { ms: 50 });
    const second = createPool({ url: engine.url, schema: 'calendar_sync', max: 5 });
    const replicas = [createTokenStore(partsWith()), createTokenStore(partsWith({ pool: second }))];
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, index) => replicas[index % 2]!(profileId).current()),
    );
    await second.end();
    expect([new Set(tokens).size, await refreshes()]).toEqual([1, 1]);
    const { access_token, refresh_token } = await stored();
    expect(access_token).toBe(tokens[0]);
    expect(refresh_token).not.toBe(grant.refresh_token);
  });

  it('given two refreshes, then the second uses the successor, and its successor is stored', async () => {
    const tokens = createTokenStore(partsWith())(profileId);
    const first = await tokens.current();
    const { refresh_token } = await stored();
    expect(await tokens.renewed(first)).not.toBe(first);
    expect((await stored()).refresh_token).not.toBe(refresh_token);
    expect(await refreshes()).toBe(2);
  });

  it('given a refresh, then the granted scopes are requested again, with offline_access', () => {
    const { scopeFor } = microsoftEndpoint({ authorityUrl: simulator.url, tenant: 'common', client });
    expect(scopeFor!(granted)).toBe('openid profile User.Read Calendars.ReadWrite offline_access');
    expect(scopeFor!([])).toBeUndefined();
  });

  it.each([
    [70000, /no longer grants access/],
    [70008, /expired/],
    [700082, /not used for too long/],
    [70043, /new sign-in/],
    [50173, /ended all sessions/],
    [65001, /withdrawn/],
    [50057, /disabled/],
    [50055, /password .* has expired/],
    [54005, /no longer grants access/],
    [50076, /another confirmation/],
    [50079, /another confirmation/],
    [50074, /another confirmation/],
    [50072, /another confirmation/],
    [53000, /Conditional Access/],
    [53003, /Conditional Access/],
  ])('given AADSTS%i, when refreshed, then the connection has ended, with a reason', async (number, reason) => {
    await control('microsoft/token-errors', { numbers: [number] });
    const { failure, message } = await refused();
    expect([failure, message]).toEqual(['authentication-failed', expect.stringMatching(reason)]);
    expect(message).toContain(`AADSTS${number}`);
  });

  it.each([
    [7000215, /MICROSOFT_CLIENT_SECRET is wrong/],
    [7000222, /MICROSOFT_CLIENT_SECRET has expired/],
    [700016, /unknown in the user's organization/],
    [50105, /not assigned/],
    [50194, /MICROSOFT_TENANT/],
    [70011, /registration there has to be corrected/],
    [90033, /not available now/],
  ])('given AADSTS%i, when refreshed, then profiles stay connected and nothing is lost', async (number, reason) => {
    await control('microsoft/token-errors', { numbers: [number] });
    const { failure, message } = await refused();
    expect([failure, message]).toEqual(['unavailable', expect.stringMatching(reason)]);
    expect(await createTokenStore(partsWith())(profileId).current()).toMatch(/^EwB/);
  });

  it.each([
    ['too many requests', 429, '{"error":"invalid_grant_later"}', { 'retry-after': '7' }, 7_000],
    ['a server that is down', 503, '', {}, undefined],
    ['an unreadable refusal', 400, '<html>', {}, undefined],
    ['a refusal with another error', 400, '{"error":["invalid_grant"]}', {}, undefined],
  ])('given %s, when refreshed, then it is retried', async (_what, status, body, headers, retryAfterMs) => {
    const server = createServer((_request, response) => response.writeHead(status, headers).end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const authorityUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
    const error = await refused({ endpoint: microsoftEndpoint({ authorityUrl, tenant: 'common', client }) });
    server.close();
    expect([error.failure, error.options.retryAfterMs]).toEqual(['unavailable', retryAfterMs]);
  });

  describe('of a disconnected profile', () => {
    const channels = [{ channelId: 'mch_1', resourceId: 'subscription-1' }];
    const tokens = () => JSON.stringify({ ...grant, expires_at: engine.clock.now() + 3_600_000 });
    const leave = (unwatch: () => Promise<void>, more: object = {}) =>
      revokeAtMicrosoft(
        { ...partsWith(), providerWith: () => ({ unwatch }) },
        { subject: 's', tokens: tokens(), channels, channelsFirst: true, revoke: true, ...more },
      );

    it('given channels, then each is closed and no other session of the user ends', async () => {
      const closed: unknown[] = [];
      await leave((...given: unknown[]) => Promise.resolve(void closed.push(...given)));
      expect([closed, await refreshes()]).toEqual([channels, 0]);
      expect(await createTokenStore(partsWith())(profileId).current()).toMatch(/^EwB/);
    });

    it('given no channels, or none closed after many tries, then nothing is sent', async () => {
      const never = () => Promise.reject(new Error('not expected'));
      await leave(never, { channels: [] });
      await leave(never, { channelsFirst: false });
    });

    it('given a withdrawn permission, then it is over; given an outage, then it is retried', async () => {
      await leave(() => Promise.reject(new ProviderError('authentication-failed', 'Over.')));
      const away = new ProviderError('unavailable', 'Away.');
      await expect(leave(() => Promise.reject(away))).rejects.toBe(away);
    });
  });
});
