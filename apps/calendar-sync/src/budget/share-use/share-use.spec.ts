import { testClock } from '@kalends/testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { startEngine, type Engine } from '../../engine.fixture.js';
import { RequestBudget } from '../request-budget.js';
import { ShareUse } from './share-use.worker.js';

const hour = 3_600_000;
const limits = { perMinute: 1_000, perDay: 10_000, zone: 'Etc/UTC' };
let engine: Engine;
let clock: ReturnType<typeof testClock>;

beforeEach(async () => {
  clock = testClock(Date.parse('2026-11-29T12:00:00Z'));
  engine = await startEngine({
    providerOf: () => {
      throw new Error('no provider is called');
    },
  });
});
afterEach(() => engine.stop());

/** Another process, also one that starts again. */
function process() {
  const budget = new RequestBudget({ provider: 'google', name: 'Google', limits, clock: clock.now });
  const shared = new ShareUse({ pool: engine.pool, budgets: [budget], clock: clock.now });
  const send = (count: number) => budget.for({ accountId: 'acc_1', purpose: 'poll' }).admit(undefined, count);
  return { budget, shared, send };
}

it('given a day’s requests, when the process starts again, then it continues to count', async () => {
  const before = process();
  await before.send(700);
  await before.shared.round();
  await before.send(50);
  expect(before.budget.day.today).toBe(750);
  await before.shared.stop();
  const after = process();
  await after.shared.round();
  expect([after.budget.day.today, after.budget.window.used]).toEqual([750, 0]);
});

it('given two processes, then each counts the requests of both, and divides a minute until the other one has ended', async () => {
  const [one, other] = [process(), process()];
  await one.send(10);
  await other.send(20);
  for (const each of [one, other, one]) await each.shared.round();
  expect([one.budget.day.today, other.budget.day.today]).toEqual([30, 30]);
  expect([one.budget.perMinute, other.budget.perMinute]).toEqual([500, 500]);
  await other.shared.stop();
  await one.shared.round();
  expect(one.budget.perMinute).toBe(1_000);
});

it('given a process that was killed, when it was not seen for half a minute, then the others have its part', async () => {
  const [one, killed] = [process(), process()];
  await killed.shared.round();
  await one.shared.round();
  expect(one.budget.perMinute).toBe(500);
  await engine.pool.query('UPDATE provider_process SET seen_at = seen_at - 31000');
  await one.shared.round();
  expect(one.budget.perMinute).toBe(1_000);
});

it('given a refusal of one process’s request, when shared, then the others slow down, too', async () => {
  const [one, other] = [process(), process()];
  one.budget.for({ accountId: 'acc_1', purpose: 'poll' }).limited(5_000);
  await one.shared.round();
  await other.shared.round();
  expect(other.budget.closure.until).toBe(clock.now() + 5_000);
  expect([other.budget.isShort('poll'), other.budget.isShort('write')]).toEqual([true, false]);
});

it('given requests that are sent while others are stored, then none is lost', async () => {
  const { budget, shared, send } = process();
  await send(5);
  const storing = shared.round();
  await send(7);
  await storing;
  await shared.round();
  expect(budget.day.today).toBe(12);
  const { rows } = await engine.pool.query<{ n: number }>('SELECT sum(requests)::int AS n FROM provider_use');
  expect(rows).toEqual([{ n: 12 }]);
});

it('given a database that does not answer, then requests are counted until it does', async () => {
  const { budget, shared, send } = process();
  await send(5);
  await engine.pool.query('ALTER TABLE provider_use RENAME TO away');
  await expect(shared.round()).rejects.toThrow();
  await engine.pool.query('ALTER TABLE away RENAME TO provider_use');
  await shared.round();
  expect(budget.day.today).toBe(5);
});

it('given hours of more than eight days ago, then they are forgotten', async () => {
  const { shared, send } = process();
  await send(5);
  await shared.round();
  clock.advance(8 * 24 * hour + 1);
  await send(1);
  await shared.round();
  const { rows } = await engine.pool.query('SELECT requests::int FROM provider_use');
  expect(rows).toEqual([{ requests: 1 }]);
});
