import type { PendingOverlay, ValidationErrors } from '@kalends/contracts';
import type { Period } from '@kalends/free-busy';
import type { EpochMs } from '@kalends/icalendar';
import type { Pool } from 'pg';
import { overlayOf, recentMs, writtenSql, type Written } from './pending-overlay.js';
import {
  errorsOf,
  membersOf,
  membersSql,
  type MemberRows,
  type Members,
  type WantedMember,
} from './resolve-members.js';

/** Of one moment, in one round trip. */
const readSql = `SELECT (${membersSql}) AS members, ${writtenSql}`;

/** Whom an application asks for. */
export interface ReadMembers {
  members: Members;
  /** What is not its own, by path; empty when all is well. */
  errors: ValidationErrors['errors'];
  /** What was just written for them; `span` as {@link overlayOf} takes it. */
  overlay(span: Period): PendingOverlay;
}

/** The accounts and calendars that an application asks for, and what was just written for them. `now`: epoch ms. */
export async function readMembers(
  pool: Pool,
  clientId: string,
  wanted: readonly WantedMember[],
  now: EpochMs,
): Promise<ReadMembers> {
  const subs = [...new Set(wanted.map(({ sub }) => sub))];
  const values = [clientId, subs, now - recentMs];
  const { rows } = await pool.query<Written & { members: MemberRows }>({ name: 'read-members', text: readSql, values });
  const { members: found, ...written } = rows[0]!;
  const members = membersOf(found);
  return { members, errors: errorsOf(wanted, members), overlay: (span) => overlayOf(written, span) };
}
