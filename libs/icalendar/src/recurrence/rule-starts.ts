import { Wall } from '../time/civil.js';
import { tableInstant } from '../zones/table.js';
import { lastOfCount } from './count.js';
import { Plan, RuleStart, planOf } from './plan.js';
import { Rule } from './rule.js';
import { Search } from './search.js';
import { startsOf } from './walk.js';

/** A rule bound to its start, with COUNT turned into the last instance's start. */
export function boundPlan(rule: Rule, start: RuleStart): Plan {
  const plan = planOf(rule, start);
  if (rule.count !== undefined) plan.untilWall = Math.min(plan.untilWall, lastOfCount(plan));
  return plan;
}

/**
 * The instances of one rule (RFC 5545 §3.3.10) that start in `[from, to]`, as wall clock readings, ascending, at most
 * `limit`. DTSTART is an instance only if the rule yields it.
 */
export function ruleStarts(plan: Plan, search: Search): Wall[] {
  const starts = startsOf(plan, search);
  const { untilInstant } = plan;
  const { table } = plan.start;
  if (untilInstant === null || !table) return starts;
  while (starts.length > 0 && tableInstant(table, starts.at(-1)!) > untilInstant) starts.pop();
  return starts;
}
