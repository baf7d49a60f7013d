import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccount, newApplication, newDeveloper } from '../../read-model/gateway-database.fixture.js';

describe('the creation of an account', () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.clearOutbox());

  const create = (body: object, clientId = 'app', token = adminKey) =>
    gateway.call('POST', `/admin/v1/applications/${clientId}/accounts`, { token, body });
  const accounts = async () => (await gateway.database.pool.query('SELECT 1 FROM account')).rowCount;

  it('given an e-mail address, then 201 has tokens of every scope and a calendar that the next read shows', async () => {
    const { status, body } = await create({ email: 'ada@example.com', name: 'Ada', default_tzid: 'Europe/London' });
    const made = body as { sub: string; access_token: string; calendar_id: string; scope: string };
    expect([status, made]).toEqual([201, expect.objectContaining({ expires_in: 3600, sub: made.sub })]);
    expect(made.scope.split(' ')).toEqual(expect.arrayContaining(['create_event', 'read_events', 'delete_event']));
    const { body: read } = await gateway.call('GET', '/v1/userinfo', { token: made.access_token });
    expect(read).toMatchObject({ sub: made.sub, email: 'ada@example.com', name: 'Ada', zoneinfo: 'Europe/London' });
    const { body: listed } = await gateway.call('GET', '/v1/calendars', { token: made.access_token });
    expect(listed).toMatchObject({ calendars: [{ calendar_id: made.calendar_id, provider_name: 'kalends' }] });
    const calendar = { calendar_id: made.calendar_id, tzid: 'Europe/London' };
    expect(await gateway.outbox()).toMatchObject([
      { kind: 'create-profile', account_id: made.sub, calendar, own_addresses: ['ada@example.com'] },
    ]);
  });

  it('given a developer, then the address names the calendar, and is not the account’s verified one (ADM-4)', async () => {
    const { key, developerId } = await newDeveloper(gateway.database.pool);
    const { clientId } = await newApplication(gateway.database.pool);
    await gateway.database.pool.query('UPDATE application SET developer_id = $1 WHERE client_id = $2', [
      developerId,
      clientId,
    ]);
    const { status, body } = await create({ email: 'victim@example.com' }, clientId, key);
    const { access_token: token } = body as { access_token: string };
    const read = async (path: string) => (await gateway.call('GET', path, { token })).body;
    expect([status, await read('/v1/userinfo'), await read('/v1/account'), await read('/v1/profiles')]).toMatchObject([
      201,
      { email: null },
      { account: { email: null } },
      { profiles: [{ profile_name: 'victim@example.com' }] },
    ]);
    expect(await gateway.outbox()).toMatchObject([{ kind: 'create-profile', own_addresses: ['victim@example.com'] }]);
  });

  describe('of an application with room for two more', () => {
    let small: TestGateway;
    let application: Awaited<ReturnType<typeof newApplication>>;
    beforeAll(async () => (small = await startTestGateway({ env: { ACCOUNTS_PER_APPLICATION: '3' } })));
    afterAll(() => small.stop());
    beforeEach(async () => {
      application = await newApplication(small.database.pool);
      await newAccount(small.database.pool, [], application.clientId);
    });
    const createSmall = () =>
      small.call('POST', `/admin/v1/applications/${application.clientId}/accounts`, {
        token: adminKey,
        body: { email: 'ada@example.com' },
      });
    const open = (application_calendar_id: string) => {
      const body = { client_id: application.clientId, client_secret: application.secret, application_calendar_id };
      return small.call('POST', '/v1/application_calendars', { body });
    };

    it('given five at once, then exactly two are created; another application has its own (ACC-8)', async () => {
      const answers = await Promise.all(Array.from({ length: 5 }, createSmall));
      expect(answers.filter(({ status }) => status === 201)).toHaveLength(2);
      expect(answers.find(({ status }) => status !== 201)).toMatchObject({
        status: 422,
        body: { errors: { client_id: [{ key: 'errors.too_many' }] } },
      });
      application = await newApplication(small.database.pool);
      expect((await createSmall()).status).toBe(201);
    });

    it('given application calendars, then they count, and one that exists is opened again (ACC-8)', async () => {
      const answers = await Promise.all(['a', 'b', 'c', 'd'].map(open));
      expect(answers.map(({ status }) => status).sort()).toEqual([200, 200, 422, 422]);
      expect(answers.find(({ status }) => status === 422)!.body).toMatchObject({
        errors: { application_calendar_id: [{ key: 'errors.too_many' }] },
      });
      const opened = ['a', 'b', 'c', 'd'].find((_, n) => answers[n]!.status === 200)!;
      expect((await open(opened)).status).toBe(200);
      expect((await createSmall()).status).toBe(422);
    });
  });

  it('given a scope, then the tokens have no other', async () => {
    const { body } = await create({ email: 'ada@example.com', scope: 'read_free_busy' });
    const { access_token: token, scope } = body as { access_token: string; scope: string };
    const write = await gateway.call('POST', '/v1/calendars/cal_x/events', { token, body: {} });
    expect([scope, write.status]).toEqual(['read_free_busy', 403]);
  });

  it('given the same address twice, then these are two accounts: an address is not an identity', async () => {
    const [one, other] = [await create({ email: 'bob@example.com' }), await create({ email: 'bob@example.com' })];
    expect((one.body as { sub: string }).sub).not.toBe((other.body as { sub: string }).sub);
  });

  it.each([
    ['no address', {}, 'email', 'errors.required'],
    ['an invalid address', { email: 'ada' }, 'email', 'errors.invalid_email'],
    ['an unknown zone', { email: 'a@b.c', default_tzid: 'Mars' }, 'default_tzid', 'errors.tzid_unrecognized'],
    ['an unknown scope', { email: 'a@b.c', scope: 'read_events fly' }, 'scope', 'errors.not_recognized'],
  ])('given %s, then 422 names it, and nothing is stored or sent', async (_what, input, field, key) => {
    const before = await accounts();
    const { status, body } = await create(input);
    expect([status, body]).toMatchObject([422, { errors: { [field]: [{ key }] } }]);
    expect([await accounts(), await gateway.outbox()]).toEqual([before, []]);
  });

  it("given an unknown application, or a developer and another developer's application, then 404", async () => {
    const { key } = await newDeveloper(gateway.database.pool);
    const [unknown, foreign] = [
      await create({ email: 'a@b.c' }, 'unknown'),
      await create({ email: 'a@b.c' }, 'app', key),
    ];
    expect([unknown.status, foreign.status, await gateway.outbox()]).toEqual([404, 404, []]);
  });

  it('given a wrong admin key, then 401', async () => {
    expect((await create({ email: 'a@b.c' }, 'app', 'wrong')).status).toBe(401);
  });
});
