import type { ValidationErrors } from '@kalends/contracts';
import type { Pool } from 'pg';

/** A person whom an application asks for; `path`: where in the request. */
export interface WantedMember {
  path: string;
  sub: string;
  calendarIds: readonly string[] | undefined;
}

export interface ResolvedMember {
  /** The account's own zone. */
  tzid: string;
  /** Every calendar of the account that is not deleted. */
  calendarIds: string[];
}

interface Row {
  account_id: string;
  default_tzid: string;
  calendar_id: string | null;
}

const sql = `
  SELECT account_id, default_tzid, calendar.calendar_id
  FROM account LEFT JOIN LATERAL (
    SELECT calendar_id FROM calendar_state JOIN projection USING (generation)
    WHERE calendar_state.account_id = account.account_id AND NOT deleted
    UNION SELECT calendar_id FROM pending_calendar WHERE pending_calendar.account_id = account.account_id
  ) AS calendar ON true
  WHERE client_id = $1 AND account_id = ANY($2)
  ORDER BY account_id, calendar.calendar_id`;

async function read(pool: Pool, clientId: string, subs: readonly string[]): Promise<Map<string, ResolvedMember>> {
  const { rows } = await pool.query<Row>({
    name: 'resolve-members',
    text: sql,
    values: [clientId, [...new Set(subs)]],
  });
  const found = new Map<string, ResolvedMember>();
  for (const { account_id, default_tzid, calendar_id } of rows) {
    const member = found.get(account_id) ?? { tzid: default_tzid, calendarIds: [] };
    if (calendar_id) member.calendarIds.push(calendar_id);
    found.set(account_id, member);
  }
  return found;
}

const wrong = (key: string, description: string) => [{ key: `errors.${key}`, description }];

type Wrong = [path: string, errors: ValidationErrors['errors'][string]];

function refusalsOf({ path, sub, calendarIds }: WantedMember, found: ResolvedMember | undefined): Wrong[] {
  // An account of another application is as unknown as one that never was (contract decision 6).
  if (!found) return [[`${path}.sub`, wrong('not_recognized', `${sub} is no account of this application`)]];
  const held = new Set(found.calendarIds);
  return (calendarIds ?? []).flatMap((id, index): Wrong[] => {
    if (held.has(id)) return [];
    return [[`${path}.calendar_ids[${index}]`, wrong('invalid_calendar_ids', `${id} is no calendar of ${sub}`)]];
  });
}

/**
 * The accounts and calendars that an application asks for, by sub; or, for each that is not its own, what is wrong with
 * it by its path.
 */
export async function resolveMembers(
  pool: Pool,
  clientId: string,
  wanted: readonly WantedMember[],
): Promise<Map<string, ResolvedMember> | { errors: ValidationErrors['errors'] }> {
  const found = await read(
    pool,
    clientId,
    wanted.map(({ sub }) => sub),
  );
  const errors = Object.fromEntries(wanted.flatMap((one) => refusalsOf(one, found.get(one.sub))));
  return Object.keys(errors).length > 0 ? { errors } : found;
}
