import { applicationState, type ApplicationStateRecord } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newDeveloper } from '../../read-model/gateway-database.fixture.js';

const path = '/admin/v1/applications';

describe('the administration of applications', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.clearOutbox());

  const call = (method: string, to: string, body?: object, token = adminKey) =>
    gateway.call(method, `${path}${to}`, { token, ...(body ? { body } : {}) });
  const made = async (token = adminKey) => {
    const { body } = await call('POST', '', { name: 'Planner', redirect_uris: ['https://app.example/'] }, token);
    return body as { client_id: string; client_secret: string; secret_id: string };
  };
  const published = async () => (await gateway.outbox(applicationState.name)) as ApplicationStateRecord[];

  it('given a name and addresses, then 201 shows the secret once, and services receive it sealed', async () => {
    const body = { name: 'Planner', redirect_uris: ['https://app.example/'] };
    const answer = await call('POST', '', body);
    const { client_id, client_secret, secret_id } = answer.body as Awaited<ReturnType<typeof made>>;
    expect([answer.status, answer.body]).toMatchObject([
      201,
      { ...body, plan: 'emerging', client_type: 'confidential', client_secret: expect.stringMatching(/^KAL_/) },
    ]);
    const [record] = await published();
    expect(record).toMatchObject({ client_id, name: 'Planner', deleted: false, secrets: [{ secret_id }] });
    expect(gateway.sealer.open(record!.secrets[0]!.sealed, `client-secret:${secret_id}`)).toBe(client_secret);
    expect(JSON.stringify((await call('GET', '')).body)).not.toContain(client_secret);
  });

  it('given a developer who has 100 applications, then another is 422; the deployment has others (ADM-8)', async () => {
    const { pool } = gateway.database;
    const { developerId, key } = await newDeveloper(pool);
    await pool.query(
      `INSERT INTO application (client_id, developer_id, name, redirect_uris, plan)
       SELECT $1 || n, $1, 'Many', '{}', 'starter' FROM generate_series(1, 100) AS n`,
      [developerId],
    );
    const body = { name: 'Planner', redirect_uris: ['https://app.example/'] };
    const refused = await call('POST', '', body, key);
    expect(refused).toMatchObject({ status: 422, body: { errors: { name: [{ key: 'errors.too_many' }] } } });
    expect((await call('POST', '', body)).status).toBe(201);
    await call('DELETE', `/${developerId}1`, undefined, key);
    expect((await call('POST', '', body, key)).status).toBe(201);
  });

  it('given as many applications as a deployment may have, then another is 422, whoever creates it (ADM-8)', async () => {
    const small = await startTestGateway({ env: { APPLICATIONS: '2' } });
    const body = { name: 'Planner', redirect_uris: ['https://app.example/'] };
    const create = () => small.call('POST', path, { token: adminKey, body });
    // one is the fixture's
    expect((await create()).status).toBe(201);
    expect((await create()).status).toBe(422);
    await small.stop();
  });

  it('given room for two more, when ten applications are created at once, then exactly two are, of a developer and of the deployment (ADM-8)', async () => {
    const body = { name: 'Planner', redirect_uris: ['https://app.example/'] };
    const statuses = async (of: TestGateway, token: string) => {
      const create = () => of.call('POST', path, { token, body });
      const answers = await Promise.all(Array.from({ length: 10 }, create));
      return answers.map(({ status }) => status).sort();
    };
    const exactly = [201, 201, 422, 422, 422, 422, 422, 422, 422, 422];
    const { developerId, key } = await newDeveloper(gateway.database.pool);
    await gateway.database.pool.query(
      `INSERT INTO application (client_id, developer_id, name, redirect_uris, plan)
       SELECT $1 || n, $1, 'Many', '{}', 'starter' FROM generate_series(1, 98) AS n`,
      [developerId],
    );
    expect(await statuses(gateway, key)).toEqual(exactly);
    // one is the fixture's
    const small = await startTestGateway({ env: { APPLICATIONS: '3' } });
    expect(await statuses(small, adminKey)).toEqual(exactly);
    await small.stop();
  });

  it('given an application that has 10 secrets, then another is 422 (ADM-8)', async () => {
    const { client_id } = await made();
    for (let n = 1; n < 10; n += 1) expect((await call('POST', `/${client_id}/secrets`)).status).toBe(201);
    const refused = await call('POST', `/${client_id}/secrets`);
    expect(refused).toMatchObject({ status: 422, body: { errors: { client_id: [{ key: 'errors.too_many' }] } } });
  });

  it.each([
    ['no name', { redirect_uris: [] }, 'name'],
    ['no addresses', { name: 'a' }, 'redirect_uris'],
    ['an address with script', { name: 'a', redirect_uris: ['javascript:alert(1)'] }, 'redirect_uris[0]'],
    [
      'an address with a fragment',
      { name: 'a', redirect_uris: ['https://a.b/', 'https://a.b/#c'] },
      'redirect_uris[1]',
    ],
    ...[
      'http://app.example/',
      'https://*/',
      'https://*.com/',
      'https://a.*.example.com/',
      'https://*.example.com/*',
      'http://*.example.com/',
    ].map(
      // prettier-ignore
      (address): [string, object, string] => [`the address ${address} (AUTH-12)`, { name: 'a', redirect_uris: [address] }, 'redirect_uris[0]'], // prettier-ignore
    ),
    ['an unknown plan', { name: 'a', redirect_uris: [], plan: 'gold' }, 'plan'],
  ])('given %s, then 422 names the field, and nothing is published', async (_what, body, field) => {
    const answer = await call('POST', '', body);
    expect([answer.status, Object.keys((answer.body as { errors: object }).errors)]).toEqual([422, [field]]);
    expect(await published()).toEqual([]);
  });

  it.each(['client_id', 'client_secret', 'anything'])(
    'given %s, then 422 names it, since the answer would not have it, and nothing is published (ADM-3)',
    async (name) => {
      const { client_id } = await made();
      await gateway.clearOutbox();
      const key = 'errors.not_supported';
      const created = await call('POST', '', { name: 'a', redirect_uris: [], [name]: 'KAL_mine' });
      const changed = await call('POST', `/${client_id}`, { [name]: 'KAL_mine' });
      const refusal = { status: 422, body: { errors: { [name]: [{ key }] } } };
      expect([created, changed]).toMatchObject([refusal, refusal]);
      expect(await published()).toEqual([]);
    },
  );

  it('given a change, then omitted fields stay, and a later revision is published', async () => {
    const { client_id } = await made();
    const { status, body } = await call('POST', `/${client_id}`, { plan: 'starter' });
    expect([status, body]).toMatchObject([200, { name: 'Planner', plan: 'starter' }]);
    const [first, second] = await published();
    expect([second!.plan, second!.revision > first!.revision]).toEqual(['starter', true]);
  });

  it('given another secret, then both are valid until one is removed; the last one cannot be', async () => {
    const { client_id, client_secret, secret_id } = await made();
    const added = (await call('POST', `/${client_id}/secrets`)).body as Awaited<ReturnType<typeof made>>;
    const authenticates = async (secret: string) => {
      const body = { client_id, client_secret: secret, token: 'unknown' };
      return (await gateway.call('POST', '/oauth/token/revoke', { body })).status === 200;
    };
    expect([await authenticates(client_secret), await authenticates(added.client_secret)]).toEqual([true, true]);
    expect((await call('DELETE', `/${client_id}/secrets/${secret_id}`)).status).toBe(204);
    expect([await authenticates(client_secret), await authenticates(added.client_secret)]).toEqual([false, true]);
    const last = await call('DELETE', `/${client_id}/secrets/${added.secret_id}`);
    expect([last.status, last.body]).toMatchObject([422, { errors: { secret_id: [{ key: 'errors.last_secret' }] } }]);
    expect((await published()).map(({ secrets }) => secrets.length)).toEqual([1, 2, 1]);
  });

  describe('what is the deployment’s to decide (ADM-4)', () => {
    const deployments = { plan: 'starter', rate_limit_per_second: 0, rate_limit_per_minute: null };
    const created = { name: 'a', redirect_uris: [] };

    it.each([
      ['plan', { plan: 'starter' }],
      ['rate_limit_per_second', { rate_limit_per_second: 0 }],
      ['rate_limit_per_minute', { rate_limit_per_minute: 1_000_000 }],
    ])(
      'given a developer who sets %s, then 403 names it, and nothing is changed or published',
      async (name, change) => {
        const { key } = await newDeveloper(gateway.database.pool);
        const { client_id } = await made(key);
        const before = (await call('GET', '', undefined, key)).body;
        await gateway.clearOutbox();
        for (const answer of [await call('POST', `/${client_id}`, change, key), await call('POST', '', { ...created, ...change }, key)]) // prettier-ignore
        expect(answer).toMatchObject({ status: 403, body: { error: 'forbidden', description: expect.stringContaining(name) } }); // prettier-ignore
        expect([(await call('GET', '', undefined, key)).body, await published()]).toEqual([before, []]);
      },
    );

    it('given a developer who sends them back as they are, then the rest is changed; the deployment sets them all', async () => {
      const { key } = await newDeveloper(gateway.database.pool);
      const { client_id } = await made(key);
      expect((await call('POST', `/${client_id}`, deployments)).body).toMatchObject(deployments);
      const same = await call('POST', `/${client_id}`, { ...deployments, name: 'Renamed' }, key);
      expect(same).toMatchObject({ status: 200, body: { ...deployments, name: 'Renamed' } });
    });
  });

  it("given a developer, then they list, change and see only their own; another's is 404", async () => {
    const { key } = await newDeveloper(gateway.database.pool);
    const [own, foreign] = [await made(key), await made()];
    await gateway.clearOutbox();
    const { body } = await call('GET', '', undefined, key);
    expect((body as { applications: unknown[] }).applications).toMatchObject([{ client_id: own.client_id }]);
    const secret = `/${foreign.client_id}/secrets`;
    for (const [method, to] of [
      ['POST', `/${foreign.client_id}`],
      ['POST', secret],
      ['DELETE', `${secret}/${foreign.secret_id}`],
    ] as const)
      expect((await call(method, to, method === 'POST' ? {} : undefined, key)).status, `${method} ${to}`).toBe(404);
    expect(await published()).toEqual([]);
    expect((await call('DELETE', `/${own.client_id}/secrets/${foreign.secret_id}`, undefined, key)).status).toBe(404);
  });
});
