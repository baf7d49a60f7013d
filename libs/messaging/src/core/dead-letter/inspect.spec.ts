import { createPool } from '@kalends/postgres';
import { databasesOfFile } from '@kalends/testing';
import type pg from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { Operations } from '../../bus-service/operations.js';
import { messagingMigrations } from '../../migrations.js';
import { sqlOf } from '../sql/sql.js';
import { inspectLetter, inspectLetters } from './inspect.js';

const databases = databasesOfFile({ schema: 'spec', folders: [messagingMigrations] }, afterAll);

const letters: [id: string, lane: string, body: string | null][] = [
  ['command', 'acc_1', '{"kind":"upsert","account_id":"acc_1","client_id":"app_1"}'],
  ['by its lane', 'acc_2', 'not JSON at all'],
  ['tombstone', 'k', null],
  ['hostile', 'k', '{"kind":{"a":1},"account_id":7,"client_id":"\\"account_id\\":\\"acc_9\\""}'],
  ['unstorable', 'k', '{"kind":"a\\u0000b","account_id":"\\ud800","client_id":""}'],
  ['long', 'k', `{"kind":"long","text":"${'x'.repeat(100_000)}"}`],
];

describe('dead letters as an operator inspects them', () => {
  let pool: pg.Pool;
  beforeAll(async () => {
    pool = createPool({ url: await databases.create(), schema: 'spec' });
    for (const [index, [id, lane, body]] of letters.entries())
      await pool.query(
        `INSERT INTO dead_letter (group_name, message_id, topic, key, lane, headers, body, max_bytes, reason, error, deliveries, position, failed_at)
         VALUES ('g', $1, $2, 'k', $3, '{}', $4, 1000, 'failed', 'boom', 5, '0:1', '2026-11-19T08:00:00Z'::timestamptz + $5 * interval '1 second')`,
        [id, index % 2 === 0 ? 'a.event.even.v1' : 'a.event.odd.v1', lane, body, Math.floor(index / 2)],
      );
  });
  afterAll(() => pool.end());

  it('given bodies of every kind, when listed, then each has what it is and whose, as far as it states it', async () => {
    const { dead_letters, total } = await inspectLetters(sqlOf(pool), { before: null, limit: 10 });
    expect(total).toBe(6);
    expect(dead_letters.map((one) => [one.message_id, one.kind, one.account_id, one.client_id])).toEqual([
      ['long', null, null, null],
      ['unstorable', null, null, null],
      ['hostile', null, null, '"account_id":"acc_9"'],
      ['tombstone', null, null, null],
      ['by its lane', null, 'acc_2', null],
      ['command', 'upsert', 'acc_1', 'app_1'],
    ]);
  });

  it('given equal instants, when paged one by one, then each comes once; a topic selects its own', async () => {
    const seen: string[] = [];
    for (let before: { failed_at: string; dead_letter_id: string } | null = null; ;) {
      const { dead_letters } = await inspectLetters(sqlOf(pool), { before, limit: 1 });
      if (!dead_letters[0]) break;
      seen.push(dead_letters[0].message_id);
      before = dead_letters[0];
    }
    expect(seen).toEqual(['long', 'unstorable', 'hostile', 'tombstone', 'by its lane', 'command']);
    const odd = await inspectLetters(sqlOf(pool), { topic: 'a.event.odd.v1', before: null, limit: 1 });
    expect([odd.total, odd.dead_letters.length]).toEqual([3, 1]);
  });

  it('given a long body, when shown, then its beginning is, and that there is more', async () => {
    const { dead_letters } = await inspectLetters(sqlOf(pool), { before: null, limit: 1 });
    const shown = await inspectLetter(sqlOf(pool), dead_letters[0]!.dead_letter_id);
    expect([shown!.body!.length, shown!.truncated]).toEqual([100_000, true]);
  });

  it.each(['77', 'x', '1; DROP TABLE dead_letter', '9'.repeat(30)])(
    'given the id %s, then it is unknown',
    async (id) => {
      const relay = { waiting: async () => ({ messages: 0, age: 0 }), wake: () => undefined };
      const operations = new Operations({
        service: 'invites',
        sql: sqlOf(pool),
        relay,
        transport: { lag: async () => 0 },
        counts: { read: async () => [] },
      });
      for (const kind of ['show-dead-letter', 'replay-dead-letter', 'discard-dead-letter'] as const)
        expect(await operations.answer({ kind, dead_letter_id: id })).toEqual({ outcome: 'unknown' });
    },
  );
});
