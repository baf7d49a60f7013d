import type { CalendarRow, Db } from './rows.js';

type NewRow = Pick<
  CalendarRow,
  | 'calendar_id'
  | 'profile_id'
  | 'account_id'
  | 'href'
  | 'name'
  | 'readonly'
  | 'is_primary'
  | 'color'
  | 'tzid'
  | 'synced'
> & { integrated_conferencing?: boolean };

/** Stores a calendar that is not published yet (revision 0). False: the id exists already. */
export async function addCalendar(db: Db, row: NewRow): Promise<boolean> {
  const { rowCount } = await db.query(
    `INSERT INTO calendar (calendar_id, profile_id, account_id, href, name, readonly, is_primary, color, tzid, synced,
                           integrated_conferencing, freshness, revision)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11, 'fresh', 0) ON CONFLICT DO NOTHING`,
    [
      row.calendar_id,
      row.profile_id,
      row.account_id,
      row.href,
      row.name,
      row.readonly,
      row.is_primary,
      row.color,
      row.tzid,
      row.synced,
      row.integrated_conferencing ?? false,
    ],
  );
  return rowCount === 1;
}
