import { DeadlineExceeded } from '@kalends/messaging';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { adminKey, startTestGateway, type TestGateway } from '../gateway.fixture.js';
import { newDeveloper } from '../read-model/gateway-database.fixture.js';

interface Query {
  kind: string;
  before: { failed_at: string; dead_letter_id: string } | null;
  limit: number;
  dead_letter_id?: string;
}
interface Page {
  dead_letters: { service: string; dead_letter_id: string; [member: string]: unknown }[];
  services: { service: string; answered: boolean; dead_letters: number | null }[];
  next_after: string | null;
}

const at = (minute: number) => `2026-11-19T08:${String(minute).padStart(2, '0')}:00.000Z`;
const letter = (id: number, minute: number) => ({
  dead_letter_id: String(id),
  message_id: `m${id}`,
  topic: 'gateway.command.calendar.v1',
  kind: 'upsert',
  account_id: 'acc_1',
  client_id: null,
  reason: 'failed' as const,
  error: 'boom',
  deliveries: 5,
  failed_at: at(minute),
});

describe('dead letters in the admin API', () => {
  let gateway: TestGateway;
  const requests: [topic: string, query: Query][] = [];
  /** Of calendar-sync; notifier has the same instants, invites none, and availability does not answer. */
  const letters = [letter(1, 1), letter(2, 2), letter(3, 2), letter(4, 4)];

  const answer = (topic: string, query: Query): unknown => {
    requests.push([topic, query]);
    if (topic.includes('availability')) return new DeadlineExceeded('no reply');
    const own = topic.includes('invites') ? [] : letters;
    if (query.kind !== 'list-dead-letters') {
      const found = own.find(({ dead_letter_id }) => dead_letter_id === query.dead_letter_id);
      if (!found) return { outcome: 'unknown' };
      const shown = { outcome: 'dead-letter', dead_letter: found, body: '{"secret":"title"}', truncated: false };
      return query.kind === 'show-dead-letter' ? shown : { outcome: 'done' };
    }
    const { before } = query;
    const rank = (failedAt: string, id: string) => `${failedAt} ${id.padStart(18, '0')}`;
    const rows = own
      .filter(
        (one) => !before || rank(one.failed_at, one.dead_letter_id) < rank(before.failed_at, before.dead_letter_id),
      )
      .sort((a, b) => (rank(a.failed_at, a.dead_letter_id) < rank(b.failed_at, b.dead_letter_id) ? 1 : -1));
    return { outcome: 'dead-letters', total: own.length, dead_letters: rows.slice(0, query.limit) };
  };

  beforeAll(async () => {
    gateway = await startTestGateway({ replyTo: (topic, body) => answer(topic, body as Query) });
    await gateway.database.pool.query(
      `INSERT INTO dead_letter (group_name, message_id, topic, key, lane, headers, body, max_bytes, reason, error, deliveries, position, failed_at)
       VALUES ('gateway', 'own', 'calendar-sync.event.calendar-state.v1', 'k', 'acc_9', '{}', '{"kind":"event"}', 1000, 'invalid', 'odd', 1, '0:1', $1)`,
      [at(3)],
    );
  });
  afterAll(() => gateway.stop());
  beforeEach(() => void requests.splice(0));

  const call = (method: string, path = '', token = adminKey) =>
    gateway.call(method, `/admin/v1/dead_letters${path}`, { token });
  const list = async (query = '') => (await call('GET', query)).body as Page;
  const audit = async () =>
    ((await gateway.call('GET', '/admin/v1/audit?limit=10', { token: adminKey })).body as { entries: object[] })
      .entries;

  it('given a service that does not answer, when listed, then it is named, and those of the others are there (ADM-20)', async () => {
    const { dead_letters, services } = await list();
    expect(services).toEqual([
      { service: 'gateway', answered: true, dead_letters: 1 },
      { service: 'calendar-sync', answered: true, dead_letters: 4 },
      { service: 'invites', answered: true, dead_letters: 0 },
      { service: 'availability', answered: false, dead_letters: null },
      { service: 'notifier', answered: true, dead_letters: 4 },
    ]);
    expect(dead_letters).toHaveLength(9);
    expect(dead_letters[2]).toMatchObject({
      service: 'gateway',
      message_type: 'event',
      sub: 'acc_9',
      client_id: null,
      explanation: expect.stringContaining('contract') as string,
    });
    expect(JSON.stringify(dead_letters)).not.toContain('title');
  });

  it.each([1, 2, 3, 8])(
    'given pages of %i, when followed, then each dead letter comes once, the newest first',
    async (limit) => {
      const seen: string[] = [];
      for (let after: string | null = ''; after !== null;) {
        const page: Page = await list(`?limit=${limit}${after && `&after=${after}`}`);
        seen.push(...page.dead_letters.map(({ service, dead_letter_id: id }) => `${service} ${id}`));
        after = page.next_after;
      }
      expect(seen).toEqual([
        'calendar-sync 4',
        'notifier 4',
        expect.stringMatching(/^gateway/),
        'calendar-sync 3',
        'calendar-sync 2',
        'notifier 3',
        'notifier 2',
        'calendar-sync 1',
        'notifier 1',
      ]);
    },
  );

  it('given a service and a topic, when listed, then the request goes to this service only, for this topic', async () => {
    await list('?service=notifier&topic=some.topic');
    expect(requests).toMatchObject([['gateway.query.notifier-operations.v1', { topic: 'some.topic' }]]);
  });

  it('given no reason, when shown, then the content is not; with one it is, and the audit has it', async () => {
    expect((await call('GET', '/notifier/2')).body).toMatchObject({ content: null, dead_letter: { sub: 'acc_1' } });
    expect((await call('GET', '/notifier/2?reason=Ticket%204711')).body).toMatchObject({
      content: '{"secret":"title"}',
    });
    expect((await audit())[0]).toMatchObject({
      action: 'dead_letter.viewed',
      subject: 'notifier/2',
      sub: 'acc_1',
      reason: 'Ticket 4711',
    });
  });

  it.each([
    ['replay', 202, 'replayed'],
    ['discard', 204, 'discarded'],
  ])('given one, when it is to %s, then %i, the service does it, and the audit has it', async (verb, status, done) => {
    expect((await call('POST', `/calendar-sync/3/${verb}`)).status).toBe(status);
    expect(requests.at(-1)).toMatchObject([
      'gateway.query.calendar-sync-operations.v1',
      { kind: `${verb}-dead-letter`, dead_letter_id: '3' },
    ]);
    expect((await audit())[0]).toMatchObject({ action: `dead_letter.${done}`, subject: 'calendar-sync/3' });
  });

  it('given one of the gateway itself, when discarded, then it is gone', async () => {
    const { dead_letters } = await list('?service=gateway');
    const id = dead_letters[0]!.dead_letter_id;
    expect((await call('POST', `/gateway/${id}/discard`)).status).toBe(204);
    expect((await list('?service=gateway')).dead_letters).toEqual([]);
    expect((await call('POST', `/gateway/${id}/discard`)).status).toBe(404);
  });

  it.each([
    ['GET', '/calendar-sync/77', 404],
    ['POST', '/calendar-sync/77/replay', 404],
    ['POST', '/unheard-of/1/replay', 404],
    ['GET', '/availability/1', 504],
    ['GET', '?limit=0', 422],
    ['GET', '?service=unheard-of', 422],
    ['GET', '?after=bm90aGluZw', 422],
  ])('given %s %s, then it is refused with %i', async (method, path, status) => {
    expect((await call(method, path)).status).toBe(status);
  });

  it('given a developer, then there are none to see or to repair', async () => {
    const { key } = await newDeveloper(gateway.database.pool);
    for (const [method, path] of [
      ['GET', ''],
      ['GET', '/notifier/2?reason=x'],
      ['POST', '/notifier/2/discard'],
    ] as const)
      expect((await call(method, path, key)).status).toBe(403);
    expect(requests).toEqual([]);
  });
});
