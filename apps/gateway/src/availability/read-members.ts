import type { PendingOverlay } from '@kalends/contracts';
import type { ValidationErrors } from '@kalends/public-api';
import type { Period } from '@kalends/free-busy';
import type { EpochMs } from '@kalends/icalendar';
import type { Pool } from 'pg';
import type { CallingApplication } from '../http/api-key.js';
import { overlayOf, recentMs, recentWritesSql, type RecentWrites } from './pending-overlay.js';
import {
  errorsOf,
  membersOf,
  membersSql,
  type MemberRows,
  type Members,
  type RequestedMember,
} from './resolve-members.js';

/** Both from one snapshot, in one round trip. */
const readSql = `SELECT (${membersSql}) AS members, ${recentWritesSql}`;

/** The members that an application requested. */
interface ReadMembers {
  members: Members;
  /** Members and calendars that are not its own, by path; empty when all are. */
  errors: ValidationErrors['errors'];
  /** Recent writes of these members; `span` as in {@link overlayOf}. */
  overlay(span: Period): PendingOverlay;
}

/** The requested members, by a user's token or by the application itself. */
interface RequestedMembers {
  application: Pick<CallingApplication, 'clientId' | 'user'>;
  requested: readonly RequestedMember[];
}

/**
 * The requested accounts and calendars and their recent writes; with a user's token, every other account is unknown. `now`:
 * epoch ms.
 */
export async function readMembers(
  pool: Pool,
  { application: { clientId, user }, requested }: RequestedMembers,
  now: EpochMs,
): Promise<ReadMembers> {
  const own = user ? requested.filter(({ sub }) => sub === user.accountId) : requested;
  const subs = [...new Set(own.map(({ sub }) => sub))];
  const values = [clientId, subs, now - recentMs];
  const { rows } = await pool.query<RecentWrites & { members: MemberRows }>({
    name: 'read-members',
    text: readSql,
    values,
  });
  const { members: found, ...written } = rows[0]!;
  const members = membersOf(found);
  return { members, errors: errorsOf(requested, members), overlay: (span) => overlayOf(written, span) };
}
