import { windowEntered } from '@kalends/contracts';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import {
  apply,
  calendarOf,
  eventOf,
  newAccount,
  openGatewayDatabase,
  profileOf,
  setHorizon,
  type GatewayDatabase,
} from '../../read-model/gateway-database.fixture.js';
import { lockAccount } from '../../read-model/account-locks.js';
import { accountsSql } from './entered.queries.js';
import { reportEntered } from './report-entered.js';

const hour = 3_600_000;
const day = 24 * hour;
/** Windows of reads end on 15 June 2027 in UTC; until its beginning they have everything, in every time zone. */
const now = Date.UTC(2026, 10, 26, 9);
const changedAt = 1_790_000_000_000;

describe('events that time brings into the window of reads', () => {
  let database: GatewayDatabase;
  beforeAll(async () => void (database = await openGatewayDatabase()));
  afterAll(() => database.stop());
  beforeEach(async () => {
    await database.pool.query('TRUNCATE window_roll, change_log, outbox, occurrence, event_state');
    await database.pool.query('DELETE FROM account');
    await setHorizon(database.pool, now - 430 * day, now + 460 * day);
  });

  const report = (at: number, signal = new AbortController().signal) => reportEntered(database.pool, at, signal);
  const logged = async () => {
    const { rows } = await database.pool.query<{ account_id: string; type: string; own: boolean; subject: string }>(
      'SELECT account_id, type, own, subject FROM change_log ORDER BY seq',
    );
    return rows.map(({ subject, ...row }) => ({ ...row, ...(JSON.parse(subject) as { event_uid: string }) }));
  };
  const uids = async () => (await logged()).map(({ event_uid }) => event_uid);
  const published = async () => {
    const { rows } = await database.pool.query<{ topic: string; body: string }>('SELECT topic, body FROM outbox');
    return rows.filter(({ topic }) => topic === 'gateway.event.window-entered.v1').map(({ body }) => JSON.parse(body) as object); // prettier-ignore
  };

  /** An account with events of an hour that start at these local times in UTC. */
  async function accountWith(starts: Record<string, string>, more: Parameters<typeof eventOf>[3] = {}) {
    const { accountId } = await newAccount(database.pool);
    const records = Object.entries(starts).map(([uid, local]) => {
      const record = eventOf(accountId, `cal_${accountId}`, uid, more);
      const end = local.replace(/..:..$/, '59:00');
      Object.assign(record.series.master!, { start: { local, tzid: 'Etc/UTC' }, end: { local: end, tzid: 'Etc/UTC' } });
      return record;
    });
    await apply(database.pool, accountId, [
      profileOf(accountId),
      calendarOf(accountId, `cal_${accountId}`),
      ...records,
    ]);
    await database.pool.query('DELETE FROM change_log WHERE account_id = $1', [accountId]);
    return { accountId, records };
  }

  it('given events before, on and after the day that enters, when reported hourly, then that day is reported once, with the id and the earliest change (CHG-6)', async () => {
    const starts = { before: '2027-06-14T23:00:00', first: '2027-06-15T00:00:00', last: '2027-06-15T23:00:00', after: '2027-06-16T00:00:00' }; // prettier-ignore
    const { accountId, records } = await accountWith(starts);
    const calendar_id = `cal_${accountId}`;
    const own = { ...records[2]!, revision: 2, event_id: 'mine', changed_at: changedAt + 5 };
    await apply(database.pool, accountId, [own]);

    expect(await report(now)).toBe(0);
    expect(await report(now + 14 * hour)).toBe(0);
    expect(await report(now + 15 * hour)).toBe(2);
    expect(await report(now + 16 * hour)).toBe(0);

    const common = { account_id: accountId, type: 'event_entered_window', own: false, calendar_id };
    expect(await logged()).toEqual([
      { ...common, event_uid: 'first' },
      { ...common, event_uid: 'last', event_id: 'mine' },
    ]);
    const calendars = [{ calendar_id, changed_since: changedAt, managed_since: changedAt + 5 }];
    const sent = { client_id: 'app', account_id: accountId, calendars };
    expect(await published()).toEqual([sent]);
    expect(windowEntered.schema.parse(sent)).toEqual(sent);
    expect(Object.keys(windowEntered.example)).toEqual(Object.keys(sent));
    expect(Object.keys(windowEntered.example.calendars[0]!)).toEqual(Object.keys(calendars[0]!));
  });

  it('given a series, an all-day event and a deleted one, when three days were missed, then each instance that entered is reported, and nothing deleted (CHG-6)', async () => {
    const { accountId, records } = await accountWith({ daily: '2026-11-20T15:00:00', date: '2027-06-16T00:00:00', gone: '2027-06-16T10:00:00' }); // prettier-ignore
    const [daily, date, gone] = records as [(typeof records)[0], (typeof records)[0], (typeof records)[0]];
    daily.series.recurrence = { rrules: ['FREQ=DAILY'], rdates: [], exdates: [] };
    Object.assign(date.series.master!, { start: { date: '2027-06-16' }, end: { date: '2027-06-17' } });
    const changed = [daily, date, { ...gone, deleted: true }].map((one) => ({ ...one, revision: 2 }));
    await apply(database.pool, accountId, changed);
    await report(now);
    expect(await report(now + 3 * day)).toBe(4);
    expect(await uids()).toEqual(['daily', 'date', 'daily', 'daily']);
  });

  it('given more accounts than a page, when it stops between pages, then the next call of two replicas reports the rest, each once (CHG-6)', async () => {
    for (let count = 0; count < 51; count += 1) await accountWith({ one: '2027-06-15T10:00:00' });
    await report(now);
    let pages = 0;
    const stop = () => {
      if ((pages += 1) > 1) throw new Error('stopped');
    };
    await expect(report(now + day, { throwIfAborted: stop } as AbortSignal)).rejects.toThrow('stopped');
    expect(await uids()).toHaveLength(50);

    const replicas = await Promise.all([report(now + day), report(now + day)]);
    expect(replicas.sort()).toEqual([0, 1]);
    expect(new Set((await logged()).map(({ account_id }) => account_id)).size).toBe(51);
    expect(await uids()).toHaveLength(51);
    expect(await published()).toHaveLength(51);
  });

  it('given an account that is being written, when a day is reported, then its numbers are drawn after that write, and quiet accounts are not waited for (CHG-1)', async () => {
    const busy = await accountWith({ one: '2027-06-15T10:00:00' });
    const quiet = await accountWith({ other: '2027-01-01T10:00:00' });
    await report(now);
    const writers = [await database.pool.connect(), await database.pool.connect()] as const;
    for (const [index, { accountId }] of [busy, quiet].entries()) {
      await writers[index]!.query('BEGIN');
      await lockAccount(writers[index]!, accountId);
    }
    const reporting = report(now + day);
    await writers[0].query(
      `INSERT INTO change_log (client_id, account_id, type, own, subject)
       VALUES ('app', $1, 'event_changed', true, '{"event_uid": "written"}')`,
      [busy.accountId],
    );
    await writers[0].query('COMMIT');
    expect(await reporting).toBe(1);
    await writers[1].query('COMMIT');
    for (const writer of writers) writer.release();
    expect(await uids()).toEqual(['written', 'one']);
  });

  it('given accounts, when events of a day are looked for, then a probe of an index finds those of a class (CHG-6)', async () => {
    const client = await database.pool.connect();
    await client.query('BEGIN');
    await client.query('SET LOCAL enable_seqscan = off');
    const { rows } = await client.query<{ 'QUERY PLAN': string }>(`EXPLAIN ${accountsSql}`, [['a'], 0, day]);
    await client.query('ROLLBACK');
    client.release();
    const plan = rows.map((row) => row['QUERY PLAN']).join('\n');
    expect(plan).toMatch(/occurrence_order_idx on occurrence o[^]*Index Cond: .*account_id[^]*class[^]*start_ms/);
  });
});
