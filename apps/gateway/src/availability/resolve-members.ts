import type { ValidationErrors } from '@kalends/public-api';
import type { Pool } from 'pg';
import { notAuthorized } from '../http/refusals.js';

/** A person in a query; `path`: position in the request. */
export interface RequestedMember {
  path: string;
  sub: string;
  calendarIds: readonly string[] | undefined;
  /** The working hours at its providers are its rules. */
  usesProviderHours?: boolean;
}

export interface ResolvedMember {
  /** Whether a grant covers the account. */
  isGranted: boolean;
  /** The account's own zone. */
  tzid: string;
  /** Every calendar of the account that is not deleted. */
  calendarIds: string[];
}

export type Members = Map<string, ResolvedMember>;

/** The application's (`$1`) accounts among `$2`, as JSON. */
export const membersSql = `
  SELECT json_agg(json_build_array(account_id, default_tzid, ARRAY(
    SELECT calendar_id FROM calendar_state
    WHERE calendar_state.account_id = account.account_id AND NOT deleted
    UNION SELECT calendar_id FROM pending_calendar WHERE pending_calendar.account_id = account.account_id
    ORDER BY calendar_id),
    EXISTS (SELECT FROM authorization_grant WHERE authorization_grant.account_id = account.account_id)))
  FROM account WHERE client_id = $1 AND account_id = ANY($2)`;

/** The result of {@link membersSql}. */
export type MemberRows = [accountId: string, defaultTzid: string, calendarIds: string[], isGranted: boolean][] | null;

export const membersOf = (rows: MemberRows): Members =>
  new Map(rows?.map(([accountId, tzid, calendarIds, isGranted]) => [accountId, { tzid, calendarIds, isGranted }]));

const wrong = (key: string, description: string) => [{ key: `errors.${key}`, description }];

const noResources = (sub: string) =>
  `${sub} is a resource, such as a room; Kalends has none: members are accounts, and a room may be one with a calendar`;

type MemberError = [path: string, errors: ValidationErrors['errors'][string]];

function refusalsOf({ path, sub, calendarIds }: RequestedMember, found: ResolvedMember | undefined): MemberError[] {
  // an account of another application is answered like one that never existed (AVL-1)
  if (!found && sub.startsWith('res_')) return [[`${path}.sub`, wrong('not_supported', noResources(sub))]];
  if (!found) return [[`${path}.sub`, wrong('not_recognized', `${sub} is no account of this application`)]];
  if (!found.isGranted) return [[`${path}.sub`, [notAuthorized(sub)]]];
  const known = new Set(found.calendarIds);
  return (calendarIds ?? []).flatMap((id, index): MemberError[] => {
    if (known.has(id)) return [];
    return [[`${path}.calendar_ids[${index}]`, wrong('invalid_calendar_ids', `${id} is no calendar of ${sub}`)]];
  });
}

/** The errors for requested accounts and calendars that the application does not have, by path. */
export const errorsOf = (requested: readonly RequestedMember[], found: Members): ValidationErrors['errors'] =>
  Object.fromEntries(requested.flatMap((one) => refusalsOf(one, found.get(one.sub))));

/** The requested accounts and calendars, by sub; or their {@link errorsOf}. */
export async function resolveMembers(
  pool: Pool,
  clientId: string,
  requested: readonly RequestedMember[],
): Promise<Members | { errors: ValidationErrors['errors'] }> {
  const { rows } = await pool.query<{ members: MemberRows }>({
    name: 'resolve-members',
    text: `SELECT (${membersSql}) AS members`,
    values: [clientId, [...new Set(requested.map(({ sub }) => sub))]],
  });
  const found = membersOf(rows[0]!.members);
  const errors = errorsOf(requested, found);
  return Object.keys(errors).length > 0 ? { errors } : found;
}
