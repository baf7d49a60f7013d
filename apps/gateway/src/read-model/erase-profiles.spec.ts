import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import {
  apply,
  calendarOf,
  eventOf,
  newAccount,
  openGatewayDatabase,
  profileOf,
  setHorizon,
  wrongCounts,
  type GatewayDatabase,
} from './gateway-database.fixture.js';

let database: GatewayDatabase;
beforeAll(async () => {
  database = await openGatewayDatabase();
  await setHorizon(database.pool, Date.UTC(2026, 0, 1), Date.UTC(2027, 11, 31));
});
afterAll(() => database.stop());

let accountId: string;
let calendarId: string;
beforeEach(async () => {
  ({ accountId } = await newAccount(database.pool));
  calendarId = `cal_${accountId}`;
});

const profile = (revision: number) => profileOf(accountId, { revision, calendar_ids: [calendarId] });
const calendar = (revision: number) => ({ ...calendarOf(accountId, calendarId), revision });
const event = (revision: number, name = 'Dentist') => eventOf(accountId, calendarId, `evt_${name}`, { revision });
const erased = (revision: number) => ({ ...profile(revision), deleted: true, connected: false, profile_name: '' });
const state = (...records: Parameters<typeof apply>[2]) => apply(database.pool, accountId, records);

const tables = ['profile_state', 'calendar_state', 'event_state', 'occurrence', 'former_place', 'calendar_load'];
const rows = async () => {
  const counts = tables.map(async (table) => {
    const { rowCount } = await database.pool.query(`SELECT FROM ${table} WHERE account_id = $1`, [accountId]);
    return rowCount ?? 0;
  });
  return (await Promise.all(counts)).reduce((sum, one) => sum + one, 0);
};
const logged = async () =>
  (
    await database.pool.query<{ type: string }>('SELECT type FROM change_log WHERE account_id = $1 ORDER BY seq', [
      accountId,
    ])
  ).rows.map(({ type }) => type);

it('given a profile with events, also a deleted one and a series, when it is erased, then nothing of it is stored, the counts are exact, and the log reports it', async () => {
  const series = event(3, 'daily');
  series.series.recurrence = { rrules: ['FREQ=DAILY;COUNT=5'], rdates: [], exdates: [] };
  await state(profile(1), calendar(2), event(3), series, { ...event(4, 'old'), deleted: true });
  expect(await rows()).toBeGreaterThan(9);
  await state(erased(10));
  expect([await rows(), await wrongCounts(database.pool)]).toEqual([0, []]);
  expect((await logged()).at(-1)).toBe('profile_deleted');
  await state(erased(10));
  expect(await rows()).toBe(0);
});

it('given records before and after the erasure in one batch, then only those after it are stored', async () => {
  await state(profile(1), calendar(2), event(3), erased(10), profile(11), calendar(12), event(13, 'again'));
  const { rows: stored } = await database.pool.query('SELECT event_uid FROM occurrence WHERE account_id = $1', [
    accountId,
  ]);
  expect(stored).toEqual([{ event_uid: 'evt_again' }]);
  expect(await wrongCounts(database.pool)).toEqual([]);
});

it('given a newer profile, when the erasure is repeated, then it stays', async () => {
  await state(erased(10), profile(11), calendar(12), event(13));
  const before = await rows();
  await state(erased(10));
  expect(await rows()).toBe(before);
});
