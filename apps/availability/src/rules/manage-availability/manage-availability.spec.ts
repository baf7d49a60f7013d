import { randomUUID } from 'node:crypto';
import type { AvailabilityRule, ManagedAvailability } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { at, openAvailabilityDatabase, type AvailabilityDatabase } from '../../availability-database.fixture.js';
import { ManageAvailabilityHandler } from './manage-availability.handler.js';

const rule = (availability_rule_id: string, end_time = '17:00'): AvailabilityRule => ({
  availability_rule_id,
  tzid: 'Europe/London',
  calendar_ids: ['cal_1'],
  weekly_periods: [{ day: 'monday', start_time: '09:00', end_time }],
});
const period = (available_period_id: string, start: string, end: string) => ({
  available_period_id,
  start: at(`2026-11-23T${start}:00Z`),
  end: at(`2026-11-23T${end}:00Z`),
});

describe('stored rules and periods of an account', () => {
  let database: AvailabilityDatabase;
  let handler: ManageAvailabilityHandler;
  let account_id: string;
  beforeAll(async () => {
    database = await openAvailabilityDatabase();
    handler = new ManageAvailabilityHandler(database.pool);
  });
  afterAll(() => database.stop());
  beforeEach(() => (account_id = `acc_${randomUUID()}`));

  const upsertRule = (one: AvailabilityRule, of = account_id) =>
    handler.manage({ kind: 'upsert-rule', account_id: of, rule: one });
  const readRule = (availability_rule_id: string, of = account_id) =>
    handler.manage({ kind: 'read-rule', account_id: of, availability_rule_id });
  const upsert = (one: ReturnType<typeof period> & { tzid?: string }, of = account_id) =>
    handler.manage({ kind: 'upsert-period', account_id: of, period: one });
  const remove = (available_period_id: string | null) =>
    handler.manage({ kind: 'delete-periods', account_id, available_period_id });
  const list = (more: Partial<ManagedAvailability> = {}) => {
    const all = { kind: 'list-periods', account_id, from: null, to: null, offset: 0, limit: 50 };
    return handler.manage({ ...all, ...more } as ManagedAvailability);
  };
  const periods = (...of: object[]) => ({ outcome: 'periods', total: of.length, periods: of });

  it('given a rule, when stored again under its id, then it replaces the first one', async () => {
    await upsertRule(rule('default'));
    expect(await upsertRule(rule('default', '16:00'))).toEqual({ outcome: 'done' });
    expect(await readRule('default')).toEqual({ outcome: 'rules', rules: [rule('default', '16:00')] });
  });

  it('given 100 rules of an account, then another is refused, one of them is changed, and other accounts have their own (AVL-23)', async () => {
    await database.pool.query(
      `INSERT INTO availability_rule (account_id, availability_rule_id, rule)
       SELECT $1, 'rule-' || n, $2 FROM generate_series(1, 100) AS n`,
      [account_id, JSON.stringify(rule('rule'))],
    );
    expect(await upsertRule(rule('another'))).toEqual({ outcome: 'unknown', full: 100 });
    expect(await readRule('another')).toEqual({ outcome: 'unknown' });
    expect(await upsertRule(rule('rule-7', '16:00'))).toEqual({ outcome: 'done' });
    expect(await upsertRule(rule('another'), `acc_${randomUUID()}`)).toEqual({ outcome: 'done' });
  });

  it('given 10,000 periods of an account, then another is refused, and one of them is changed (AVL-23)', async () => {
    await database.pool.query(
      `INSERT INTO available_period (account_id, available_period_id, start_ms, end_ms)
       SELECT $1, 'p' || n, n, n + 1 FROM generate_series(1, 10000) AS n`,
      [account_id],
    );
    expect(await upsert(period('another', '09:00', '10:00'))).toEqual({ outcome: 'unknown', full: 10_000 });
    expect(await upsert(period('p7', '09:00', '10:00'))).toEqual({ outcome: 'done' });
    expect(await list({ limit: 1 } as never)).toMatchObject({ total: 10_000 });
  });

  it.each([
    ['rules', 98, 100, (id: string) => upsertRule(rule(id)), 'availability_rule'],
    ['periods', 9_998, 10_000, (id: string) => upsert(period(id, '09:00', '10:00')), 'available_period'],
  ] as const)(
    'given an account with room for two more %s, when ten are created at once, then exactly two are stored (AVL-23)',
    async (_what, present, full, create, table) => {
      const [columns, values] = { availability_rule: [', rule', ", '{}'"], available_period: [', start_ms, end_ms', ', n, n + 1'] }[table]; // prettier-ignore
      await database.pool.query(
        `INSERT INTO ${table} (account_id, ${table}_id${columns})
         SELECT $1, 'present-' || n${values} FROM generate_series(1, $2) AS n`,
        [account_id, present],
      );
      const replies = await Promise.all(Array.from({ length: 10 }, (_, n) => create(`new-${n}`)));
      expect(replies.filter(({ outcome }) => outcome === 'done')).toHaveLength(2);
      expect(replies.filter(({ outcome }) => outcome !== 'done')).toEqual(
        Array.from({ length: 8 }, () => ({ outcome: 'unknown', full })),
      );
    },
  );

  it('given rules of two accounts with one id, then each account lists, reads and deletes its own', async () => {
    for (const id of ['b', 'a']) await upsertRule(rule(id));
    await upsertRule(rule('a', '12:00'), 'acc_other');
    expect(await handler.manage({ kind: 'list-rules', account_id })).toEqual({
      outcome: 'rules',
      rules: [rule('a'), rule('b')],
    });
    const removal = { kind: 'delete-rule' as const, account_id, availability_rule_id: 'a' };
    expect([await handler.manage(removal), await handler.manage(removal)]).toEqual([
      { outcome: 'done' },
      { outcome: 'unknown' },
    ]);
    expect(await readRule('a')).toEqual({ outcome: 'unknown' });
    expect(await readRule('a', 'acc_other')).toMatchObject({ outcome: 'rules' });
  });

  it('given a period, when stored again without its zone, then times and zone are those of the last request', async () => {
    await upsert({ ...period('p', '09:00', '10:00'), tzid: 'Europe/London' });
    expect(await list()).toEqual(periods({ ...period('p', '09:00', '10:00'), tzid: 'Europe/London' }));
    await upsert(period('p', '11:00', '12:00'));
    expect(await list()).toEqual(periods(period('p', '11:00', '12:00')));
  });

  it('given periods, when listed from 10:00 to 11:00, then those that only touch it are excluded (contract: `to` exclusive)', async () => {
    const [before, over, within, after] = [
      period('before', '09:00', '10:00'),
      period('over', '09:30', '11:30'),
      period('within', '10:15', '10:45'),
      period('after', '11:00', '12:00'),
    ];
    for (const one of [after, within, over, before]) await upsert(one);
    await upsert(period('other', '10:00', '11:00'), 'acc_other');
    const range = { from: at('2026-11-23T10:00:00Z'), to: at('2026-11-23T11:00:00Z') };
    expect(await list(range)).toEqual(periods(over, within));
    expect(await list({ offset: 1, limit: 2 })).toEqual({ ...periods(over, within), total: 4 });
    expect(await list({ offset: 9 })).toEqual({ ...periods(), total: 4 });
  });

  it('given periods, when one or all are deleted, then the others stay; deleting all of none succeeds, too', async () => {
    for (const id of ['a', 'b', 'c']) await upsert(period(id, '09:00', '10:00'));
    await upsert(period('a', '09:00', '10:00'), 'acc_kept');
    expect([await remove('a'), await remove('a')]).toEqual([{ outcome: 'done' }, { outcome: 'unknown' }]);
    expect(await list()).toMatchObject({ total: 2 });
    expect([await remove(null), await remove(null)]).toEqual([{ outcome: 'done' }, { outcome: 'done' }]);
    expect([await list(), await list({ account_id: 'acc_kept' })]).toMatchObject([{ total: 0 }, { total: 1 }]);
  });
});
