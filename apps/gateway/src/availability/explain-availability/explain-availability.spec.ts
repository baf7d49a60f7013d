import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { availabilityQuery, type AvailabilityReply, type SingleAvailabilityQuery } from '@kalends/contracts';
import { cookieOf, own } from '../../console/console.fixture.js';
import { startWithAccount } from '../../accounts/operated-account.fixture.js';

const nine = Date.UTC(2026, 11, 1, 9);
const hour = 3_600_000;

describe('explaining availability to operators', () => {
  let setup: Awaited<ReturnType<typeof startWithAccount>>;
  let asked: SingleAvailabilityQuery;
  const reply: AvailabilityReply = {
    outcome: 'found',
    people: [],
    found: [],
    unknown: [],
    unavailable: [],
    refusals: [],
  };
  beforeAll(async () => {
    setup = await startWithAccount({
      [availabilityQuery.name]: (_topic, body) => {
        asked = body as never;
        const { sub } = setup.account;
        const busy = { start: nine, end: nine + hour };
        return {
          ...reply,
          people: [sub],
          found: [{ start: nine + hour, end: nine + 2 * hour, participants: [0] }],
          unavailable: [{ ...busy, members: [{ sub, reason: 'busy' }] }],
          refusals: [{ sub, refused: [{ ...busy, reason: 'busy' }] }],
        } as never;
      },
    });
  });
  afterAll(() => setup.gateway.stop());

  const explain = (body: object, clientId = setup.clientId) =>
    setup.call('POST', `/admin/v1/applications/${clientId}/availability_explanations`, body);
  const query = (sub: string) => ({
    participants: [{ members: [{ sub }], required: 'all' }],
    required_duration: { minutes: 60 },
    query_periods: [{ start: '2026-12-01T09:00:00Z', end: '2026-12-01T11:00:00Z' }],
  });

  it('given the application’s query, then the answer of the same computation, with the reasons of each member by name (ADM-32)', async () => {
    const { sub } = setup.account;
    const { status, body } = await explain(query(sub));
    expect(status).toBe(200);
    expect(asked).toMatchObject({ client_id: setup.clientId, explain: true, explain_members: true });
    const busy = { start: '2026-12-01T09:00:00Z', end: '2026-12-01T10:00:00Z' };
    expect(body).toEqual({
      available: [{ start: '2026-12-01T10:00:00Z', end: '2026-12-01T11:00:00Z', participants: [{ sub }] }],
      unavailable: [{ ...busy, members: [{ sub, reason: 'busy' }] }],
      members: [{ sub, name: 'Ann', unknown: null, refused: [{ ...busy, reason: 'busy' }] }],
    });
  });

  it('given a query as the application may not send it, then every wrong field is named, as for the application (ADM-32)', async () => {
    expect(await explain({ ...query('acc_other'), required_duration: { minutes: 60 } })).toMatchObject({
      status: 422,
      body: { errors: { 'participants[0].members[0].sub': [{ key: 'errors.not_recognized' }] } },
    });
    const wrong = await explain({ participants: [], required_duration: {} });
    expect(Object.keys((wrong.body as { errors: object }).errors).sort()).toEqual([
      'participants',
      'query_periods',
      'required_duration',
    ]);
    expect((await explain(query(setup.account.sub), 'none')).status).toBe(404);
  });

  it('given somebody who may only read, then they may request it; one with a link for one account may not (ADM-32)', async () => {
    const signIn = async (body: object) => {
      const { url } = (await setup.call('POST', '/admin/v1/console_links', body)).body as { url: string };
      const link = url.split('#sign-in=')[1];
      const session = await setup.gateway.call('POST', '/console/session', { body: { link }, headers: own });
      const path = `/admin/v1/applications/${setup.clientId}/availability_explanations`;
      const headers = { ...own, cookie: cookieOf(session.headers) };
      return (await setup.gateway.call('POST', path, { body: query(setup.account.sub), headers })).status;
    };
    expect(await signIn({ role: 'viewer' })).toBe(200);
    expect(await signIn({ sub: setup.account.sub })).toBe(403);
  });
});
