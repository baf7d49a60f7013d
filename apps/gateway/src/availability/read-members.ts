import type { PendingOverlay, ValidationErrors } from '@kalends/contracts';
import type { Period } from '@kalends/free-busy';
import type { EpochMs } from '@kalends/icalendar';
import type { Pool } from 'pg';
import type { CallingApplication } from '../http/api-key.js';
import { overlayOf, recentMs, writtenSql, type Written } from './pending-overlay.js';
import {
  errorsOf,
  membersOf,
  membersSql,
  type MemberRows,
  type Members,
  type RequestedMember,
} from './resolve-members.js';

/** Of one moment, in one round trip. */
const readSql = `SELECT (${membersSql}) AS members, ${writtenSql}`;

/** Whom an application asks for. */
interface ReadMembers {
  members: Members;
  /** What is not its own, by path; empty when all is well. */
  errors: ValidationErrors['errors'];
  /** What was just written for them; `span` as {@link overlayOf} takes it. */
  overlay(span: Period): PendingOverlay;
}

/** Which members an application asks for, in a user's name or in its own. */
interface AskedMembers {
  application: Pick<CallingApplication, 'clientId' | 'user'>;
  wanted: readonly RequestedMember[];
}

/**
 * The accounts and calendars that an application asks for, and what was just written for them; with a user's token,
 * everybody else is as unknown as who never was. `now`: epoch ms.
 */
export async function readMembers(
  pool: Pool,
  { application: { clientId, user }, wanted }: AskedMembers,
  now: EpochMs,
): Promise<ReadMembers> {
  const own = user ? wanted.filter(({ sub }) => sub === user.accountId) : wanted;
  const subs = [...new Set(own.map(({ sub }) => sub))];
  const values = [clientId, subs, now - recentMs];
  const { rows } = await pool.query<Written & { members: MemberRows }>({ name: 'read-members', text: readSql, values });
  const { members: found, ...written } = rows[0]!;
  const members = membersOf(found);
  return { members, errors: errorsOf(wanted, members), overlay: (span) => overlayOf(written, span) };
}
