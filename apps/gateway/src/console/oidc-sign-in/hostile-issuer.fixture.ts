import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { createServer } from 'node:http';
import { freePort } from '@kalends/testing';

/** What an attacker changes of an otherwise right ID token. */
export interface Forgery {
  header?: Record<string, unknown>;
  claims?: Record<string, unknown>;
  /** The key that signs; null: the signature is empty. */
  key?: KeyObject | null;
  /** The bytes of a complete token response in its place. */
  answer?: string;
}

const encoded = (value: object) => Buffer.from(JSON.stringify(value)).toString('base64url');

function tokenOf(header: object, claims: object, key: KeyObject | null): string {
  const text = `${encoded(header)}.${encoded(claims)}`;
  return `${text}.${key ? createSign('RSA-SHA256').update(text).sign(key).toString('base64url') : ''}`;
}

/** An issuer that answers any code with the ID token that the test describes. */
export async function startHostileIssuer() {
  const issuer = `http://127.0.0.1:${await freePort()}`;
  const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const published = { ...publicKey.export({ format: 'jwk' }), kid: 'k', use: 'sig', alg: 'RS256' };
  const discovery = {
    issuer,
    authorization_endpoint: `${issuer}/auth`,
    token_endpoint: `${issuer}/token`,
    jwks_uri: `${issuer}/jwks`,
    response_types_supported: ['code'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'none'],
  };
  let forgery: Forgery = {};
  let nonce: string | null = null;
  const idToken = () => {
    const now = Math.floor(Date.now() / 1_000);
    const right = { iss: issuer, aud: 'console', sub: 'p-1', iat: now, exp: now + 300, nonce, roles: ['admin'] };
    const key = forgery.key === undefined ? privateKey : forgery.key;
    return tokenOf({ alg: 'RS256', kid: 'k', ...forgery.header }, { ...right, ...forgery.claims }, key);
  };
  const tokens = () =>
    forgery.answer ?? JSON.stringify({ access_token: 'a', token_type: 'Bearer', id_token: idToken() });
  const answers = new Map<string, () => string>([
    ['/.well-known/openid-configuration', () => JSON.stringify(discovery)],
    ['/jwks', () => JSON.stringify({ keys: [published] })],
    ['/token', tokens],
  ]);
  const server = createServer((request, response) => {
    const answer = answers.get(request.url ?? '');
    response.writeHead(answer ? 200 : 404, { 'content-type': 'application/json' }).end(answer?.());
  });
  await new Promise<void>((resolve) => server.listen(Number(new URL(issuer).port), '127.0.0.1', resolve));
  return {
    issuer,
    publicKey,
    /** `nonce`: that of the request to authorize. */
    forge: (next: Forgery, of: string | null) => {
      forgery = next;
      nonce = of;
    },
    stop: () => new Promise((resolve) => server.close(resolve)),
  };
}
