import { createSealer } from '@kalends/security';
import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PrismaClient } from '../generated/prisma/client.js';
import { openGatewayDatabase, newAccount, type GatewayDatabase } from '../read-model/gateway-database.fixture.js';
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
