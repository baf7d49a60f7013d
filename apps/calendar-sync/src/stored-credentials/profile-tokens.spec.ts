import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createPool } from '@kalends/postgres';
import { createSealer } from '@kalends/security';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { profileId, startEngine, type Engine } from '../engine.fixture.js';
import { ProviderError } from '@kalends/provider-port/sync';
import { egress, startGoogle, type SimulatedGoogle } from '@kalends/provider-google/testing';
import { googleEndpoint } from '@kalends/provider-google/sync';
import { createTokenStore, sealTokens, type TokenDependencies } from './profile-tokens.js';

const endpointAt = (url: string) => googleEndpoint({ url, client: { id: 'test', secret: 'secret' } });

const sealer = createSealer([new Uint8Array(32).fill(7)]);

describe('the tokens of a profile at Google', () => {
  let google: SimulatedGoogle;
  let engine: Engine;
  beforeEach(async () => {
    google = await startGoogle();
    engine = await startEngine({
      providerOf: () => {
        throw new Error('not used');
      },
    });
    const { access_token, refresh_token } = google.grant;
    const sealed = sealTokens(sealer, profileId, { access_token, refresh_token, expires_at: 0 });
    await engine.pool.query(`INSERT INTO oauth_token VALUES ($1, $2, '', '{}')`, [profileId, sealed]);
  });
  afterEach(async () => {
    await Promise.all([google.close(), engine.stop()]);
  });

  const partsWith = (changes: Partial<TokenDependencies> = {}): TokenDependencies => ({
    pool: engine.pool,
    sealer,
    egress,
    endpoint: endpointAt(google.tokenUrl),
    clock: engine.clock.now,
    ...changes,
  });

  it('FC-7: given a rotating token and 20 workers in two replicas, then one call, and all of them get a token', async () => {
    await google.control('rotate-refresh-tokens');
    await google.control('latency', { ms: 50 });
    const second = createPool({ url: engine.url, schema: 'calendar_sync', max: 5 });
    const replicas = [createTokenStore(partsWith()), createTokenStore(partsWith({ pool: second }))];
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, index) => replicas[index % 2]!(profileId).current()),
    );
    await second.end();
    expect(new Set(tokens).size).toBe(1);
    expect(tokens[0]).not.toBe(google.grant.access_token);
    expect(await google.count('token')).toBe(1);
    expect(await google.provider(createTokenStore(partsWith())(profileId)).calendars()).toHaveLength(1);
  });

  it('given tokens that are deleted after a request, then the next request gets none', async () => {
    const lasting = { ...google.grant, expires_at: engine.clock.now() + 3_600_000 };
    const values = [sealTokens(sealer, profileId, lasting)];
    await engine.pool.query('UPDATE oauth_token SET sealed_tokens = $1', values);
    const tokens = createTokenStore(partsWith())(profileId);
    expect(await tokens.current()).toBe(google.grant.access_token);
    await engine.pool.query('DELETE FROM oauth_token');
    await expect(tokens.current()).rejects.toMatchObject({ failure: 'authentication-failed' });
  });

  it('given a rotated token, when refreshed again, then its successor is used', async () => {
    await google.control('rotate-refresh-tokens');
    const tokens = createTokenStore(partsWith())(profileId);
    const first = await tokens.current();
    expect(await tokens.current()).toBe(first);
    const second = await tokens.renewed(first);
    expect(second).not.toBe(first);
    expect(await tokens.renewed(first)).toBe(second);
    expect(await google.count('token')).toBe(2);
  });

  it('given a revoked permission, when refreshed, then authentication failed', async () => {
    await google.control('revoke-grants');
    const error: unknown = await createTokenStore(partsWith())(profileId)
      .current()
      .catch((thrown: unknown) => thrown);
    expect(error).toBeInstanceOf(ProviderError);
    expect((error as ProviderError).failure).toBe('authentication-failed');
  });

  it.each([
    ['a wrong client', 401, '{"error":"invalid_client"}'],
    ['a server that is down', 503, ''],
    ['an unreadable response', 200, '<html>'],
  ])('given %s, when refreshed, then it is retried later and nothing is lost', async (_name, status, body) => {
    const server = createServer((_request, response) => response.writeHead(status).end(body));
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    const tokenUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
    const refused = await createTokenStore(partsWith({ endpoint: endpointAt(tokenUrl) }))(profileId)
      .current()
      .catch((thrown: unknown) => thrown);
    server.close();
    expect((refused as ProviderError).failure).toBe('unavailable');
    expect(await createTokenStore(partsWith())(profileId).current()).toMatch(/^ya29\./);
  });

  it('given a profile without tokens, then authentication failed', async () => {
    const error: unknown = await createTokenStore(partsWith())('pro_2')
      .current()
      .catch((thrown: unknown) => thrown);
    expect((error as ProviderError).failure).toBe('authentication-failed');
  });
});
