import { availabilityQuery } from '@kalends/contracts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccount, newApplication } from '../../read-model/gateway-database.fixture.js';

const times = { start: '2026-12-07T08:00:00Z', end: '2026-12-07T18:00:00Z' };

describe("whom a query with a user's token may name (AVL-1)", () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway({ replyTo: () => availabilityQuery.exampleReply })));
  afterAll(() => gateway.stop());

  /** Two users of an application, and one of another application. */
  async function given(type: 'confidential' | 'public') {
    const { pool } = gateway.database;
    const { clientId } = await newApplication(pool);
    await pool.query('UPDATE application SET client_type = $1 WHERE client_id = $2', [type, clientId]);
    const scope = ['read_free_busy'];
    const [ada, bob] = [await newAccount(pool, scope, clientId), await newAccount(pool, scope, clientId)];
    const stranger = await newAccount(pool, scope, (await newApplication(pool)).clientId);
    return { ada, bob, stranger };
  }
  const query = (token: string, ...subs: string[]) => {
    const participants = [{ members: subs.map((sub) => ({ sub })), required: 'all' }];
    const body = { participants, required_duration: { minutes: 60 }, query_periods: [times] };
    return gateway.call('POST', '/v1/availability', { token, body });
  };
  const unknown = (path: string) => ({ status: 422, body: { errors: { [path]: [{ key: 'errors.not_recognized' }] } } });
  const second = 'participants[0].members[1].sub';

  it('given a confidential client, then every user of its application; a stranger is like one who never existed', async () => {
    const { ada, bob, stranger } = await given('confidential');
    expect(await query(ada.token, ada.accountId, bob.accountId)).toMatchObject({ status: 200 });
    expect(await query(ada.token, ada.accountId, stranger.accountId)).toMatchObject(unknown(second));
    expect(await query(ada.token, ada.accountId, 'acc_never')).toMatchObject(unknown(second));
  });

  it('given a public client, whose tokens are in the hands of its users, then its own user only', async () => {
    const { ada, bob } = await given('public');
    expect(await query(ada.token, ada.accountId)).toMatchObject({ status: 200 });
    expect(await query(ada.token, ada.accountId, bob.accountId)).toMatchObject(unknown(second));
  });

  it('given a confidential client, when a hold names another user, then that user is unknown', async () => {
    const { ada, bob } = await given('confidential');
    await gateway.database.pool.query("UPDATE access_token SET scope = '{create_event,read_free_busy}'");
    const body = { hold_id: 'h', members: [{ sub: bob.accountId }], ...times };
    const held = await gateway.call('POST', '/v1/holds', { token: ada.token, body });
    expect(held).toMatchObject(unknown('members[0].sub'));
  });
});
