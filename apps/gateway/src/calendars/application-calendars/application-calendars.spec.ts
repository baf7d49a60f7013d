import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newApplication } from '../../read-model/gateway-database.fixture.js';

interface Opened {
  sub: string;
  access_token: string;
  refresh_token: string;
  scope: string;
}

describe("an application's own calendar", () => {
  let gateway: TestGateway;
  beforeAll(async () => (gateway = await startTestGateway()));
  afterAll(() => gateway.stop());
  beforeEach(() => gateway.clearOutbox());

  const open = async (clientId: string, secret: string, name: unknown, headers = {}) => {
    const body = { client_id: clientId, client_secret: secret, application_calendar_id: name };
    const answer = await gateway.call('POST', '/v1/application_calendars', { body, headers });
    return { ...answer, opened: answer.body as Opened };
  };

  it('given a new name, then 200 has tokens, never cached, and a calendar that they show', async () => {
    const { clientId, secret } = await newApplication(gateway.database.pool);
    const { status, headers, opened } = await open(clientId, secret, 'rooms');
    expect([status, headers.get('cache-control')]).toEqual([200, 'no-store']);
    expect(opened).toMatchObject({
      token_type: 'bearer',
      sub: expect.stringMatching(/^apc_/),
      application_calendar_id: 'rooms',
      linking_profile: { provider_name: 'kalends', profile_name: null },
    });
    const { body } = await gateway.call('GET', '/v1/calendars', { token: opened.access_token });
    expect(body).toMatchObject({ calendars: [{ calendar_name: 'rooms' }] });
    expect(await gateway.outbox()).toMatchObject([{ kind: 'create-profile', account_id: opened.sub }]);
  });

  it('given it again, then it is the same account, and the earlier token stays valid; another name is another account', async () => {
    const { clientId, secret } = await newApplication(gateway.database.pool);
    const { opened: first } = await open(clientId, secret, 'rooms');
    const { opened: again } = await open(clientId, secret, 'rooms');
    expect([again.sub, again.access_token === first.access_token]).toEqual([first.sub, false]);
    expect((await gateway.call('GET', '/v1/userinfo', { token: first.access_token })).status).toBe(200);
    expect((await open(clientId, secret, 'cars')).opened.sub).not.toBe(first.sub);
    expect(await gateway.outbox()).toHaveLength(2);
  });

  it('given all its grants revoked, when it is opened again, then it has the same calendar', async () => {
    const { clientId, secret } = await newApplication(gateway.database.pool);
    const { opened: first } = await open(clientId, secret, 'rooms');
    const calendars = async ({ access_token }: Opened) =>
      (await gateway.call('GET', '/v1/calendars', { token: access_token })).body;
    const before = await calendars(first);
    const revocation = { client_id: clientId, client_secret: secret, sub: first.sub };
    expect((await gateway.call('POST', '/oauth/token/revoke', { body: revocation })).status).toBe(200);
    const { opened: again } = await open(clientId, secret, 'rooms');
    expect([again.sub, await calendars(again)]).toEqual([first.sub, before]);
  });

  it('given two concurrent requests, then one account is created', async () => {
    const { clientId, secret } = await newApplication(gateway.database.pool);
    const both = await Promise.all([open(clientId, secret, 'rooms'), open(clientId, secret, 'rooms')]);
    expect(both[0].opened.sub).toBe(both[1].opened.sub);
  });

  it('given another application and the same name, then it has its own account', async () => {
    const [one, other] = [await newApplication(gateway.database.pool), await newApplication(gateway.database.pool)];
    const { opened } = await open(one.clientId, one.secret, 'rooms');
    expect((await open(other.clientId, other.secret, 'rooms')).opened.sub).not.toBe(opened.sub);
  });

  it("given no secret, or another application's, then 400 invalid_client, whatever Authorization contains", async () => {
    const [one, other] = [await newApplication(gateway.database.pool), await newApplication(gateway.database.pool)];
    for (const secret of ['', other.secret]) {
      const headers = { authorization: `Bearer ${one.secret}` };
      expect(await open(one.clientId, secret, 'rooms', headers)).toMatchObject({
        status: 400,
        body: { error: 'invalid_client' },
      });
    }
    expect(await gateway.outbox()).toEqual([]);
  });

  it('given no name, then 422 names application_calendar_id', async () => {
    const { clientId, secret } = await newApplication(gateway.database.pool);
    const { status, body } = await open(clientId, secret, '');
    expect([status, body]).toMatchObject([422, { errors: { application_calendar_id: [{ key: 'errors.required' }] } }]);
  });
});
