import type { Pool } from 'pg';
import type { ChangeSubject } from '../../read-model/change.js';
import type { ChangeType } from '@kalends/public-api';

/** Whose changes are read: of an account, or of an application with all its accounts. */
export type LogOwner = { accountId: string } | { clientId: string };

/**
 * A place in the log. `xid` orders the changes of several accounts, which share no lock, and is '0' for one account, where
 * numbers alone are in the order of commits.
 */
export interface Place {
  xid: string;
  seq: number;
}

/**
 * `account_id`: null for a Smart Invite. `isReadable`: the application may still read the account's events.
 */
export interface LoggedChange extends Place {
  account_id: string | null;
  type: ChangeType;
  own: boolean;
  subject: ChangeSubject;
  occurred_ms: number;
  isReadable: boolean;
}

type Row = Omit<LoggedChange, 'subject'> & { subject: string; total: number };

/** Changes after a place, and the place after which to continue. */
export interface Read {
  changes: LoggedChange[];
  next: Place;
  hasMore: boolean;
}

/** Bounds the bytes of an answer; at least one change is returned. */
const maxBytes = 262_144;

const bounded = (page: string) => `
  SELECT * FROM (
    SELECT *, sum(octet_length(subject)) OVER (ORDER BY xid::xid8, seq) - octet_length(subject) AS before,
           count(*) OVER () AS total
    FROM (${page}) AS page
  ) AS measured WHERE before < ${maxBytes} ORDER BY xid::xid8, seq`;

const accountSql = bounded(`
  SELECT '0' AS xid, seq, account_id, type, own, subject, occurred_ms, true AS "isReadable" FROM change_log
  WHERE account_id = $1 AND seq > $2 ORDER BY seq LIMIT $3`);

/** Only what no transaction that is still open can precede. */
const applicationSql = bounded(`
  SELECT xid::text, seq, account_id, type, own, subject, occurred_ms,
         EXISTS (
           SELECT FROM authorization_grant AS granted WHERE granted.account_id = change_log.account_id
             AND scope && '{read_events,read_free_busy}') AS "isReadable"
  FROM change_log
  WHERE client_id = $1 AND (xid, seq) > ($2::xid8, $3::bigint) AND xid < $5::xid8
  ORDER BY change_log.xid, seq LIMIT $4`);

/** The place after everything that an account's log has. */
async function newestOfAccount(pool: Pick<Pool, 'query'>, accountId: string): Promise<Place> {
  const { rows } = await pool.query<{ seq: number }>({
    name: 'newest-change',
    text: 'SELECT coalesce(max(seq), 0) AS seq FROM change_log WHERE account_id = $1',
    values: [accountId],
  });
  return { xid: '0', seq: rows[0]!.seq };
}

/** The place before the oldest transaction that is still open: every transaction before it has ended. */
async function oldestOpen(pool: Pick<Pool, 'query'>): Promise<Place> {
  const { rows } = await pool.query<{ xid: string }>('SELECT pg_snapshot_xmin(pg_current_snapshot())::text AS xid');
  return { xid: rows[0]!.xid, seq: 0 };
}

/** The place from which a reader that has seen everything so far continues. */
export const newestPlace = (pool: Pick<Pool, 'query'>, owner: LogOwner): Promise<Place> =>
  'accountId' in owner ? newestOfAccount(pool, owner.accountId) : oldestOpen(pool);

/** `read`: one row more than `limit` if there are more; fewer if they are long. `end`: the place if there are no more. */
function pageOf(read: readonly Row[], limit: number, end: Place): Read {
  const taken = read.slice(0, limit);
  const hasMore = (read[0]?.total ?? 0) > taken.length;
  const changes = taken.map(({ subject, total: _total, ...row }) => ({
    ...row,
    subject: JSON.parse(subject) as ChangeSubject,
  }));
  return { changes, next: hasMore ? taken.at(-1)! : end, hasMore };
}

/** At most `limit` changes after a place, oldest first; null: the place is from a database that has been restored since. */
export async function readChanges(
  pool: Pick<Pool, 'query'>,
  owner: LogOwner,
  { after, limit }: { after: Place; limit: number },
): Promise<Read | null> {
  if ('accountId' in owner) {
    const values = [owner.accountId, after.seq, limit + 1];
    const { rows } = await pool.query<Row>({ name: 'changes-of-account', text: accountSql, values });
    return pageOf(rows, limit, rows.at(-1) ?? after);
  }
  // before the read: what ends between the two is read next time
  const oldest = await oldestOpen(pool);
  if (BigInt(after.xid) > BigInt(oldest.xid)) return null;
  const values = [owner.clientId, after.xid, after.seq, limit + 1, oldest.xid];
  const { rows } = await pool.query<Row>({ name: 'changes-of-application', text: applicationSql, values });
  return pageOf(rows, limit, oldest);
}
