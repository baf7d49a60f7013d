import { generateKeyPairSync } from 'node:crypto';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { publicUrl, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { startHostileIssuer, type Forgery } from './hostile-issuer.fixture.js';
import { oidcBrowser } from './oidc-browser.fixture.js';

describe('what an issuer, or who stands in its place, answers', () => {
  let hostile: Awaited<ReturnType<typeof startHostileIssuer>>;
  let gateway: TestGateway;
  beforeAll(async () => {
    hostile = await startHostileIssuer();
    const env = { OIDC_ISSUER: hostile.issuer, OIDC_CLIENT_ID: 'console', ALLOW_NETWORKS: '127.0.0.1' };
    gateway = await startTestGateway({ env });
  });
  afterAll(async () => {
    await gateway.stop();
    await hostile.stop();
  });

  /** Where the console is opened after a return with that token, and who has signed in. */
  async function arrive(forgery: Forgery, more = '') {
    const browser = oidcBrowser(gateway, hostile.issuer);
    const address = new URL((await browser.open('/console/oidc')).location!).searchParams;
    hostile.forge(forgery, address.get('nonce'));
    const returned = `/console/oidc/callback?code=c&state=${address.get('state')}${more}`;
    const { location } = await browser.open(returned);
    return [location?.replace(publicUrl, ''), await browser.session()];
  }

  it('given the right token, then the person is signed in', async () => {
    expect(await arrive({})).toEqual(['/console', expect.objectContaining({ role: 'admin', actor: 'p-1' })]);
  });

  const past = Math.floor(Date.now() / 1_000) - 3_600;
  const stranger = generateKeyPairSync('rsa', { modulusLength: 2048 }).privateKey;
  it.each<[string, Forgery, string?]>([
    ['another issuer in the token', { claims: { iss: 'https://evil.example' } }],
    ['another client in the token', { claims: { aud: 'somebody-else' } }],
    ['several clients without the authorized one', { claims: { aud: ['console', 'b'], azp: 'b' } }],
    ['another nonce', { claims: { nonce: 'another' } }],
    ['no nonce', { claims: { nonce: undefined } }],
    ['an expired token', { claims: { iat: past, exp: past + 300 } }],
    ['no subject', { claims: { sub: undefined } }],
    ['alg none', { header: { alg: 'none' }, key: null }],
    ['alg none with a signature', { header: { alg: 'none' } }],
    ['HS256 in place of the public key’s RS256', { header: { alg: 'HS256' } }],
    ['a signature by another key', { key: stranger }],
    ['no signature', { key: null }],
    ['a key that is not published', { header: { kid: 'unknown' }, key: stranger }],
    ['no ID token', { answer: JSON.stringify({ access_token: 'a', token_type: 'Bearer' }) }],
    ['HTML', { answer: '<html>' }],
    ['a response of 2 MiB', { answer: JSON.stringify({ access_token: 'a'.repeat(2 << 20) }) }],
    ['another issuer in the redirect (RFC 9207)', {}, '&iss=https%3A%2F%2Fevil.example'],
    ['two codes', {}, '&code=d'],
  ])('given %s, then nobody is signed in (ADM-15)', async (_, forgery, more) => {
    const [location, session] = await arrive(forgery, more);
    expect(location).toMatch(/^\/console#problem=(refused|unreachable)$/);
    expect(session).toBe(401);
  });
});
