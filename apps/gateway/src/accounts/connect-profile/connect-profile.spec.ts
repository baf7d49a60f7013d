import { createHash } from 'node:crypto';
import { settleProfile, stageProfile, type StageProfile, type StageProfileReply } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, newAccount, newDeveloper, profileOf } from '../../read-model/gateway-database.fixture.js';

const caldav = { provider_name: 'caldav', url: 'https://dav.example/', username: 'ada', password: 'secret' };

describe('a profile that an administrator connects', () => {
  let gateway: TestGateway;
  let reply: (principal: string) => StageProfileReply;
  const requests: StageProfile[] = [];
  let principal: string;
  const replyTo = (topic: string, body: StageProfile) => {
    if (topic !== stageProfile.name) throw new Error(topic);
    requests.push(body);
    return reply(principal);
  };
  beforeAll(async () => (gateway = await startTestGateway({ replyTo })));
  afterAll(() => gateway.stop());
  beforeEach(async () => {
    await gateway.clearOutbox();
    requests.length = 0;
    reply = (who) => ({
      outcome: 'staged',
      provider_name: 'caldav',
      profile_name: 'ada',
      identity: { origin: 'https://dav.example', principal: who },
      earlier_profile_proved: false,
      calendar_names: [],
    });
  });

  const connect = (accountId: string, body: object = caldav, token = adminKey) =>
    gateway.call('POST', `/admin/v1/accounts/${accountId}/profiles`, { token, body });
  const list = async (accountId: string) =>
    (await gateway.call('GET', `/admin/v1/accounts/${accountId}/profiles`, { token: adminKey })).body;
  const staged = async () => (await gateway.database.pool.query('SELECT 1 FROM staged_connection')).rowCount;
  const account = async () => {
    const { accountId } = await newAccount(gateway.database.pool);
    principal = `/principals/${accountId}/`;
    return accountId;
  };

  it('given credentials that a server accepts, then 201; the profile is listed and published, its password was sealed (HTTP-14)', async () => {
    const accountId = await account();
    const { status, body } = await connect(accountId);
    const { profile_id } = body as { profile_id: string };
    const profile = { profile_id, provider_name: 'caldav', profile_name: 'ada', connected: true };
    expect([status, body]).toMatchObject([201, { ...profile, initial_sync: 'pending', last_sync: null }]);
    expect(await list(accountId)).toMatchObject({ profiles: [profile] });
    expect(await gateway.outbox(settleProfile.name)).toEqual([
      { kind: 'publish', account_id: accountId, staged_id: profile_id, profile_id, access: 1 },
    ]);
    const { sealed_password } = requests[0]!.credentials as { sealed_password: string };
    expect(gateway.sealer.open(sealed_password, `profile:${profile_id}`)).toBe('secret');
  });

  it('given the same identity again, then it is the same profile; in another account 422 names username', async () => {
    const accountId = await account();
    const first = (await connect(accountId)).body as { profile_id: string };
    expect((await connect(accountId, { ...caldav, password: 'changed' })).body).toMatchObject(first);
    const { accountId: another } = await newAccount(gateway.database.pool);
    await gateway.clearOutbox();
    const refused = await connect(another);
    expect(refused.body).toMatchObject({ errors: { username: [{ key: 'errors.connected_elsewhere' }] } });
    expect([refused.status, await list(another)]).toEqual([422, { profiles: [] }]);
    expect(await gateway.outbox()).toMatchObject([{ kind: 'drop', staged_id: requests.at(-1)!.profile_id }]);
  });

  it('given principals that may be two people, then they are two profiles', async () => {
    const accountId = await account();
    const first = principal;
    const ids = new Set<string>();
    const others = [first.toUpperCase(), first.replace(/\/$/, '%2F'), `${first}/`, first.replace('/p', '/./p')];
    for (principal of [first, ...others]) {
      ids.add(((await connect(accountId)).body as { profile_id: string }).profile_id);
    }
    expect(ids.size).toBe(5);
  });

  it('given the same principal in another form, then it is the same profile', async () => {
    const accountId = await account();
    const first = principal;
    const ids = new Set<string>();
    const others = [first.replace(/\/$/, ''), first.replace('p', '%70'), first.replace('acc_', '%61cc%5f')];
    for (principal of [...others, first]) {
      ids.add(((await connect(accountId)).body as { profile_id: string }).profile_id);
    }
    expect(ids.size).toBe(1);
  });

  it.each([
    ['without', 'with'],
    ['with', 'without'],
  ])(
    'given a profile that an earlier release stored %s a slash at the end, when it is named %s one, then it is the same',
    async (stored) => {
      const accountId = await account();
      const [slash, none] = [principal, principal.slice(0, -1)];
      const hash = createHash('sha256')
        .update(['caldav-principal', 'https://dav.example', stored === 'with' ? slash : none].join('\n'))
        .digest('hex');
      const { profile_id } = (await connect(accountId)).body as { profile_id: string };
      await gateway.database.pool.query('UPDATE profile_identity SET identity_hash = $1 WHERE profile_id = $2', [
        hash,
        profile_id,
      ]);
      principal = stored === 'with' ? none : slash;
      expect((await connect(accountId)).body).toMatchObject({ profile_id });
    },
  );

  it('given an account with room for one more, when three are connected at once, then exactly one is, and the others are erased (ACC-6)', async () => {
    const accountId = await account();
    await apply(
      gateway.database.pool,
      accountId,
      Array.from({ length: 49 }, (_, n) => profileOf(accountId, { profile_id: `pro_${n}_${accountId}` })),
    );
    // all three are staged before any is published
    const staging = reply;
    const waiting: (() => void)[] = [];
    reply = ((): Promise<StageProfileReply> =>
      new Promise((resolve) => {
        const person = staging(`/principals/${waiting.length}_${accountId}/`);
        waiting.push(() => resolve(person));
        if (waiting.length === 3) for (const answer of waiting) answer();
      })) as never;
    const answers = await Promise.all([1, 2, 3].map(() => connect(accountId)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 422, 422]);
    const refused = { errors: { sub: [{ key: 'errors.too_many' }] } };
    expect(answers.find(({ status }) => status === 422)!.body).toMatchObject(refused);
    expect((((await gateway.outbox(settleProfile.name)) as { kind: string }[]).map(({ kind }) => kind).sort())).toEqual(['drop', 'drop', 'publish']); // prettier-ignore
    expect(await staged()).toBe(0);
  });

  it.each([
    ['authentication-failed', 'password'],
    ['address-refused', 'url'],
    ['identity-not-proved', 'url'],
  ] as const)('given %s, then 422 names %s, and nothing is stored or sent', async (refusal, field) => {
    const accountId = await account();
    reply = () => ({ outcome: 'refused', refusal, description: 'No.' });
    const { status, body } = await connect(accountId);
    const key = `errors.${refusal.replaceAll('-', '_')}`;
    expect([status, body]).toEqual([422, { errors: { [field]: [{ key, description: 'No.' }] } }]);
    expect([await list(accountId), await staged(), await gateway.outbox()]).toEqual([{ profiles: [] }, 0, []]);
  });

  it.each([
    ['caldav without url', { url: undefined }, 'url'],
    ['another provider', { provider_name: 'google' }, 'provider_name'],
    ['no password', { password: '' }, 'password'],
  ])('given %s, then 422 names the field and no request is sent', async (_what, more, field) => {
    const { status, body } = await connect(await account(), { ...caldav, ...more });
    expect([status, Object.keys((body as { errors: object }).errors), requests]).toEqual([422, [field], []]);
  });

  it('given an unknown account, or a developer who does not manage it, then 404 and no request is sent', async () => {
    const { key } = await newDeveloper(gateway.database.pool);
    const statuses = [await connect('acc_unknown'), await connect(await account(), caldav, key)];
    expect([statuses.map(({ status }) => status), requests]).toEqual([[404, 404], []]);
  });

  it('given an account whose access has ended, then 422, and the connection is erased (AUTH-13)', async () => {
    const accountId = await account();
    await gateway.database.pool.query('UPDATE account SET access_ended = true WHERE account_id = $1', [accountId]);
    const { status, body } = await connect(accountId);
    const error = expect.objectContaining({ key: 'errors.not_authorized' }) as unknown;
    expect([status, body]).toEqual([422, { errors: { sub: [error] } }]);
    expect([await gateway.outbox(settleProfile.name), await staged()]).toMatchObject([[{ kind: 'drop' }], 0]);
  });
});
