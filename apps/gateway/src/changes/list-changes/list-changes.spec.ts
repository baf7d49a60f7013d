import { setTimeout as pause } from 'node:timers/promises';
import { inTransaction } from '@kalends/postgres';
import { waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { eraseAccount } from '../../accounts/erase-account.js';
import { decideDelete } from '../../events/accept-write/decide-delete.js';
import { decideUpsert } from '../../events/accept-write/decide-upsert.js';
import {
  acceptWrite,
  apply,
  calendarOf,
  eventOf,
  newAccount,
  newAccountWithCalendar,
  newApplication,
  openGatewayDatabase,
  profileOf,
  type GatewayDatabase,
} from '../../read-model/gateway-database.fixture.js';
import { deleteOldChanges } from '../delete-old-changes.js';
import { repairOrder } from '../repair-order.js';
import { recordChanges } from '../../read-model/record-changes.js';
import { lockAccount } from '../../read-model/account-locks.js';
import { decideCursor, encodeChangeCursor } from './change-cursor.js';
import { readChanges, type LogOwner, type Place } from './changes.queries.js';

const day = 86_400_000;
const now = Date.UTC(2026, 10, 26);
const key = Buffer.alloc(32, 7);

describe('the log of changes', () => {
  let database: GatewayDatabase;
  beforeAll(async () => void (database = await openGatewayDatabase()));
  afterAll(() => database.stop());

  const start: Place = { xid: '0', seq: 0 };
  const openSql = `SELECT EXISTS (SELECT FROM change_log WHERE xid >= pg_snapshot_xmin(pg_current_snapshot())) AS waits`;
  /** Transactions of other specs, on the same server, hold back the log of an application. */
  const settled = () =>
    waitUntil(async () => !(await database.pool.query<{ waits: boolean }>(openSql)).rows[0]!.waits, {
      timeout: 90_000,
      what: 'transactions of other specs to end',
    });
  const all = async (owner: LogOwner, after = start) => {
    if ('clientId' in owner) await settled();
    return (await readChanges(database.pool, owner, { after, limit: 1_000 }))!.changes;
  };
  const listed = async (owner: LogOwner, after = start) =>
    (await all(owner, after)).map(({ type, own, subject }) => [type, own, subject.event_uid ?? subject.calendar_id ?? subject.profile_id]); // prettier-ignore
  const body = (eventId: string) => ({
    event_id: eventId,
    summary: 'Board meeting',
    start: '2026-12-01T10:00:00Z',
    end: '2026-12-01T11:00:00Z',
  });

  it('given own writes, changes by others, and what a first sync reads, then the log has own ones marked, others, and the sync as one (CHG-2)', async () => {
    const { pool } = database;
    const { accountId } = await newAccount(pool);
    const calendarId = `cal_${accountId}`;
    const calendar = calendarOf(accountId, calendarId);
    const profile = profileOf(accountId, { initial_sync: 'pending' });
    await apply(pool, accountId, [profile, { ...calendar, synced: false }]);
    const old = eventOf(accountId, calendarId, 'old', { revision: 2, elsewhere_revision: 2 });
    await apply(pool, accountId, [old]);
    const synced = [
      { ...calendar, revision: 3 },
      { ...profile, revision: 3, initial_sync: 'done' as const },
    ];
    await apply(pool, accountId, synced);
    await apply(pool, accountId, [{ ...old, revision: 4, elsewhere_revision: 4 }]);

    const target = { accountId, calendarId, event: { eventId: 'mine' }, now };
    await acceptWrite(pool, target, decideUpsert(body('mine') as never, accountId, now));
    const { rows } = await pool.query<{ record: ReturnType<typeof eventOf> }>(
      'SELECT record FROM pending_write WHERE account_id = $1',
      [accountId],
    );
    const mine = rows[0]!.record;
    await apply(pool, accountId, [{ ...mine, revision: 5 }]);
    await apply(pool, accountId, [{ ...mine, revision: 6, elsewhere_revision: 6 }]);
    await acceptWrite(pool, target, decideDelete);
    await apply(pool, accountId, [{ ...old, revision: 7, elsewhere_revision: 7, deleted: true }]);
    // a repeated record, and a sync that found nothing
    await apply(pool, accountId, [{ ...old, revision: 7, elsewhere_revision: 7, deleted: true }]);
    await apply(pool, accountId, [
      { ...profile, revision: 8, initial_sync: 'done', last_sync: '2026-11-26T00:00:00Z' },
    ]);

    const expected = [
      ['profile_connected', false, profile.profile_id],
      ['calendar_created', false, calendarId],
      ['profile_initial_sync_completed', false, profile.profile_id],
      ['calendar_synced', false, calendarId],
      ['event_changed', false, 'old'],
      ['event_changed', true, mine.event_uid],
      ['event_changed', false, mine.event_uid],
      ['event_deleted', true, mine.event_uid],
      ['event_deleted', false, 'old'],
    ];
    expect(await listed({ accountId })).toEqual(expected);
    const ofApplication = (await all({ clientId: 'app' })).filter(({ account_id }) => account_id === accountId);
    expect(ofApplication.map(({ type }) => type)).toEqual(expected.map(([type]) => type));
  });

  it('given writes that a provider refuses, then each is logged once, with its reason, also if it created the event (CHG-8)', async () => {
    const { pool } = database;
    const { accountId, calendarId } = await newAccountWithCalendar(pool);
    const refusal = (command: number, revision: number) => ({
      refused_write: { command, revision, operation: 'upsert' as const, reason: 'No.', refused_at: now },
      elsewhere_revision: revision,
      revision,
      command,
    });
    const known = eventOf(accountId, calendarId, 'known', { event_id: 'known', revision: 2 });
    await apply(pool, accountId, [known]);
    const refused = { ...known, ...refusal(1, 3) };
    await apply(pool, accountId, [refused]);
    await apply(pool, accountId, [{ ...refused, revision: 4, command: 2 }]);

    const target = { accountId, calendarId, event: { eventId: 'fresh' }, now };
    await acceptWrite(pool, target, decideUpsert(body('fresh') as never, accountId, now));
    const { rows } = await pool.query<{ record: ReturnType<typeof eventOf> }>(
      'SELECT record FROM pending_write WHERE account_id = $1',
      [accountId],
    );
    const { record } = rows[0]!;
    await apply(pool, accountId, [{ ...record, ...refusal(record.command, 6), deleted: true }]);

    const shown = (await all({ accountId })).map(({ type, own, subject }) => [
      type,
      own,
      subject.event_id,
      subject.refused_write?.reason,
    ]);
    expect(shown.slice(-5)).toEqual([
      ['event_write_refused', false, 'known', 'No.'],
      ['event_changed', false, 'known', undefined],
      ['event_changed', true, 'fresh', undefined],
      ['event_write_refused', false, 'fresh', 'No.'],
      ['event_deleted', false, 'fresh', undefined],
    ]);
  });

  it('given a rebuild, when the records are read again, then nothing is logged twice (CHG-2)', async () => {
    const { pool } = database;
    const { accountId, calendarId } = await newAccountWithCalendar(pool);
    const record = eventOf(accountId, calendarId, 'one', { revision: 5, elsewhere_revision: 5 });
    await apply(pool, accountId, [record]);
    const before = await listed({ accountId });
    await pool.query('UPDATE event_state SET revision = -revision WHERE account_id = $1', [accountId]);
    await pool.query('UPDATE calendar_state SET revision = -revision WHERE account_id = $1', [accountId]);
    await pool.query('UPDATE profile_state SET revision = -revision WHERE account_id = $1', [accountId]);
    await apply(pool, accountId, [profileOf(accountId, { calendar_ids: [calendarId] }), calendarOf(accountId, calendarId), record]); // prettier-ignore
    expect(await listed({ accountId })).toEqual(before);
    expect(before.at(-1)).toEqual(['event_changed', false, 'one']);
  });

  it('given an account that is erased, then so is its log, and others keep theirs (CHG-5)', async () => {
    const { pool } = database;
    const [gone, kept] = [await newAccountWithCalendar(pool), await newAccountWithCalendar(pool)];
    await inTransaction(pool, (client) => eraseAccount(client, 'app', gone.accountId));
    expect(await all({ accountId: gone.accountId })).toEqual([]);
    expect((await all({ accountId: kept.accountId })).length).toBeGreaterThan(0);
    const { clientId } = await newApplication(pool);
    expect(await all({ clientId })).toEqual([]);
  });

  it('given a user who has revoked the permission, when the application reads, then no event or calendar is listed (CHG-4)', async () => {
    const { pool } = database;
    const { accountId } = await newAccountWithCalendar(pool);
    await pool.query('DELETE FROM authorization_grant WHERE account_id = $1', [accountId]);
    const own = (await all({ clientId: 'app' })).filter(({ account_id }) => account_id === accountId);
    expect(own.map(({ isReadable }) => isReadable)).not.toContain(true);
    expect(own.length).toBeGreaterThan(0);
  });

  it('given cursors, when they are forged, of others or older than 30 days, then they are refused (CHG-4)', () => {
    const owner = { accountId: 'acc_1' };
    const cursor = encodeChangeCursor({ owner, place: { xid: '0', seq: 7 }, at: now }, key);
    expect(decideCursor(cursor, { owner, key, now: now + 30 * day })).toEqual({ xid: '0', seq: 7 });
    expect(decideCursor(cursor, { owner, key, now: now + 30 * day + 1 })).toBe('expired');
    const others = [{ accountId: 'acc_2' }, { clientId: 'acc_1' }];
    expect(others.map((one) => decideCursor(cursor, { owner: one, key, now }))).toEqual(['invalid', 'invalid']);
    const forged = ['', 'x', 'x.y', `${cursor}x`, cursor.slice(1), 'bnVsbA.bnVsbA'];
    expect(forged.map((one) => decideCursor(one, { owner, key, now }))).toEqual(forged.map(() => 'invalid'));
  });

  it('given old changes, when maintenance deletes them, then those of the last 30 days stay (CHG-5)', async () => {
    const { pool } = database;
    const { accountId } = await newAccountWithCalendar(pool);
    const { rows } = await pool.query<{ at: number }>('SELECT max(occurred_ms) AS at FROM change_log');
    const before = (await all({ accountId })).length;
    await pool.query('UPDATE change_log SET occurred_ms = $2 WHERE seq = (SELECT min(seq) FROM change_log WHERE account_id = $1)', [accountId, rows[0]!.at - 31 * day]); // prettier-ignore
    expect(await deleteOldChanges(pool, rows[0]!.at)).toBe(1);
    expect((await all({ accountId })).length).toBe(before - 1);
  });

  it('given a database restored into a cluster with lower transaction numbers, when the gateway starts, then old changes come before new ones, and cursors from before are refused (CHG-4)', async () => {
    const { pool } = database;
    const { clientId } = await newApplication(pool);
    const { accountId } = await newAccount(pool, undefined, clientId);
    const record = (id: string) =>
      inTransaction(pool, async (client) => {
        await lockAccount(client, accountId);
        await recordChanges(client, [{ accountId, type: 'event_changed', own: true, subject: { event_uid: id } }]);
      });
    await record('old');
    await pool.query("UPDATE change_log SET xid = '900000000000' WHERE account_id = $1", [accountId]);
    await repairOrder(pool);
    await record('new');
    expect((await all({ clientId })).map(({ subject }) => subject.event_uid)).toEqual(['old', 'new']);
    const after = { xid: '900000000000', seq: 1 };
    expect(await readChanges(pool, { clientId }, { after, limit: 1 })).toBeNull();
  });

  it('given random concurrent writers, when readers follow with cursors, then each sees every change exactly once and each account in order (CHG-1)', async () => {
    const { pool } = database;
    const { clientId } = await newApplication(pool);
    const accounts = await Promise.all(Array.from({ length: 4 }, () => newAccount(pool, undefined, clientId)));
    let writing = true;
    const written = new Map<string, string[]>(accounts.map(({ accountId }) => [accountId, []]));
    const write = async (worker: number) => {
      for (let n = 0; n < 40; n += 1) {
        const { accountId } = accounts[Math.floor(Math.random() * accounts.length)]!;
        await inTransaction(pool, async (client) => {
          await lockAccount(client, accountId);
          const id = `${worker}-${n}`;
          await recordChanges(client, [{ accountId, type: 'event_changed', own: true, subject: { event_uid: id } }]);
          // transactions end in another order than they drew their numbers in
          await client.query('SELECT pg_sleep($1)', [Math.random() * 0.01]);
          written.get(accountId)!.push(id);
        });
      }
    };
    const follow = async (owner: LogOwner) => {
      const seen: string[] = [];
      let after = start;
      const step = async () => {
        const limit = 1 + Math.floor(Math.random() * 5);
        const read = (await readChanges(pool, owner, { after, limit }))!;
        after = read.next;
        for (const { subject } of read.changes) seen.push(subject.event_uid!);
        return read;
      };
      while (writing) if (!(await step()).hasMore) await pause(2);
      while ((await step()).hasMore);
      return seen;
    };
    const owners: LogOwner[] = [{ clientId }, { accountId: accounts[0]!.accountId }];
    const following = owners.map(follow);
    await Promise.all([0, 1, 2].map(write));
    await settled();
    writing = false;
    const [ofApplication, ofAccount] = await Promise.all(following);

    expect(ofAccount).toEqual(written.get(accounts[0]!.accountId));
    expect([...ofApplication!].sort()).toEqual([...written.values()].flat().sort());
    for (const ids of written.values()) {
      expect(ofApplication!.filter((one) => ids.includes(one))).toEqual(ids);
    }
  });
});
