import type { EventTime } from '@kalends/icalendar';
import { expect, it } from 'vitest';
import { apply, calendarOf, eventOf, newAccount, openGatewayDatabase, setHorizon } from './gateway-database.fixture.js';

it('given an event whose zone had other rules when it was written, then it keeps the instant, if that is in its record (EVT-44)', async () => {
  const database = await openGatewayDatabase();
  await setHorizon(database.pool, Date.UTC(2026, 0, 1), Date.UTC(2027, 11, 31));
  const { accountId } = await newAccount(database.pool);
  const calendarId = `cal_${accountId}`;
  await apply(database.pool, accountId, [calendarOf(accountId, calendarId)]);
  // 17:00Z in the years in which Vancouver had Pacific Standard Time in winter; it has -07:00 all year now
  const at = { local: '2026-12-10T09:00:00', tzid: 'America/Vancouver' };
  const end = { local: '2026-12-10T18:00:00', tzid: 'Etc/UTC' };
  const written = (uid: string, start: EventTime) => {
    const record = eventOf(accountId, calendarId, uid);
    return { ...record, series: { ...record.series, master: { ...record.series.master!, start, end } } };
  };
  const instant = Date.UTC(2026, 11, 10, 17);
  await apply(database.pool, accountId, [written('a-local', at), written('b-instant', { ...at, instant })]);
  const { rows } = await database.pool.query<{ start_ms: number }>(
    'SELECT start_ms FROM occurrence WHERE calendar_id = $1 ORDER BY event_uid',
    [calendarId],
  );
  expect(rows.map(({ start_ms }) => start_ms)).toEqual([Date.UTC(2026, 11, 10, 16), instant]);
  await database.stop();
});
