import { scopes, type Scope } from '@kalends/public-api';
import { beforeAll, describe, expect, it } from 'vitest';
import {
  attacksOn,
  atTwo,
  newVictim,
  operationsOf,
  ownAnswers,
  planted,
  snapshot,
  type Attack,
  type Operation,
  type Victim,
} from './harness/attacks.js';
import { call, e2e, type Account, type Kalends } from './harness/kalends.js';

const takesToken = ({ security = [] }: Operation) => security.some((one) => 'access-token' in one);

/** Further attacks with a user's token, on operations that {@link attacksOn} leaves to an application's own key. */
function moreAttacks({ user, profileId }: Victim): Record<string, Attack[]> {
  const period = { available_period_id: 'p1', start: '2026-12-07T08:00:00Z', end: '2026-12-07T09:00:00Z' };
  const confirmation = (calendar_id: string) => ({
    calendar_id,
    event: { event_id: 'taken', summary: 'x', ...atTwo },
  });
  return {
    createConnectionsLink: [['user', 'POST', '/v1/connections_links']],
    createLinkToken: [['user', 'POST', '/v1/link_tokens']],
    upsertAvailablePeriod: [['user', 'POST', '/v1/available_periods', period]],
    confirmHold: [['user', 'POST', '/v1/holds/h1/confirm', confirmation('own')]],
    placeHold: [
      ['user', 'POST', '/v1/holds', { hold_id: 'h2', members: [{ sub: 'own' }, { sub: user.sub }], ...atTwo }],
    ],
    revokeProfile: [['user', 'POST', `/v1/profiles/${profileId}/revoke`]],
  };
}

/** The response contains the caller's own data, not the victim's. */
// an application that keeps its secret may query the free time of its users with any of their tokens (AVL-1)
const own = [
  ...ownAnswers,
  'queryAvailability',
  'querySequencedAvailability',
  'createConnectionsLink',
  'createLinkToken',
  'upsertAvailablePeriod',
  'deleteAvailablePeriods',
];

e2e('a user’s token', (kalends) => {
  let victim: Victim;
  let attacker: Account;
  let operations: Operation[];
  let attacks: Record<string, Attack[]>;

  /** Another user of the victim's own application. */
  const newUser = async (scope?: string): Promise<Account> => {
    const { client_id } = victim.application;
    const body = { email: 'attacker@example.com', name: 'attacker', ...(scope ? { scope } : {}) };
    const path = `/admin/v1/applications/${client_id}/accounts`;
    return (await call('POST', kalends().url(path), { token: victim.key, body })).body as unknown as Account;
  };

  beforeAll(async () => {
    if (!isThere(kalends)) return;
    victim = await newVictim(kalends());
    attacker = await newUser();
    operations = (await operationsOf(kalends(), /^\/v1\//)).filter(takesToken);
    const all = attacksOn(victim, { ...victim, user: attacker });
    const more = moreAttacks(victim);
    attacks = Object.fromEntries(
      operations.map(({ operationId: id }) => [
        id,
        [...(all[id] ?? []), ...(more[id] ?? [])].filter(([as]) => as === 'user'),
      ]),
    );
  }, 120_000);

  const send = ([, method, path, body]: Attack, token: string) => {
    const mine = JSON.stringify(body)?.replaceAll('"sub":"own"', `"sub":"${attacker.sub}"`);
    const raw = mine?.replaceAll('"calendar_id":"own"', `"calendar_id":"${attacker.calendar_id}"`);
    return call(method, kalends().url(path), { token, ...(raw === undefined ? {} : { raw }) });
  };

  it('given every endpoint that takes a token, then each is tried', () => {
    expect(operations.length).toBeGreaterThan(25);
    expect(operations.filter(({ operationId }) => attacks[operationId]!.length === 0)).toEqual([]);
  });

  it('given another user of the same application, when each endpoint is tried on them, then nothing is disclosed and nothing changes', async () => {
    const before = await snapshot(kalends(), victim);
    expect(before).toContain(planted);
    const wrong: string[] = [];
    for (const [operation, tries] of Object.entries(attacks)) {
      for (const attack of tries) {
        const answer = await send(attack, attacker.access_token);
        const isRefused = answer.status >= 400 && answer.status < 500;
        if (answer.text.includes(planted)) wrong.push(`${operation} returned: ${answer.text.slice(0, 200)}`);
        if (!isRefused && (!own.includes(operation) || operation === 'releaseHold'))
          wrong.push(`${operation}: ${answer.status} ${answer.text.slice(0, 200)}`);
      }
    }
    expect(wrong).toEqual([]);
    expect(await snapshot(kalends(), victim)).toBe(before);
    const repeated = await call('POST', kalends().url('/v1/holds'), {
      token: victim.application.client_secret,
      body: { hold_id: 'h1', members: [{ sub: victim.user.sub }], ...atTwo },
    });
    expect(repeated.status).toBe(200);
  });

  describe('without a required scope', () => {
    const needed = ({ 'x-any-scope': any, 'x-all-scopes': all = [] }: Operation): Scope[][] =>
      (any ? [any, ...all.map((one) => [one])] : all.map((one) => [one])) as Scope[][];

    it('given each endpoint that requires a scope, when it is called for the user themselves, then 403 names it (AUTH-8)', async () => {
      const seen: string[] = [];
      for (const operation of operations) {
        for (const missing of needed(operation)) {
          const remaining = scopes.filter((one) => !missing.includes(one) && !missing.includes(implied[one] ?? one));
          const { access_token } = await newUser(remaining.join(' '));
          for (const attack of attacks[operation.operationId]!) {
            const answer = await send(attack, access_token);
            seen.push(operation.operationId);
            // a cursor belongs to its account: another account's is unknown before anything else is checked
            const refused = operation.operationId.endsWith('NextPage') ? [403, 404] : [403];
            expect([operation.operationId, refused.includes(answer.status)]).toEqual([operation.operationId, true]);
            if (answer.status === 403) expect(answer.body.error).toBe('insufficient_scope');
          }
        }
      }
      expect(new Set(seen)).toEqual(
        new Set(operations.filter((one) => needed(one).length > 0).map((one) => one.operationId)),
      );
    });
  });

  it('given the scopes, when a user holds, confirms and releases their own time, then it succeeds', async () => {
    const token = attacker.access_token;
    const place = (hold_id: string) =>
      call('POST', kalends().url('/v1/holds'), {
        token,
        body: { hold_id, members: [{ sub: attacker.sub }], ...atTwo },
      });
    expect((await place('mine')).status).toBe(201);
    expect((await call('DELETE', kalends().url('/v1/holds/mine'), { token })).status).toBe(202);
    expect((await place('mine-too')).status).toBe(201);
    const event = { event_id: 'held', summary: 'Held', ...atTwo };
    const body = { calendar_id: attacker.calendar_id, event };
    expect((await call('POST', kalends().url('/v1/holds/mine-too/confirm'), { token, body })).status).toBe(202);
  });
});

/** A scope that includes another one (`read_events` reads free/busy as well). */
const implied: Partial<Record<Scope, Scope>> = { read_events: 'read_free_busy' };

function isThere(kalends: () => Kalends): boolean {
  try {
    return kalends() !== undefined;
  } catch {
    return false;
  }
}
