import { resourcesQuery, type ResourcesQuery, type ResourcesReply } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { apply, newAccount, profileOf } from '../../read-model/gateway-database.fixture.js';

const red = { email: 'red@work.example', name: 'Red' };
const blue = { email: 'blue@work.example', name: 'Blue' };
const listed = (...resources: object[]) => ({ outcome: 'listed', resources, truncated: false }) as ResourcesReply;
type Refusal = Extract<ResourcesReply, { outcome: 'refused' }>['refusal'];
const refused = (refusal: Refusal): ResourcesReply => ({ outcome: 'refused', refusal, description: 'No.' });

describe('the rooms of an account', () => {
  let gateway: TestGateway;
  let replies: Record<string, ResourcesReply | Error>;
  const requests: unknown[] = [];
  const replyTo = (topic: string, body: ResourcesQuery) => {
    requests.push([topic, body]);
    return replies[body.profile_id];
  };
  beforeAll(async () => (gateway = await startTestGateway({ replyTo })));
  afterAll(() => gateway.stop());
  beforeEach(() => {
    requests.length = 0;
    replies = {};
  });

  /** An account with these profiles; each id begins with its name. */
  async function given(...profiles: { name: string; provider_name?: string; connected?: boolean }[]) {
    const { pool } = gateway.database;
    const { accountId, token } = await newAccount(pool, ['read_events']);
    const id = (name: string) => `pro_${name}_${accountId}`;
    const records = profiles.map(({ name, provider_name = 'exchange', connected = true }) =>
      profileOf(accountId, { profile_id: id(name), provider_name, connected, calendar_ids: [] }),
    );
    await apply(pool, accountId, records);
    const get = (path: string) => gateway.call('GET', `/v1/${path}`, { token });
    return { accountId, id, get };
  }

  it('given two profiles at Microsoft, when listed, then the rooms of both, by name, each once (CAL-4)', async () => {
    const { accountId, id, get } = await given(
      { name: 'one' },
      { name: 'two' },
      { name: 'k', provider_name: 'kalends' },
    );
    replies = { [id('one')]: listed(red, blue), [id('two')]: listed({ ...red, name: 'Red again' }) };
    const { status, body } = await get('resources');
    expect([status, body]).toEqual([200, { resources: [blue, red] }]);
    expect(requests).toEqual(
      ['one', 'two'].map((name) => [resourcesQuery.name, { account_id: accountId, profile_id: id(name) }]),
    );
  });

  it('given profiles that may not list rooms, or are disconnected, when listed, then none, and 200 (CAL-4)', async () => {
    const { id, get } = await given({ name: 'one' }, { name: 'two' }, { name: 'off', connected: false });
    replies = { [id('one')]: refused('not-supported'), [id('two')]: refused('not-connected') };
    expect(await get('resources')).toMatchObject({ status: 200, body: { resources: [] } });
    expect(requests).toHaveLength(2);
  });

  it('given a profile that is unavailable, when listed, then 503 instead of a part of the list (CAL-4)', async () => {
    const { id, get } = await given({ name: 'one' }, { name: 'two' });
    replies = { [id('one')]: listed(red), [id('two')]: refused('unavailable') };
    const { status, body, headers } = await get('resources');
    expect([status, body]).toEqual([503, { error: 'unavailable', description: 'No.' }]);
    expect(headers.get('retry-after')).toMatch(/^\d+$/);
  });

  it('given more rooms than are listed, when listed, then the answer is marked (CAL-4)', async () => {
    const { id, get } = await given({ name: 'one' });
    replies = { [id('one')]: { outcome: 'listed', resources: [red], truncated: true } };
    expect((await get('resources')).body).toEqual({ resources: [red], truncated: true });
    const accessible = await get(`accessible_calendars?profile_id=${id('one')}`);
    expect(accessible.body).toMatchObject({ truncated: true });
  });

  it('given a profile, when its accessible calendars are listed, then its rooms, as resources (CAL-5)', async () => {
    const { id, get } = await given(
      { name: 'one' },
      { name: 'g', provider_name: 'google' },
      { name: 'k', provider_name: 'kalends' },
    );
    replies = { [id('one')]: listed(red), [id('g')]: refused('not-supported') };
    expect((await get(`accessible_calendars?profile_id=${id('one')}`)).body).toEqual({
      accessible_calendars: [{ calendar_type: 'resource', ...red }],
    });
    for (const name of ['g', 'k']) {
      expect((await get(`accessible_calendars?profile_id=${id(name)}`)).body).toEqual({ accessible_calendars: [] });
    }
    expect(requests).toHaveLength(2);
  });

  it('given no profile, another account’s, or a disconnected one, when its calendars are listed, then 422 or 423 (CAL-5)', async () => {
    const [{ get, id }, other] = [await given({ name: 'off', connected: false }), await given({ name: 'one' })];
    expect(await get('accessible_calendars')).toMatchObject({
      status: 422,
      body: { errors: { profile_id: [{ key: 'errors.required' }] } },
    });
    expect(await get(`accessible_calendars?profile_id=${other.id('one')}`)).toMatchObject({
      status: 422,
      body: { errors: { profile_id: [{ key: 'errors.not_recognized' }] } },
    });
    expect((await get(`accessible_calendars?profile_id=${id('off')}`)).status).toBe(423);
    expect(requests).toEqual([]);
  });
});
