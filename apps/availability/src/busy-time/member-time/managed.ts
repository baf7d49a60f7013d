import type { AvailabilityRule } from '@kalends/contracts';
import { union, workingTime, type Period, type Periods } from '@kalends/free-busy';
import { merged } from './merge.js';
import type { Queryable } from './time.queries.js';

/** The rules and periods that an account has stored. */
export interface Managed {
  rules: AvailabilityRule[];
  periods: Periods;
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

/** Stored rules, and periods that overlap `span`, by account; accounts without any have empty ones. */
export async function loadManaged(db: Queryable, subs: readonly string[], span: Period): Promise<Map<string, Managed>> {
  if (subs.length === 0) return new Map();
  const [rules, periods] = await Promise.all([
    db.query<{ account_id: string; rule: AvailabilityRule }>({ name: 'load-rules', text: rulesSql, values: [subs] }),
    db.query<PeriodRow>({ name: 'load-periods', text: periodsSql, values: [subs, span.start, span.end] }),
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
      return [sub, { rules: ownRules, periods: stored }];
    }),
  );
}

/** The rules that apply to a member: the named ones, or all if none are named; or the first name that is unknown. */
export function rulesOf(
  managed: Managed,
  ruleIds: readonly string[] | null,
): AvailabilityRule[] | { unknownRule: string } {
  if (ruleIds === null) return managed.rules;
  const byId = new Map(managed.rules.map((rule) => [rule.availability_rule_id, rule]));
  const missing = ruleIds.find((id) => !byId.has(id));
  return missing === undefined ? ruleIds.map((id) => byId.get(id)!) : { unknownRule: missing };
}

/** The time within `span` that the rules and stored periods make available. */
export const managedTime = (rules: readonly AvailabilityRule[], periods: Periods, span: Period): Periods =>
  union([...rules.map((rule) => workingTime(rule, span)), periods]);
