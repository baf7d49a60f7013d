import { DAY, Wall } from '../time/civil.js';
import { tableInstant } from '../zones/table.js';
import { lastOfCount } from './count.js';
import { Plan, RuleStart, planOf } from './plan.js';
import { Rule } from './rule.js';
import { Budget, Search, newBudget } from './search.js';
import { startsOf } from './walk.js';

/** A rule bound to its start, with COUNT replaced by the last instance's start if that can be found. */
export function boundPlan(rule: Rule, start: RuleStart, budget: Budget = newBudget()): Plan {
  const plan = planOf(rule, start);
  budget.remaining -= 1;
  const last = lastOfCount(plan, budget);
  if (last === null) plan.uncounted = true;
  else plan.untilWall = Math.min(plan.untilWall, last);
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
  // around a gap, local times and instants are not in the same order
  let kept = starts.length;
  while (kept > 0 && starts[kept - 1]! > plan.untilWall - DAY) kept -= 1;
  return [...starts.slice(0, kept), ...starts.slice(kept).filter((wall) => tableInstant(table, wall) <= untilInstant)];
}
