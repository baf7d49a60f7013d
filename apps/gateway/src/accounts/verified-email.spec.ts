import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { testClock } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ada, connect, decide, startConsentSetup, type ConsentSetup } from '../oauth/journey/consent.fixture.js';
import { openGatewayDatabase } from '../read-model/gateway-database.fixture.js';

describe('the address of a Google account', () => {
  let setup: ConsentSetup;
  let userinfo: Server;
  /** Google's claim about the address. */
  let claim: object = {};
  beforeAll(async () => {
    userinfo = createServer((request, response) => {
      const headers = { authorization: request.headers.authorization! };
      const original = fetch(`${setup.google}/v1/userinfo`, { headers }).then((answer) => answer.json());
      void original.then((body) => {
        const { email_verified: _verified, ...rest } = body as Record<string, unknown>;
        response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify({ ...rest, ...claim }));
      });
    });
    await new Promise<void>((resolve) => userinfo.listen(0, '127.0.0.1', resolve));
    const GOOGLE_USERINFO_URL = `http://127.0.0.1:${(userinfo.address() as AddressInfo).port}/`;
    setup = await startConsentSetup(testClock().now, { GOOGLE_USERINFO_URL });
  });
  afterAll(async () => {
    userinfo.close();
    await setup.close();
  });

  const emails = async () =>
    (await setup.database.pool.query<{ email: string | null }>('SELECT email FROM account')).rows.map(
      ({ email }) => email,
    );
  const connected = async (more: object) => {
    claim = more;
    const visitor = setup.visitor();
    await decide(visitor, (await connect(visitor)).location, 'allow');
  };

  it.each([
    ['that it is not verified', { email_verified: false }, null],
    ['nothing about it', {}, null],
    ['verified, as a string', { email_verified: 'true' }, null],
    ['that it is verified', { email_verified: true }, ada],
  ])('given that Google reports %s, when connected, then email is %s (ACC-2)', async (_what, more, email) => {
    await setup.reset();
    await connected(more);
    expect(await emails()).toEqual([email]);
  });

  it('given an account without one, when its owner connects again and Google verifies it, then it is stored', async () => {
    await setup.reset();
    await connected({});
    await connected({ email_verified: true });
    expect(await emails()).toEqual([ada]);
  });
});

describe('addresses that were stored before', () => {
  const sql = readFileSync(
    new URL('../prisma/migrations/20261124011000_verified_email/migration.sql', import.meta.url),
    'utf8',
  );

  it.each([
    ['entered for a CalDAV server', 'caldav', 'victim@example.com', null, null],
    ['entered for iCloud', 'apple', 'victim@icloud.com', null, null],
    ['of a Google account, never verified', 'google', 'ada@example.com', null, null],
    ['of Gmail itself', 'google', 'ada@gmail.com', 'ada@gmail.com', null],
    ['given by an administrator', 'kalends', 'ada@example.com', 'ada@example.com', 'ada@example.com'],
  ])('given one %s, when migrated, then it stays if it is verified', async (_what, provider, address, email, name) => {
    const database = await openGatewayDatabase();
    try {
      const { pool } = database;
      const text = 'INSERT INTO account (account_id, client_id, email, name, default_tzid) VALUES ($1, $2, $3, $3, $4)';
      await pool.query(text, ['acc_1', 'app', address, 'Etc/UTC']);
      const record = JSON.stringify({ provider_name: provider, profile_name: address });
      await pool.query('INSERT INTO profile_state SELECT 0, $1, $2, 1, false, $3', ['pro_1', 'acc_1', record]);
      await pool.query(sql);
      const { rows } = await pool.query('SELECT email, name FROM account');
      expect(rows).toEqual([{ email, name }]);
    } finally {
      await database.stop();
    }
  });
});
