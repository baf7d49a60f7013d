import { PrismaPg } from '@prisma/adapter-pg';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { PrismaClient } from '../../generated/prisma/client.js';
import {
  newAccountWithCalendar,
  openGatewayDatabase,
  type GatewayDatabase,
} from '../../read-model/gateway-database.fixture.js';
import { tokenHash } from '../../tokens/hash.js';
import { timestamp } from '../../tokens/timestamp.js';
import { DecidePermissions } from './decide-permissions.js';

const now = Date.UTC(2026, 10, 21);
let database: GatewayDatabase;
let prisma: PrismaClient;
beforeAll(async () => {
  database = await openGatewayDatabase();
  prisma = new PrismaClient({ adapter: new PrismaPg(database.pool, { schema: 'gateway' }) });
  await database.pool.query("UPDATE application SET redirect_uris = '{https://app.example/}'");
});
afterAll(async () => {
  await prisma.$disconnect();
  await database.stop();
});

it('given the same request, when allowed and denied many times at once, then exactly one decision counts (PERM-4)', async () => {
  const { accountId: account_id, calendarId } = await newAccountWithCalendar(database.pool);
  const nowhere = {} as never;
  const handler = new DecidePermissions({
    pool: database.pool,
    prisma,
    client: nowhere,
    sealer: nowhere,
    clock: () => now,
  });
  for (const token of ['first', 'second', 'third']) {
    await prisma.unrestrictedCalendar.deleteMany();
    const levels = { unrestricted: [calendarId], sandbox: [] };
    const request = { token_hash: tokenHash(token), account_id, redirect_uri: 'https://app.example/', ...levels };
    await prisma.permissionRequest.create({ data: { ...request, expires_at: timestamp(now + 1) } });
    const opened = (await handler.find(token))!;
    const presses = Array.from({ length: 12 }, (_, n) =>
      n % 2 === 0 ? handler.allow(token, opened, new Set([calendarId])) : handler.deny(token),
    );
    const counted = await Promise.all(presses);
    expect(counted.filter((one) => one)).toHaveLength(1);
    const isAllowed = counted.findIndex((one) => one) % 2 === 0;
    expect(await prisma.unrestrictedCalendar.count()).toBe(isAllowed ? 1 : 0);
    expect(await handler.find(token)).toBeNull();
  }
});
