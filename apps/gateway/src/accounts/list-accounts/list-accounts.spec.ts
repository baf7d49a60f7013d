import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { wordsQuery } from './accounts.queries.js';

describe('the list of accounts', () => {
  let gateway: TestGateway;
  const list = async (query = '', token = adminKey) => {
    const { status, body } = await gateway.call('GET', `/admin/v1/accounts${query}`, { token });
    const { accounts = [], next_after } = body as { accounts?: { name: string; sub: string }[]; next_after: string };
    return { status, accounts, names: accounts.map(({ name }) => name), next: next_after };
  };

  beforeAll(async () => {
    gateway = await startTestGateway();
    const { pool } = gateway.database;
    await pool.query(`INSERT INTO developer (developer_id, name, key_hash) VALUES ('dev_1', 'Dev', 'x')`);
    await pool.query(
      `INSERT INTO application (client_id, developer_id, name, redirect_uris, plan) VALUES ('one', 'dev_1', 'One', '{}', 'emerging'), ('two', NULL, 'Two', '{}', 'emerging')`,
    );
    await pool.query(`
      INSERT INTO account (account_id, client_id, email, name, default_tzid, created_at)
      SELECT 'acc_' || n, CASE WHEN n % 2 = 0 THEN 'one' ELSE 'two' END, 'person' || n || '@mail.example.com',
             'Person Number' || n, 'Etc/UTC', '2026-01-01T00:00:00Z'::timestamptz + n * interval '1 minute'
      FROM generate_series(1, 120) AS n`);
    await pool.query(`
      INSERT INTO account (account_id, client_id, email, name, default_tzid)
      VALUES ('acc_zoe', 'one', 'zoë.ødegård@example.org', 'Zoë O''Neil', 'Etc/UTC')`);
    await pool.query(`
      INSERT INTO profile_state (profile_id, account_id, revision, deleted, record)
      VALUES ('p1', 'acc_7', 1, false, '{"connected":false}'), ('p2', 'acc_8', 1, false, '{"connected":true,"error":"no","provider_name":"google"}'),
             ('p3', 'acc_9', 1, false, '{"connected":true,"provider_name":"google"}'),
             ('p4', 'acc_9', 1, false, '{"connected":false,"provider_name":"exchange"}')`);
  });
  afterAll(() => gateway.stop());

  it('given more accounts than a page has, when followed, then all come once, the newest first (ADM-10)', async () => {
    const seen: string[] = [];
    let query = '?limit=50';
    for (;;) {
      const { accounts, next } = await list(query);
      seen.push(...accounts.map(({ sub }) => sub));
      if (next === null) break;
      query = `?limit=50&after=${next}`;
    }
    expect(seen).toEqual(['acc_zoe', ...Array.from({ length: 120 }, (_, n) => `acc_${120 - n}`)]);
  });

  it.each([
    ['person77@', ['Person Number77']],
    ['number77', ['Person Number77']],
    ['PERSON NUMBER77', ['Person Number77']],
    ['acc_77', ['Person Number77']],
    ['zoë', ["Zoë O'Neil"]],
    ['ødeg', ["Zoë O'Neil"]],
    ["o'ne", ["Zoë O'Neil"]],
    ['umber77', []],
    [':* | &', []],
  ])('given the search %j, then %j are found', async (query, names) => {
    expect((await list(`?query=${encodeURIComponent(query)}`)).names).toEqual(names);
  });

  it('given accounts that cannot be read, then they can be listed alone', async () => {
    expect((await list('?failing=true')).accounts).toMatchObject([
      { sub: 'acc_9', profiles: 2, failing_profiles: 1 },
      { sub: 'acc_8', profiles: 1, failing_profiles: 1 },
      { sub: 'acc_7', profiles: 1, failing_profiles: 1 },
    ]);
  });

  it.each([
    ['?provider_name=google', ['acc_9', 'acc_8']],
    ['?provider_name=google&failing=true', ['acc_8']],
    ['?provider_name=exchange&failing=true', ['acc_9']],
    ["?provider_name=google'--", []],
  ])('given %s, then accounts with such a profile at that provider are listed: %j (ADM-43)', async (query, subs) => {
    expect((await list(query)).accounts.map(({ sub }) => sub)).toEqual(subs);
  });

  it('given an application, then only its accounts are listed', async () => {
    expect((await list('?client_id=two&limit=200')).accounts).toHaveLength(60);
  });

  it.each(['?limit=0', '?limit=201', '?after=nothing', '?failing=perhaps', `?query=${'x'.repeat(201)}`])(
    'given %s, then it is refused in words',
    async (query) => expect((await list(query)).status).toBe(422),
  );

  it('given signs of a query language, then a search has none of their meaning', () => {
    expect(wordsQuery("a' & b | !c <-> d:*")).toBe("'a':* & 'b':* & 'c':* & 'd':*");
    expect(wordsQuery("''")).toBeNull();
  });

  it.each([
    ['the newest', '?limit=50'],
    ['those of an application', '?client_id=one&limit=50'],
    ['a search', '?query=person7'],
  ])('given %s, when planned for many accounts, then no table is read from end to end', async (_, query) => {
    const plans: string[] = [];
    const client = await gateway.database.pool.connect();
    try {
      await client.query('SET enable_seqscan = off');
      const { rows } = await client.query<{ 'QUERY PLAN': string }>(
        query.includes('query')
          ? `EXPLAIN SELECT FROM account WHERE to_tsvector('simple'::regconfig, translate(coalesce(account.name, '') || ' ' || coalesce(account.email, '') || ' ' || account.account_id, '@._-+''/', '       ')) @@ '''person7'':*'::tsquery`
          : `EXPLAIN SELECT FROM account ${query.includes('client_id') ? "WHERE client_id = 'one'" : ''} ORDER BY created_at DESC, account_id DESC LIMIT 50`,
      );
      plans.push(...rows.map((row) => row['QUERY PLAN']));
    } finally {
      await client.query('RESET enable_seqscan');
      client.release();
    }
    expect(plans.join('\n')).toMatch(/account_(words|created|client_created)_idx/);
    expect(plans.join('\n')).not.toMatch(/Seq Scan/);
  });
});
