import { afterAll, beforeAll, expect, it } from 'vitest';
import {
  calendarOf,
  eventOf,
  newPerson,
  openAvailabilityDatabase,
  profileOf,
  type AvailabilityDatabase,
} from '../availability-database.fixture.js';

let database: AvailabilityDatabase;
beforeAll(async () => void (database = await openAvailabilityDatabase()));
afterAll(() => database.stop());

it('given a profile with busy time, when it is erased, then nothing of it is stored, whether its records arrived before or with that', async () => {
  const [accountId, other] = [await newPerson(database), await newPerson(database)];
  const meeting = (account: string, uid: string) => eventOf(account, uid, '2026-11-20T15:00:00', '2026-11-20T16:00:00');
  const rows = async (account: string) => {
    const counts = ['profile', 'calendar', 'event', 'busy_block'].map(async (table) => {
      const { rowCount } = await database.pool.query(`SELECT FROM ${table} WHERE account_id = $1`, [account]);
      return rowCount;
    });
    return Promise.all(counts);
  };
  for (const account of [accountId, other]) await database.apply(account, meeting(account, 'one'));
  const late = meeting(accountId, 'late');
  const erased = profileOf(accountId, { deleted: true, connected: false });
  await database.apply(accountId, late, erased);
  expect([await rows(accountId), await rows(other)]).toEqual([
    [0, 0, 0, 0],
    [1, 1, 1, 1],
  ]);
  await database.apply(accountId, profileOf(accountId), calendarOf(accountId), meeting(accountId, 'again'));
  await database.apply(accountId, erased);
  expect(await rows(accountId)).toEqual([1, 1, 1, 1]);
});
