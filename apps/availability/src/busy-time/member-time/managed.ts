import type { AvailabilityMember, AvailabilityRule, WorkingHours } from '@kalends/contracts';
import { union, workingTime, type Period, type Periods } from '@kalends/free-busy';
import { isTimeZone } from '@kalends/icalendar';
import { merged } from './merge.js';
import type { Queryable } from './time.queries.js';

/** The rules and periods that an account has stored, and the working hours at its providers. */
export interface Managed {
  rules: AvailabilityRule[];
  hours: WorkingHours[];
  periods: Periods;
}

type ManagedMember = Pick<AvailabilityMember, 'sub' | 'managed' | 'rule_ids' | 'working_hours'>;

/** What a rule of either kind states. */
export type Hours = WorkingHours & Pick<AvailabilityRule, 'calendar_ids'>;

/** Why a member's rules are not known: there is no rule with this id, or no profile has working hours. */
export interface MissingRule {
  rule_id: string;
  working_hours?: true;
}

interface PeriodRow {
  account_id: string;
  start_ms: number;
  end_ms: number;
}

const rulesSql = `
  SELECT account_id, rule FROM availability_rule WHERE account_id = ANY($1) ORDER BY account_id, availability_rule_id`;
const periodsSql = `
  SELECT account_id, start_ms, end_ms FROM available_period
  WHERE account_id = ANY($1) AND start_ms < $3 AND end_ms > $2`;
const hoursSql = `
  SELECT account_id, working_hours FROM profile
  WHERE account_id = ANY($1) AND connected AND NOT deleted AND working_hours IS NOT NULL ORDER BY profile_id`;

const subsOf = (members: readonly ManagedMember[]) => [...new Set(members.map(({ sub }) => sub))];

/** Working hours by account; a zone that this release does not know leaves them unknown. */
async function loadHours(db: Queryable, subs: readonly string[]): Promise<Map<string, WorkingHours[]>> {
  const bySub = new Map<string, WorkingHours[]>(subs.map((sub) => [sub, []]));
  if (subs.length === 0) return bySub;
  const { rows } = await db.query<{ account_id: string; working_hours: WorkingHours }>({
    name: 'load-hours',
    text: hoursSql,
    values: [subs],
  });
  for (const { account_id, working_hours } of rows)
    if (isTimeZone(working_hours.tzid)) bySub.get(account_id)!.push(working_hours);
  return bySub;
}

/**
 * Stored rules, working hours, and periods that overlap `span`, by account, of the members whose availability is managed; accounts without
 * any have empty ones.
 */
export async function loadManaged(
  db: Queryable,
  members: readonly ManagedMember[],
  span: Period,
): Promise<Map<string, Managed>> {
  const managed = members.filter((one) => one.managed);
  const subs = subsOf(managed);
  if (subs.length === 0) return new Map();
  const [rules, periods, hours] = await Promise.all([
    db.query<{ account_id: string; rule: AvailabilityRule }>({ name: 'load-rules', text: rulesSql, values: [subs] }),
    db.query<PeriodRow>({ name: 'load-periods', text: periodsSql, values: [subs, span.start, span.end] }),
    loadHours(db, subsOf(managed.filter(({ working_hours }) => working_hours))),
  ]);
  const bySub = new Map<string, PeriodRow[]>(subs.map((sub) => [sub, []]));
  for (const row of periods.rows) bySub.get(row.account_id)!.push(row);
  return new Map(
    subs.map((sub) => {
      const own = bySub.get(sub)!;
      const stored = merged(
        own.map(({ start_ms }) => start_ms),
        own.map(({ end_ms }) => end_ms),
      );
      const ownRules = rules.rows.filter(({ account_id }) => account_id === sub).map(({ rule }) => rule);
      return [sub, { rules: ownRules, hours: hours.get(sub) ?? [], periods: stored }];
    }),
  );
}

/** The rules that apply to a member: those at its providers, the named ones, or all if none are named; or what is missing. */
export function rulesOf(managed: Managed, { rule_ids, working_hours }: ManagedMember): Hours[] | MissingRule {
  if (working_hours) return managed.hours.length > 0 ? managed.hours : { rule_id: '', working_hours: true };
  if (rule_ids === null) return managed.rules;
  const byId = new Map(managed.rules.map((rule) => [rule.availability_rule_id, rule]));
  const missing = rule_ids.find((id) => !byId.has(id));
  return missing === undefined ? rule_ids.map((id) => byId.get(id)!) : { rule_id: missing };
}

/** The time within `span` that the rules and stored periods make available. */
export const managedTime = (rules: readonly WorkingHours[], periods: Periods, span: Period): Periods =>
  union([...rules.map((rule) => workingTime(rule, span)), periods]);
