import { createHash, randomBytes } from 'node:crypto';
import { sealLinkToken } from '../../../../../apps/gateway/src/accounts/link-token.js';
import { tokenHash } from '../../../../../apps/gateway/src/tokens/hash.js';
import { now, type Scene } from '../scene.fixture.js';
import { honoured, refused, type CallCase } from '../verdict.js';

const redirect_uri = 'https://example.com/one';
const verifier = 'v'.repeat(43);
const challenge = createHash('sha256').update(verifier).digest('base64url');
const credentials = ({ clientId, secret }: Scene) => ({ client_id: clientId, client_secret: secret });

/** A code and a refresh token, as the scene's user has allowed them. */
async function allowed(scene: Scene) {
  const { gateway, clientId, accountId } = scene;
  const { pool } = gateway.database;
  scene.named['code'] = randomBytes(16).toString('hex');
  scene.named['refresh'] = randomBytes(16).toString('hex');
  await pool.query(
    `INSERT INTO authorization_code (code_hash, client_id, account_id, redirect_uri, scope, expires_at)
     VALUES ($1, $2, $3, $4, '{read_events}', '2100-01-01')`,
    [tokenHash(scene.named['code']), clientId, accountId, redirect_uri],
  );
  await pool.query('INSERT INTO refresh_token (token_hash, grant_id) VALUES ($1, $2)', [
    tokenHash(scene.named['refresh']),
    accountId,
  ]);
}

const withChallenge = {
  given: ({ gateway, clientId }: Scene) =>
    gateway.database.pool.query('UPDATE authorization_code SET code_challenge = $2 WHERE client_id = $1', [
      clientId,
      challenge,
    ]),
};

/** A browser that has connected the scene's account. */
async function connected(scene: Scene) {
  scene.named['browser'] = randomBytes(24).toString('base64url');
  await scene.gateway.database.pool.query('INSERT INTO browser_account (browser_id, account_id) VALUES ($1, $2)', [
    tokenHash(scene.named['browser']),
    scene.accountId,
  ]);
}

const linkToken = ({ gateway, accountId, clientId }: Scene) =>
  sealLinkToken(gateway.sealer, { accountId, clientId }, now);

const clientOf = (scene: Scene) => scene.clientId;
const secretOf = (scene: Scene) => scene.secret;
const refresh = (scene: Scene) => scene.named['refresh'];
const refreshing = {
  with: (scene: Scene) => ({
    grant_type: 'refresh_token',
    refresh_token: refresh(scene),
    code: undefined,
    redirect_uri: undefined,
  }),
};
const pkce = { with: { code_challenge: challenge, code_challenge_method: 'S256' } };

export const oauth: Record<string, CallCase> = {
  'GET /oauth/authorize': {
    input: 'query',
    path: () => '/oauth/authorize',
    base: ({ clientId }) => ({ response_type: 'code', client_id: clientId, redirect_uri, scope: 'read_events' }),
    headers: ({ named }) => ({ cookie: `kalends_browser=${named['browser']!}` }),
    prepare: connected,
    members: {
      response_type: honoured('code', 'token'),
      client_id: honoured(clientOf, 'unknown'),
      redirect_uri: honoured(redirect_uri, 'https://example.com/three'),
      scope: honoured('read_events', 'unknown'),
      state: honoured('one', 'two', { with: { response_type: 'token' } }),
      avoid_linking: honoured('true', 'false'),
      link_token: honoured(linkToken, undefined, { with: { avoid_linking: 'true' } }),
      provider_name: honoured('apple'),
      delegated_scope: refused('read_write'),
      locale: honoured('de', 'en'),
      code_challenge: honoured(challenge, 'short', pkce),
      code_challenge_method: honoured('S256', 'plain', pkce),
    },
  },
  'POST /oauth/token': {
    input: 'body',
    path: () => '/oauth/token',
    base: (scene) => ({
      grant_type: 'authorization_code',
      ...credentials(scene),
      code: scene.named['code'],
      redirect_uri,
    }),
    prepare: allowed,
    members: {
      grant_type: honoured('authorization_code', 'refresh_token'),
      client_id: honoured(clientOf, 'unknown'),
      client_secret: honoured(secretOf, 'wrong'),
      code: honoured((scene: Scene) => scene.named['code'], 'wrong'),
      redirect_uri: honoured(redirect_uri, 'https://example.com/two'),
      refresh_token: honoured(refresh, 'wrong', refreshing),
      code_verifier: honoured(verifier, 'w'.repeat(43), withChallenge),
    },
  },
  'POST /oauth/token/revoke': {
    input: 'body',
    path: () => '/oauth/token/revoke',
    base: (scene) => ({ ...credentials(scene), token: 'unknown' }),
    prepare: allowed,
    reads: () => ['/v1/account'],
    members: {
      client_id: honoured(clientOf, 'unknown'),
      client_secret: honoured(secretOf, 'wrong'),
      token: honoured((scene: Scene) => scene.token, 'unknown'),
      refresh_token: honoured(refresh, 'unknown', { with: { token: undefined } }),
      sub: honoured((scene: Scene) => scene.accountId, 'acc_unknown', { with: { token: undefined } }),
      request_pii_erasure: refused(true),
    },
  },
  'POST /v1/application_calendars': {
    input: 'body',
    path: () => '/v1/application_calendars',
    base: (scene) => ({ ...credentials(scene), application_calendar_id: 'room' }),
    members: {
      client_id: honoured(clientOf, 'unknown'),
      client_secret: honoured(secretOf, 'wrong'),
      application_calendar_id: honoured('hall', 'room'),
    },
  },
};
