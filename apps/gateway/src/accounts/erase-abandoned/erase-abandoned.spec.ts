import { testClock } from '@kalends/testing';
import { sqlOf } from '@kalends/messaging';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { resumeAccess } from '../../tokens/account-access.js';
import { eraseAbandoned } from './erase-abandoned.js';

const clock = testClock();
const day = 86_400_000;

describe('accounts that nobody can use any more', () => {
  let gateway: TestGateway;
  beforeAll(async () => {
    gateway = await startTestGateway({ now: clock.now });
    const { pool } = gateway.database;
    await pool.query(
      `INSERT INTO application (client_id, name, redirect_uris, plan) VALUES ('one', 'One', '{}', 'emerging')`,
    );
    await pool.query(`
      INSERT INTO account (account_id, client_id, default_tzid, access_ended)
      VALUES ('used', 'one', 'Etc/UTC', false), ('connected', 'one', 'Etc/UTC', true), ('left', 'one', 'Etc/UTC', true),
             ('returns', 'one', 'Etc/UTC', true), ('granted', 'one', 'Etc/UTC', true)`);
    await pool.query(`
      INSERT INTO profile_state (profile_id, account_id, revision, deleted, record)
      VALUES ('p1', 'connected', 1, false, '{"provider_name":"google","connected":true}'),
             ('p2', 'left', 1, false, '{"provider_name":"google","connected":false}'),
             ('p3', 'returns', 1, false, '{"provider_name":"kalends","connected":true}')`);
    await pool.query(
      `INSERT INTO authorization_grant (grant_id, account_id, scope, public_client) VALUES ('grt_1', 'granted', '{}', false)`,
    );
  });
  afterAll(() => gateway.stop());

  const run = (days: number | null) => eraseAbandoned(gateway.database.pool, days, clock.now());
  const listed = async () => {
    const { body } = await gateway.call('GET', '/admin/v1/accounts?abandoned=true', { token: adminKey });
    return (body as { accounts: { sub: string; abandoned_at: string }[] }).accounts;
  };
  const left = async () =>
    (await gateway.database.pool.query<{ account_id: string }>('SELECT account_id FROM account ORDER BY 1')).rows.map(
      ({ account_id }) => account_id,
    );

  it('given no grant and no connected calendar, when found, then the list has since when, and nothing is erased without a setting (ACC-14)', async () => {
    const found = clock.now();
    expect(await run(null)).toBe(0);
    clock.advance(1_000 * day);
    expect(await run(null)).toBe(0);
    expect((await listed()).map(({ sub, abandoned_at }) => [sub, Date.parse(abandoned_at)]).sort()).toEqual([
      ['left', found],
      ['returns', found],
    ]);
    expect(await left()).toHaveLength(5);
  });

  it('given the days of the setting, when one was used again, then only the other is erased, everywhere, and the audit has it (ACC-14)', async () => {
    await resumeAccess(sqlOf(gateway.database.pool), 'returns');
    expect((await listed()).map(({ sub }) => sub)).toEqual(['left']);
    expect(await run(1_001)).toBe(0);
    expect(await run(1_000)).toBe(1);
    expect(await left()).toEqual(['connected', 'granted', 'returns', 'used']);
    expect(await gateway.outbox('gateway.event.erasure-requested.v1')).toEqual([
      { kind: 'account', client_id: 'one', account_id: 'left' },
    ]);
    const { body } = await gateway.call('GET', '/admin/v1/audit?sub=left', { token: adminKey });
    expect((body as { entries: object[] }).entries).toMatchObject([
      { actor: 'maintenance', action: 'account.deleted', before: { abandoned_at: expect.any(String) as string } },
    ]);
  });

  it('given one that is granted again after it was found, when erased, then it is not', async () => {
    await gateway.database.pool.query(
      `UPDATE account SET abandoned_at = '2020-01-01T00:00:00Z' WHERE account_id = 'granted'`,
    );
    expect(await run(1)).toBe(0);
    expect(await left()).toContain('granted');
  });
});
