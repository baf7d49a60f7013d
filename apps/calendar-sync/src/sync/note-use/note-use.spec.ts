import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { MemoryProvider } from '@kalends/provider-port/testing';
import { accountId, startEngine, type Engine } from '../../engine.fixture.js';
import { NoteUseHandler } from './note-use.handler.js';

const [minute, hour] = [60_000, 3_600_000];
const bounds = { shortestMs: minute, longestMs: 10 * minute, confirmMs: 6 * hour, confirmUsedMs: hour };

describe('an account that somebody uses', () => {
  let engine: Engine;
  let wakes = 0;
  let handler: NoteUseHandler;
  let now: number;
  beforeAll(async () => {
    const provider = new MemoryProvider();
    engine = await startEngine({ providerOf: () => provider });
    await engine.sync();
    handler = new NoteUseHandler(engine.pool, engine.clock.now, () => void (wakes += 1), bounds);
  });
  afterAll(() => engine.stop());
  beforeEach(() => {
    wakes = 0;
    now = engine.clock.now();
  });

  interface Given {
    lastPoll: number;
    confirmed: boolean;
    usedAt?: number;
  }

  /** Minutes until it is due, after a use; its last poll was minutes ago. */
  async function dueAfterUse({ lastPoll, confirmed, usedAt = 0 }: Given, more = '') {
    const later = now + 5 * hour;
    const values = [now - lastPoll * minute, confirmed ? later : null, usedAt, later];
    const sql = `UPDATE profile SET last_poll = $1, confirmed_until = $2, used_at = $3, polled_at = $4, next_sync_at = $4${more}`;
    await engine.pool.query(sql, values);
    await handler.handle({ account_id: accountId, at: now });
    const { rows } = await engine.pool.query<{ at: number }>('SELECT next_sync_at AS at FROM profile');
    return Math.round((rows[0]!.at - now) / minute);
  }

  it.each([
    ['a confirmed one that was polled four hours ago', 0, { lastPoll: 240, confirmed: true }],
    ['a confirmed one that was polled 20 minutes ago', 40, { lastPoll: 20, confirmed: true }],
    ['an unconfirmed one that was polled nine minutes ago', 0, { lastPoll: 9, confirmed: false }],
  ])(
    'AVL-28: given %s and that nobody used for a day, then it is due in %i minutes',
    async (_what, expected, given) => {
      expect(await dueAfterUse(given)).toBe(expected);
      expect(wakes).toBe(1);
    },
  );

  it('given one that is in use, then its next poll stays when it was, and the use is noted', async () => {
    expect(await dueAfterUse({ lastPoll: 30, confirmed: true, usedAt: now - hour })).toBe(300);
    const { rows } = await engine.pool.query<{ used_at: number }>('SELECT used_at FROM profile');
    expect([rows[0]!.used_at, wakes]).toEqual([now, 0]);
  });

  it('given a use of last week, which was delivered late, then nothing is due', async () => {
    await engine.pool.query('UPDATE profile SET used_at = 0');
    const { rows: before } = await engine.pool.query('SELECT next_sync_at FROM profile');
    await handler.handle({ account_id: accountId, at: now - 7 * 24 * hour });
    expect((await engine.pool.query('SELECT next_sync_at FROM profile')).rows).toEqual(before);
  });

  it('given a provider that requested a wait, then it is due after that', async () => {
    const wait = `, reads_wait_until = ${now + 10 * minute}`;
    expect(await dueAfterUse({ lastPoll: 240, confirmed: true }, wait)).toBe(10);
  });
});
