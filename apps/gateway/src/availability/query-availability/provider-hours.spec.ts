import { availabilityQuery, type AvailabilityQuery, type AvailabilityReply } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { startTestGateway, type TestGateway } from '../../gateway.fixture.js';
import { newAccount, newApplication } from '../../read-model/gateway-database.fixture.js';

const times = { start: '2026-12-07T08:00:00Z', end: '2026-12-07T18:00:00Z' };

describe('working hours at providers in a query', () => {
  let gateway: TestGateway;
  let sent: AvailabilityQuery[] = [];
  let reply: AvailabilityReply;
  let ada: string;
  let bob: string;
  let token: string;
  beforeAll(async () => {
    gateway = await startTestGateway({
      replyTo: (_topic, body) => {
        sent.push(body as AvailabilityQuery);
        return reply;
      },
    });
    const { clientId } = await newApplication(gateway.database.pool);
    const scope = ['read_free_busy'];
    const first = await newAccount(gateway.database.pool, scope, clientId);
    [ada, token] = [first.accountId, first.token];
    bob = (await newAccount(gateway.database.pool, scope, clientId)).accountId;
  });
  afterAll(() => gateway.stop());
  beforeEach(() => {
    sent = [];
    reply = availabilityQuery.exampleReply!;
  });

  const groups = (members: object[]) => [{ members, required: 'all' }];
  const meeting = (members: object[]) => ({ participants: groups(members), required_duration: { minutes: 60 } });
  const query = (...members: object[]) =>
    gateway.call('POST', '/v1/availability', { token, body: { ...meeting(members), query_periods: [times] } });
  const membersSent = () =>
    sent.flatMap((one) => (one.kind === 'single' ? one.meeting.groups.flatMap(({ members }) => members) : []));
  const without = (sub: string) => ({ outcome: 'unknown-rule' as const, sub, rule_id: '', working_hours: true });
  const error = (path: string, key: string) => ({
    status: 422,
    body: { errors: { [path]: [{ key: `errors.${key}` }] } },
  });

  it('given "provider", when sent on, then it counts as managed everywhere, and only there with the hours (AVL-30)', async () => {
    await query({ sub: ada, managed_availability: 'provider' }, { sub: bob, managed_availability: true });
    const [first, second] = membersSent();
    expect(first).toMatchObject({ sub: ada, managed: true, working_hours: true, rule_ids: null });
    expect(second).toMatchObject({ sub: bob, managed: true });
    expect(second).not.toHaveProperty('working_hours');
  });

  it.each(['providers', 1, {}])('given %j, when sent, then it is refused in words', async (managed_availability) => {
    expect(await query({ sub: ada, managed_availability })).toMatchObject(
      error('participants[0].members[0].managed_availability', 'not_recognized'),
    );
    expect(sent).toEqual([]);
  });

  it.each([[[]], [['weekdays']]])(
    'given %j as rules as well, when sent, then it is refused (AVL-30)',
    async (availability_rule_ids) => {
      expect(await query({ sub: ada, managed_availability: 'provider', availability_rule_ids })).toMatchObject(
        error('participants[0].members[0].availability_rule_ids', 'invalid'),
      );
    },
  );

  it('given a member without hours, when queried, then it is named, with what to do (AVL-31)', async () => {
    reply = without(bob);
    const { status, body } = await query({ sub: ada }, { sub: bob, managed_availability: 'provider' });
    const description = `no connected profile of ${bob} has working hours at its provider: use true and availability rules`;
    expect([status, body]).toEqual([
      422,
      {
        errors: {
          'participants[0].members[1].managed_availability': [{ key: 'errors.no_working_hours', description }],
        },
      },
    ]);
  });

  it('given a sequence in which one step uses them, when there are none, then only that step is named (AVL-31)', async () => {
    reply = without(ada);
    const steps = [{ sub: ada }, { sub: ada, managed_availability: 'provider' }];
    const sequence = steps.map((member, index) => ({ ...meeting([member]), sequence_id: `${index}` }));
    const body = { sequence, query_periods: [times] };
    const answer = await gateway.call('POST', '/v1/sequenced_availability', { token, body });
    expect(Object.keys((answer.body as { errors: object }).errors)).toEqual([
      'sequence[1].participants[0].members[0].managed_availability',
    ]);
  });
});
