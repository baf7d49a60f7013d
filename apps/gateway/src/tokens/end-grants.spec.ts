import { createSealer } from '@kalends/security';
import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { PrismaClient } from '../generated/prisma/client.js';
import { openGatewayDatabase, newAccount, type GatewayDatabase } from '../read-model/gateway-database.fixture.js';
import { endLapsed } from './end-lapsed.js';
import { createAccessToken, createGrant, endGrants, rotate } from './grants.js';
import { timestamp } from './timestamp.js';

const now = Date.UTC(2026, 10, 21);
let database: GatewayDatabase;
let prisma: PrismaClient;
beforeAll(async () => {
  database = await openGatewayDatabase();
  prisma = new PrismaClient({ adapter: new PrismaPg(database.pool, { schema: 'gateway' }) });
});
afterAll(async () => {
  await prisma.$disconnect();
  await database.stop();
});

/** Bodies of published ends of access. */
async function published(): Promise<unknown[]> {
  const { rows } = await database.pool.query<{ body: string }>(
    "SELECT body FROM outbox WHERE topic = 'gateway.event.access-ended.v1' ORDER BY id",
  );
  return rows.map(({ body }) => JSON.parse(body) as unknown);
}

it('given two grants of an account, when one after the other ends, then access ends with the last one, and tokens are invalid', async () => {
  const { accountId } = await newAccount(database.pool);
  const grant = { accountId, scope: ['read_events'], publicClient: true, profileId: null };
  const { grantId, refreshToken } = await createGrant(prisma, grant);
  await createAccessToken(prisma, { grant_id: grantId, account_id: accountId, scope: ['read_events'] }, now);

  await endGrants(prisma, { grant_id: accountId }, now);
  expect(await published()).toEqual([]);
  await endGrants(prisma, { grant_id: grantId }, now + 1);
  expect(await published()).toEqual([{ client_id: 'app', account_id: accountId, at: now + 1, access: 1 }]);
  const sealer = createSealer([new Uint8Array(32).fill(3)]);
  expect(await rotate(prisma, { presented: refreshToken, publicClient: true, sealer }, now)).toBe('unknown-token');
  const { rowCount } = await database.pool.query('SELECT FROM access_token WHERE account_id = $1', [accountId]);
  expect(rowCount).toBe(0);

  await endGrants(prisma, { grant_id: grantId }, now + 2);
  expect(await published()).toHaveLength(1);
});

it('given as many grants as an account may have, when it gets another, then only the oldest ends, and access stays (AUTH-15)', async () => {
  const { accountId } = await newAccount(database.pool);
  await database.pool.query('DELETE FROM authorization_grant WHERE account_id = $1', [accountId]);
  await database.pool.query(
    `INSERT INTO authorization_grant (grant_id, account_id, scope, public_client, created_at)
     SELECT $1 || n, $1, '{}', false, now() - n * interval '1 minute' FROM generate_series(1, 100) AS n`,
    [accountId],
  );
  await database.pool.query('DELETE FROM outbox');
  const ids = async () => (await prisma.authorizationGrant.findMany({ where: { account_id: accountId } })).map(({ grant_id }) => grant_id); // prettier-ignore
  const grant = { accountId, scope: [], publicClient: false, profileId: null };
  const created = await prisma.$transaction((db) => createGrant(db, grant));
  const kept = Array.from({ length: 99 }, (_, n) => `${accountId}${n + 1}`);
  expect((await ids()).sort()).toEqual([created.grantId, ...kept].sort());
  expect(await published()).toEqual([]);
});

it('given unrestricted calendars and an open request, when the last grant of the account ends, then both are gone (PERM-1, PERM-4)', async () => {
  const [{ accountId }, other] = [await newAccount(database.pool), await newAccount(database.pool)];
  const { grantId } = await createGrant(prisma, { accountId, scope: [], publicClient: false, profileId: null });
  for (const account_id of [accountId, other.accountId]) {
    const row = { calendar_id: `cal_${account_id}`, account_id, allowed_at: timestamp(now) };
    await prisma.unrestrictedCalendar.create({ data: row });
    const levels = { unrestricted: [], sandbox: [] };
    const request = { token_hash: account_id, account_id, redirect_uri: 'https://app.example/', ...levels };
    await prisma.permissionRequest.create({ data: { ...request, expires_at: timestamp(now) } });
  }
  const left = async () => [
    (await prisma.unrestrictedCalendar.findMany()).map(({ account_id }) => account_id).sort(),
    (await prisma.permissionRequest.findMany()).map(({ account_id }) => account_id).sort(),
  ];
  const both = [accountId, other.accountId].sort();
  await endGrants(prisma, { grant_id: grantId }, now);
  expect(await left()).toEqual([both, both]);
  await endGrants(prisma, { account_id: accountId }, now);
  expect(await left()).toEqual([[other.accountId], [other.accountId]]);
});

describe('an account', () => {
  let accountId: string;
  const ends = async () =>
    (await published()).filter((one) => (one as { account_id: string }).account_id === accountId);
  const grant = () => createGrant(prisma, { accountId, scope: [], publicClient: false, profileId: null });
  const code = (expires: number) =>
    database.pool.query(
      `INSERT INTO authorization_code (code_hash, client_id, account_id, redirect_uri, scope, expires_at)
       VALUES ($1, 'app', $1, 'https://app.example/', '{}', $2)`,
      [accountId, timestamp(expires)],
    );
  beforeEach(async () => {
    ({ accountId } = await newAccount(database.pool));
  });

  it('given two grants that end at the same time, then access ends once', async () => {
    await grant();
    const { rows } = await database.pool.query<{ grant_id: string }>(
      'SELECT grant_id FROM authorization_grant WHERE account_id = $1',
      [accountId],
    );
    const end = (grant_id: string) =>
      prisma.$transaction(async (db) => {
        await endGrants(db, { grant_id }, now);
        await db.$executeRaw`SELECT pg_sleep(0.2)`;
      });
    await Promise.all(rows.map(({ grant_id }) => end(grant_id)));
    expect(rows).toHaveLength(2);
    expect(await ends()).toHaveLength(1);
  });

  it('given another grant after the end, when that ends too, then the second end has a higher number', async () => {
    await endGrants(prisma, { account_id: accountId }, now);
    await grant();
    await endGrants(prisma, { account_id: accountId }, now);
    expect((await ends()).map((one) => (one as { access: number }).access)).toEqual([1, 2]);
  });

  it('given a code that may still be redeemed, then access ends only once it has expired', async () => {
    await code(now + 60_000);
    await endGrants(prisma, { account_id: accountId }, now);
    expect([await ends(), await endLapsed(database.pool, now + 59_999)]).toEqual([[], 0]);
    expect([await endLapsed(database.pool, now + 60_000), await endLapsed(database.pool, now + 60_000)]).toEqual([
      1, 0,
    ]);
    expect(await ends()).toEqual([{ client_id: 'app', account_id: accountId, at: now + 60_000, access: 1 }]);
  });

  it('given a grant, then it does not lapse', async () => {
    expect([await endLapsed(database.pool, now), await ends()]).toEqual([0, []]);
  });
});
