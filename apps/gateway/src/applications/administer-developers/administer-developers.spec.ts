import { creationLock } from '@kalends/postgres';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newDeveloper } from '../../read-model/gateway-database.fixture.js';

describe('the creation of a developer', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());

  const create = (token: string, body: object) => gateway.call('POST', '/admin/v1/developers', { token, body });
  const stored = async () => (await gateway.database.pool.query('SELECT * FROM developer')).rows as object[];

  it("given the deployment's key, then 201 has a key that manages applications, and only its hash is stored", async () => {
    const { status, body } = await create(adminKey, { name: 'Eve' });
    const { key, developer_id } = body as { key: string; developer_id: string };
    expect([status, body]).toEqual([201, { name: 'Eve', key, developer_id: expect.stringMatching(/^dev_/) }]);
    const { body: listed } = await gateway.call('GET', '/admin/v1/applications', { token: key });
    // the deployment's own application is not among them
    expect(listed).toEqual({ applications: [] });
    const rows = await stored();
    expect(rows).toContainEqual(expect.objectContaining({ developer_id, name: 'Eve' }));
    expect(JSON.stringify(rows)).not.toContain(key);
  });

  it('given room for one more, when another is being created, then the next waits for it, and is 422 (ADM-9)', async () => {
    const { pool } = gateway.database;
    const insert = `INSERT INTO developer (developer_id, name, key_hash)
                    SELECT 'many-' || n, 'Many', 'hash-' || n FROM generate_series($1::int, $2::int) AS n`;
    const { rowCount } = await pool.query('SELECT FROM developer');
    await pool.query(insert, [rowCount! + 1, 999]);
    const another = await pool.connect();
    await another.query('BEGIN');
    await another.query(creationLock('developer', 'deployment'));
    await another.query(insert, [1_000, 1_000]);
    const refused = create(adminKey, { name: 'Eve' });
    const waiting = "SELECT FROM pg_locks WHERE locktype = 'advisory' AND NOT granted";
    await expect.poll(async () => (await pool.query(waiting)).rowCount).toBe(1);
    await another.query('COMMIT');
    another.release();
    expect(await refused).toMatchObject({ status: 422, body: { errors: { name: [{ key: 'errors.too_many' }] } } });
    await pool.query("DELETE FROM developer WHERE developer_id LIKE 'many-%'");
  });

  it("given a developer's key, then 403; given another one, then 401; nothing is stored", async () => {
    const { key } = await newDeveloper(gateway.database.pool);
    const before = await stored();
    expect(await create(key, { name: 'Mallory' })).toMatchObject({ status: 403, body: { error: 'forbidden' } });
    expect((await create('wrong', { name: 'Mallory' })).status).toBe(401);
    expect(await stored()).toEqual(before);
  });

  it.each([
    ['no name', {}, 'errors.required'],
    ['a blank name', { name: '  ' }, 'errors.required'],
    ['a name of 201 characters', { name: 'x'.repeat(201) }, 'errors.too_long'],
  ])('given %s, then 422 names it', async (_what, body, key) => {
    const answer = await create(adminKey, body);
    expect([answer.status, answer.body]).toMatchObject([422, { errors: { name: [{ key }] } }]);
  });
});

describe('developers of a deployment', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  const call = (method: string, path: string, token = adminKey) =>
    gateway.call(method, `/admin/v1/developers${path}`, {
      token,
      ...(path === '' && method === 'POST' ? { body: { name: 'Eve' } } : {}),
    });
  const created = async () => (await call('POST', '')).body as { developer_id: string; key: string };

  it('given developers, then they are listed without keys, with the number of their applications', async () => {
    const { developer_id, key } = await created();
    await gateway.call('POST', '/admin/v1/applications', { token: key, body: { name: 'One', redirect_uris: [] } });
    const { body } = await call('GET', '');
    expect(body).toMatchObject({ developers: [{ developer_id, name: 'Eve', applications: 1 }] });
    expect(JSON.stringify(body)).not.toContain('key');
    expect((await call('GET', '', key)).status).toBe(403);
  });

  it('given a replaced key, then the old one is refused and the new one manages the same', async () => {
    const { developer_id, key } = await created();
    const replaced = await call('POST', `/${developer_id}/key`);
    const next = (replaced.body as { key: string }).key;
    const list = (token: string) => gateway.call('GET', '/admin/v1/applications', { token });
    expect([replaced.status, (await list(key)).status, (await list(next)).status]).toEqual([201, 401, 200]);
    expect((await call('POST', '/dev_none/key')).status).toBe(404);
  });

  it('given a developer with applications, when deleted, then it is refused in words; without them it is gone (ADM-14)', async () => {
    const { developer_id, key } = await created();
    const application = await gateway.call('POST', '/admin/v1/applications', {
      token: key,
      body: { name: 'One', redirect_uris: [] },
    });
    const { client_id } = application.body as { client_id: string };
    expect((await call('DELETE', `/${developer_id}`)).body).toMatchObject({
      errors: { developer_id: [{ key: 'errors.has_applications' }] },
    });
    await gateway.call('DELETE', `/admin/v1/applications/${client_id}`, { token: key });
    expect((await call('DELETE', `/${developer_id}`)).status).toBe(204);
    expect((await call('DELETE', `/${developer_id}`)).status).toBe(404);
  });
});
