import fc from 'fast-check';
import type { Pool } from 'pg';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { instancesOf, plansAround, recordOf, type Plan } from '../events/read-events/random-events.fixture.js';
import { bounds } from './bounded-series.js';
import {
  apply,
  eventOf,
  newAccount,
  openGatewayDatabase,
  wrongCounts,
  type GatewayDatabase,
} from './gateway-database.fixture.js';
import { rollHorizon } from './horizon.js';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 21);
const later = now + 60 * day;
const quiet = () => undefined;

describe('a horizon that rolls', () => {
  let database: GatewayDatabase;
  let pool: Pool;
  let accountId: string;

  beforeAll(async () => {
    database = await openGatewayDatabase();
    pool = database.pool;
  });
  afterAll(() => database.stop());
  const reset = async () => {
    await pool.query('UPDATE projection SET horizon_from = 0, horizon_to = 0, horizon_target = 0');
    await pool.query(
      'TRUNCATE occurrence, occurrence_count, event_state, truncated_series, calendar_load, former_place',
    );
    ({ accountId } = await newAccount(pool));
    await rollHorizon(pool, now, quiet);
  };
  beforeEach(reset);

  const horizon = async () =>
    (await pool.query<{ horizon_from: number; horizon_to: number }>('SELECT * FROM projection')).rows[0]!;

  /** Uid, instance, start, end and whether it is deleted, of all rows. */
  async function stored() {
    const { rows } = await pool.query<unknown[]>({
      text: `SELECT event_uid, instance, start_ms, end_ms, deleted FROM occurrence`,
      rowMode: 'array',
    });
    return rows.map((row) => JSON.stringify(row)).sort();
  }
  const loadsFrom = async (table: string) => {
    const { rows } = await pool.query<{ calendar_id: string; instances: number }>(
      `SELECT calendar_id, instances FROM (${table}) AS load WHERE instances > 0`,
    );
    return new Map(rows.map(({ calendar_id, instances }) => [calendar_id, instances]));
  };
  const loads = () => loadsFrom('SELECT * FROM calendar_load');
  const recount = () =>
    loadsFrom("SELECT calendar_id, count(*)::int AS instances FROM occurrence WHERE instance <> '' GROUP BY 1");
  /** Which rows a transaction wrote. */
  const versions = async () =>
    (await pool.query<{ instance: string; xmin: string }>('SELECT instance, xmin::text FROM occurrence ORDER BY 1'))
      .rows;

  function seriesOf(uid: string, rule: string) {
    const record = eventOf(accountId, `cal_${accountId}`, uid);
    record.series.recurrence = { rrules: [rule], rdates: [], exdates: [] };
    return record;
  }

  /** Instances by the plans' own arithmetic. */
  function expected(
    plans: readonly Plan[],
    { horizon_from: from, horizon_to: to }: Awaited<ReturnType<typeof horizon>>,
  ) {
    const shown = plans.flatMap((plan) =>
      instancesOf(plan, to).filter(
        ({ start, end }) => plan.series === null || (start < to && (end > from || start >= from)),
      ),
    );
    return shown
      .map(({ uid, instance, start, end, deleted }) => JSON.stringify([uid, instance, start, end, deleted]))
      .sort();
  }

  it(
    'given any series around its end, then afterwards each instance is stored once, as are the counts',
    { tags: 'long' },
    async () => {
      await fc.assert(
        fc.asyncProperty(plansAround(now + 460 * day, 60), async (all) => {
          // a deleted series is not extended
          const plans = all.filter(({ deleted }) => !deleted);
          await reset();
          const own = plans.map((plan) => ({ ...plan, calendarId: `${plan.calendarId}_${accountId}` }));
          await apply(
            pool,
            accountId,
            own.map((plan) => recordOf(plan, accountId)),
          );
          expect(await stored()).toEqual(expected(own, await horizon()));

          await rollHorizon(pool, later, quiet);

          expect(await stored()).toEqual(expected(own, await horizon()));
          expect(await wrongCounts(pool)).toEqual([]);
          expect(await loads()).toEqual(await recount());
        }),
        { numRuns: 25 },
      );
    },
  );

  it('given a daily series, then its rows remain as they were, and only those of the new days are written', async () => {
    await apply(pool, accountId, [seriesOf('s', 'FREQ=DAILY')]);
    const before = await versions();

    await rollHorizon(pool, later, quiet);

    const after = await versions();
    expect(after.length).toBe(before.length + 60);
    expect(after).toEqual(expect.arrayContaining(before));
  });

  it(
    'given another replica that is halfway, then what it has added remains, and the rest is added',
    { tags: 'long' },
    async () => {
      await apply(pool, accountId, [seriesOf('s', 'FREQ=DAILY'), seriesOf('t', 'FREQ=DAILY')]);
      const crash = () => {
        throw new Error('killed');
      };
      await expect(rollHorizon(pool, later, crash)).rejects.toThrow('killed');
      await pool.query(
        "DELETE FROM occurrence WHERE event_uid = 't' AND start_ms >= (SELECT horizon_to FROM projection)",
      );
      const before = await versions();

      await rollHorizon(pool, later, quiet);

      const after = await versions();
      expect(after.length).toBe(before.length + 60);
      expect(after).toEqual(expect.arrayContaining(before));
    },
  );

  it('given a roll that ended early, when the next one goes farther, then each instance is stored once', async () => {
    await apply(pool, accountId, [seriesOf('s', 'FREQ=DAILY')]);
    const before = (await stored()).length;
    const crash = () => {
      throw new Error('killed');
    };
    await expect(rollHorizon(pool, later, crash)).rejects.toThrow('killed');

    await rollHorizon(pool, later + 10 * day, quiet);

    expect((await stored()).length).toBe(before + 70);
    expect(await wrongCounts(pool)).toEqual([]);
    expect(await loads()).toEqual(await recount());
  });

  it('given a page of cached counts, then its revision changes, so that the count is not used any more', async () => {
    const revision = async () =>
      (await pool.query('SELECT revision FROM occurrence_revision WHERE account_id = $1', [accountId])).rows[0]
        .revision;
    await apply(pool, accountId, [seriesOf('s', 'FREQ=DAILY')]);
    const before = await revision();

    await rollHorizon(pool, later, quiet);

    expect(await revision()).toBeGreaterThan(before);
  });

  it('given a series that would have too many instances with the new ones, then it is truncated from now on', async () => {
    const hours = Math.floor((bounds.series - 100) / 460);
    const rule = `FREQ=DAILY;BYHOUR=${Array.from({ length: hours }, (_, hour) => hour).join(',')}`;
    await apply(pool, accountId, [seriesOf('dense', rule)]);
    const truncations = async () => (await pool.query('SELECT reason, shown_from FROM truncated_series')).rows;
    expect(await truncations()).toEqual([]);

    await rollHorizon(pool, later, quiet);

    const [truncated, ...others] = await truncations();
    expect([truncated.reason, others]).toEqual(['too_many_instances', []]);
    expect((await stored()).length).toBeLessThanOrEqual(bounds.series);
    expect(await loads()).toEqual(await recount());
  });
});
