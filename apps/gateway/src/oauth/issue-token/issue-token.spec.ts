import { createSealer } from '@kalends/security';
import { testClock } from '@kalends/testing';
import { PrismaPg } from '@prisma/adapter-pg';
import { createHash, randomBytes } from 'node:crypto';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { DecideJourney } from '../decide-journey/decide-journey.js';
import type { Journey } from '../journey/journey.js';
import { PrismaClient } from '../../generated/prisma/client.js';
import { newAccount, openGatewayDatabase, type GatewayDatabase } from '../../read-model/gateway-database.fixture.js';
import { ReadEvents } from '../../events/read-events/read-events.js';
import { tokenHash } from '../../tokens/hash.js';
import { IssueToken, type Issued, type TokenRequest } from './issue-token.js';

const redirectUri = 'https://app.example/callback';
const minute = 60_000;
const verifier = randomBytes(32).toString('base64url');
const challenge = createHash('sha256').update(verifier).digest('base64url');
const secret = 'KAL_planted-secret-0123456789';

describe('tokens', () => {
  let database: GatewayDatabase;
  let prisma: PrismaClient;
  let tokens: IssueToken;
  let decide: DecideJourney;
  let accountId: string;
  const clock = testClock();
  const sealer = createSealer([new Uint8Array(32).fill(3)]);

  beforeAll(async () => {
    database = await openGatewayDatabase();
    prisma = new PrismaClient({ adapter: new PrismaPg(database.pool, { schema: 'gateway' }) });
    tokens = new IssueToken(database.pool, prisma, sealer);
    decide = new DecideJourney(prisma, { ACCOUNTS_PER_APPLICATION: 100 });
    await prisma.applicationSecret.create({
      data: {
        secret_id: 'sec_1',
        client_id: 'app',
        secret_hash: tokenHash(secret),
        secret_sealed: sealer.seal(secret, 'secret:sec_1'),
      },
    });
  });
  afterAll(async () => {
    await prisma.$disconnect();
    await database.stop();
  });
  beforeEach(async () => {
    ({ accountId } = await newAccount(database.pool));
    await register('confidential');
  });

  /** A code for the account, as issued by the journey's Allow. */
  async function newCode(codeChallenge: string | null = null): Promise<string> {
    const request = {
      clientId: 'app',
      redirectUri,
      scope: ['read_events'],
      state: null,
      codeChallenge,
      avoidLinking: false,
      provider: null,
    };
    const journey = {
      id: randomBytes(12).toString('hex'),
      request,
      accountId,
      stagedId: null,
      vouched: false,
      builtIn: null,
      tzid: 'Etc/UTC',
      expires: clock.now() + minute,
    };
    const allowed = await decide.allow(journey as unknown as Journey, 'browser'.padEnd(32, 'x'), clock.now());
    if (allowed.outcome !== 'allowed') throw new Error(`not allowed: ${allowed.outcome}`);
    return allowed.code;
  }
  const confidential = { client_id: 'app', client_secret: secret };
  const register = (type: 'confidential' | 'public') =>
    database.pool.query('UPDATE application SET client_type = $1', [type]);
  const issue = async (request: TokenRequest): Promise<Issued | string> => {
    const issued = await tokens.issue(request, clock.now());
    return 'refusal' in issued ? issued.refusal : issued;
  };
  const exchange = (code: string, more: TokenRequest = confidential) =>
    issue({ grant_type: 'authorization_code', client_id: 'app', code, redirect_uri: redirectUri, ...more });
  const refresh = (refresh_token: string, more: TokenRequest = {}) =>
    issue({ grant_type: 'refresh_token', client_id: 'app', refresh_token, ...more });
  const expectIssued = (outcome: Issued | string): Issued => {
    if (typeof outcome === 'string') throw new Error(`refused: ${outcome}`);
    return outcome;
  };
  const isLive = async (token: string) =>
    (await database.pool.query('SELECT 1 FROM access_token WHERE token_hash = $1', [tokenHash(token)])).rowCount === 1;

  it('given a code, when ten minutes have passed, then it is refused; a moment earlier it is not', async () => {
    const [early, late] = [await newCode(), await newCode()];
    clock.advance(10 * minute - 1);
    expect(expectIssued(await exchange(early)).accountId).toBe(accountId);
    clock.advance(1);
    expect(await exchange(late)).toBe('invalid_grant');
  });

  it.each([
    ['another redirect_uri', { ...confidential, redirect_uri: `${redirectUri}/` }, 'invalid_grant'],
    ['no redirect_uri', { ...confidential, redirect_uri: '' }, 'invalid_request'],
    ['a wrong secret', { client_id: 'app', client_secret: 'KAL_wrong' }, 'invalid_client'],
    ['a verifier without a challenge', { ...confidential, code_verifier: verifier }, 'invalid_grant'],
    ['no secret and no challenge', {}, 'invalid_client'],
    ['another grant_type', { ...confidential, grant_type: 'password' }, 'unsupported_grant_type'],
  ])('given %s, when a code is redeemed, then it is refused', async (_what, request, refusal) => {
    expect(await exchange(await newCode(), request)).toBe(refusal);
  });

  it('given a confidential client, when a challenge was sent, then its secret is still required, and so is the verifier', async () => {
    const code = await newCode(challenge);
    expect(await exchange(code, { code_verifier: verifier })).toBe('invalid_client');
    expect(await exchange(code, { code_verifier: verifier, client_secret: '' })).toBe('invalid_client');
    expect(await exchange(code, { ...confidential, code_verifier: 'wrong' })).toBe('invalid_grant');
    expect(await exchange(code, confidential)).toBe('invalid_grant');
    const { refreshToken } = expectIssued(await exchange(code, { ...confidential, code_verifier: verifier }));
    expect(await refresh(refreshToken)).toBe('invalid_client');
    expect(expectIssued(await refresh(refreshToken, confidential)).refreshToken).toBe(refreshToken);
  });

  it('given a public client, when a wrong secret is sent, or no challenge was sent, then it is refused', async () => {
    await register('public');
    const wrong = { code_verifier: verifier, client_secret: 'KAL_wrong' };
    expect(await exchange(await newCode(challenge), wrong)).toBe('invalid_client');
    expect(await exchange(await newCode(), {})).toBe('invalid_grant');
    expect(await exchange(await newCode(), confidential)).toBe('invalid_grant');
    const { refreshToken } = expectIssued(
      await exchange(await newCode(challenge), { ...confidential, code_verifier: verifier }),
    );
    expect(expectIssued(await refresh(refreshToken)).refreshToken).not.toBe(refreshToken);
  });

  it('given a client that becomes public, when it refreshes a token obtained as a confidential one, then its secret is required', async () => {
    const { refreshToken } = expectIssued(await exchange(await newCode()));
    await register('public');
    expect(await refresh(refreshToken)).toBe('invalid_client');
    expect(expectIssued(await refresh(refreshToken, confidential)).refreshToken).toBe(refreshToken);
  });

  it('given an unknown client, when it requests a token, then it is invalid_client, with or without a secret', async () => {
    const code = await newCode(challenge);
    const nobody = { client_id: 'nobody', code_verifier: verifier };
    expect(await exchange(code, nobody)).toBe('invalid_client');
    expect(await exchange(code, { ...nobody, client_secret: secret })).toBe('invalid_client');
  });

  it('given a public client, when it redeems, then only with the right verifier', async () => {
    await register('public');
    const code = await newCode(challenge);
    expect(await exchange(code, { code_verifier: 'wrong' })).toBe('invalid_grant');
    expect(await exchange(code, {})).toBe('invalid_grant');
    expect(expectIssued(await exchange(code, { code_verifier: verifier })).scope).toEqual(['read_events']);
  });

  it('given a redeemed code, when it is redeemed again, then its tokens are revoked', async () => {
    const code = await newCode();
    const { accessToken, refreshToken } = expectIssued(await exchange(code));
    expect(await exchange(code)).toBe('invalid_grant');
    expect(await isLive(accessToken)).toBe(false);
    expect(await refresh(refreshToken, confidential)).toBe('invalid_grant');
  });

  it.each([
    [
      'a code that is used twice',
      async () => {
        const code = await newCode();
        await exchange(code);
        await exchange(code);
      },
    ],
    [
      'a refresh token that is used again too late',
      async () => {
        await register('public');
        const { refreshToken } = expectIssued(await exchange(await newCode(challenge), { code_verifier: verifier }));
        await refresh(refreshToken);
        clock.advance(minute + 1);
        await refresh(refreshToken);
      },
    ],
  ])('given %s, when it was the only grant, then access to the account ends (AUTH-13)', async (_what, act) => {
    const hasEnded = async () =>
      (await prisma.account.findUniqueOrThrow({ where: { account_id: accountId } })).access_ended;
    await prisma.authorizationGrant.deleteMany({ where: { account_id: accountId } });
    await act();
    expect(await hasEnded()).toBe(true);
  });

  it('given one code redeemed several times concurrently, when all are answered, then exactly one grant was issued', async () => {
    for (let round = 0; round < 5; round += 1) {
      const code = await newCode();
      const outcomes = await Promise.all(Array.from({ length: 6 }, () => exchange(code)));
      const granted = outcomes.filter((one) => typeof one !== 'string');
      expect(granted).toHaveLength(1);
      const { rowCount } = await database.pool.query(
        "SELECT 1 FROM authorization_grant WHERE account_id = $1 AND grant_id LIKE 'grt_%'",
        [accountId],
      );
      expect(rowCount).toBeLessThanOrEqual(1);
      await database.pool.query("DELETE FROM authorization_grant WHERE account_id = $1 AND grant_id LIKE 'grt_%'", [
        accountId,
      ]);
    }
  });

  it('given a confidential client, when it refreshes, then the refresh token stays the same', async () => {
    const { refreshToken, accessToken } = expectIssued(await exchange(await newCode()));
    const again = expectIssued(await refresh(refreshToken, confidential));
    expect(again.refreshToken).toBe(refreshToken);
    expect(again.accessToken).not.toBe(accessToken);
    expect(await refresh(refreshToken)).toBe('invalid_client');
  });

  it('FC-8: given a rotated refresh token, when used again within a minute, then the same successor; later the family is revoked (AUTH-5)', async () => {
    await register('public');
    const { refreshToken } = expectIssued(await exchange(await newCode(challenge), { code_verifier: verifier }));
    const first = expectIssued(await refresh(refreshToken));
    expect(first.refreshToken).not.toBe(refreshToken);
    clock.advance(minute);
    const repeated = expectIssued(await refresh(refreshToken));
    expect(repeated.refreshToken).toBe(first.refreshToken);
    clock.advance(1);
    expect(await refresh(refreshToken)).toBe('invalid_grant');
    expect(await refresh(first.refreshToken)).toBe('invalid_grant');
    expect(await isLive(repeated.accessToken)).toBe(false);
  });

  it('given a refresh token used several times concurrently, when all are answered, then all have one successor', async () => {
    await register('public');
    const { refreshToken } = expectIssued(await exchange(await newCode(challenge), { code_verifier: verifier }));
    const outcomes = await Promise.all(Array.from({ length: 6 }, () => refresh(refreshToken)));
    expect(new Set(outcomes.map((one) => expectIssued(one).refreshToken)).size).toBe(1);
  });

  it('given an expired access token, when events are read, then it is unknown', async () => {
    const reads = new ReadEvents(database.pool, 'http://kalends', randomBytes(32), String);
    const day = 86_400_000;
    const window = { tzid: 'Etc/UTC', from: 0, to: day, fromDay: 0, toDay: day };
    const request = { window, filter: {}, localized: false, userinfo: false, freeBusy: null, cursor: null };
    const { accessToken } = expectIssued(await exchange(await newCode()));
    const lifetime = 'UPDATE access_token SET expires_at = now() + $2::interval WHERE token_hash = $1';
    await database.pool.query(lifetime, [tokenHash(accessToken), '1 minute']);
    const answer = await reads.read(tokenHash(accessToken), request, true);
    expect(answer).toMatchObject({ json: expect.stringContaining('"events":[]') });
    await database.pool.query(lifetime, [tokenHash(accessToken), '-1 second']);
    expect(await reads.read(tokenHash(accessToken), request, true)).toBe('unknown-token');
  });

  it('given codes, tokens and secrets, when every table is dumped, then none of them is in it', async () => {
    const code = await newCode(challenge);
    await register('public');
    const issued = expectIssued(await exchange(code, { code_verifier: verifier }));
    const next = expectIssued(await refresh(issued.refreshToken));
    const { rows: tables } = await database.pool.query<{ name: string }>(
      "SELECT table_name AS name FROM information_schema.tables WHERE table_schema = 'gateway' AND table_type = 'BASE TABLE'",
    );
    const dumps = await Promise.all(
      tables.map(({ name }) => database.pool.query(`SELECT to_jsonb(t)::text AS row FROM "${name}" AS t`)),
    );
    const dump = dumps.flatMap(({ rows }) => (rows as { row: string }[]).map(({ row }) => row)).join('\n');
    expect(dump).toContain(tokenHash(next.refreshToken));
    const planted = [
      code,
      verifier,
      secret,
      issued.accessToken,
      issued.refreshToken,
      next.accessToken,
      next.refreshToken,
    ];
    expect(planted.filter((one) => dump.includes(one))).toEqual([]);
  });
});
