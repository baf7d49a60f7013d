import { BoundedCache } from '../text/bounded-cache.js';
import { DAY, SECOND, Wall } from '../time/civil.js';
import { timeAt } from './day-times.js';
import { daysOf, periodOf } from './days.js';
import { Plan } from './plan.js';
import { Budget, MAX_STEPS, newBudget } from './search.js';
import { startsOf } from './walk.js';

/** A COUNT above this, in a rule whose instances cannot be counted by arithmetic, counts as "without end". */
const MAX_COUNTED = 100_000;

/** By rule; `null`: the budget did not suffice to reach the last instance. */
const lastByRule = new BoundedCache<Wall | null>(2_000_000);

/**
 * The start of the last instance that COUNT allows, so that a counted rule can be searched like one with UNTIL: by
 * arithmetic if every period has the same number of instances, otherwise by one walk, which is cached. `-Infinity` if
 * there is no instance at all; `null` if the walk would cost too much.
 */
export function lastOfCount(plan: Plan, budget: Budget): Wall | null {
  const { count } = plan.rule;
  if (count === undefined) return Infinity;
  const direct = byArithmetic(plan, count);
  if (direct !== null) return direct;
  const key = `${plan.start.wall} ${plan.start.allDay} ${JSON.stringify(plan.rule)}`;
  let known = lastByRule.get(key);
  if (known === undefined) {
    known = byWalking(plan, count, budget);
    lastByRule.set(key, known);
  }
  return known;
}

/** After 400 years the calendar repeats: a rule without an instance by then, for each step of INTERVAL, has none. */
const CYCLE = 146_097 * DAY;

function byWalking(plan: Plan, count: number, budget: Budget): Wall | null {
  if (count > MAX_COUNTED) return Infinity;
  const own = newBudget();
  const from = plan.start.wall;
  const some = startsOf(plan, { from, to: from + CYCLE * plan.rule.interval, limit: 1, budget: own });
  const starts = some.length > 0 ? startsOf(plan, { from, to: Infinity, limit: count, budget: own }) : [];
  // a rule that cannot be counted leaves part of the budget to the others of its series
  budget.remaining -= Math.ceil((MAX_STEPS - own.remaining) / 4);
  return own.remaining < 0 ? null : (starts.at(-1) ?? -Infinity);
}

const SUB_DAILY_UNIT = new Map(Object.entries<number>({ HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 }));

function byArithmetic(plan: Plan, count: number): Wall | null {
  const { rule } = plan;
  const unit = SUB_DAILY_UNIT.get(rule.freq);
  if (unit !== undefined) {
    const plain = !rule.bySecond && !rule.byMinute && !rule.byHour && !hasDayParts(plan) && !rule.bySetPos;
    return plain && !plan.start.allDay ? plan.start.wall + (count - 1) * rule.interval * unit * SECOND : null;
  }
  if (rule.bySetPos || !hasConstantPeriods(plan)) return null;
  const base = periodOf(plan, plan.startDay);
  const first = instancesOf(plan, base);
  const before = firstIndexFrom(first, plan.start.wall);
  if (count <= first.size - before) return first.at(before + count - 1);
  const { size } = instancesOf(plan, base + rule.interval);
  const beyond = count - (first.size - before);
  const periods = Math.ceil(beyond / size);
  return instancesOf(plan, base + periods * rule.interval).at(beyond - (periods - 1) * size - 1);
}

const hasDayParts = (plan: Plan): boolean =>
  plan.months !== 0 || plan.weekdays !== 0 || plan.monthDays !== 0 || plan.monthDaysFromEnd !== 0 || !!plan.yearDays;

/** Days 1 to 28 exist in every month. */
const EVERY_MONTH = (1 << 29) - 1;

function hasConstantPeriods(plan: Plan): boolean {
  const { freq } = plan.rule;
  if (plan.yearDays || plan.weekNos) return false;
  if (freq === 'DAILY') return !hasDayParts(plan);
  if (freq === 'WEEKLY') return plan.months === 0 && plan.monthDays === 0 && plan.monthDaysFromEnd === 0;
  const oneEnd = plan.monthDays === 0 || plan.monthDaysFromEnd === 0;
  const always = ((plan.monthDays | plan.monthDaysFromEnd) & ~EVERY_MONTH) === 0;
  const anyDay = plan.monthDays !== 0 || plan.monthDaysFromEnd !== 0;
  const allMonths = freq === 'YEARLY' || plan.months === 0;
  return plan.weekdays === 0 && plan.nth.length === 0 && anyDay && oneEnd && always && allMonths;
}

/** Yields the instances of one period in order without listing them: there may be millions. */
function instancesOf(plan: Plan, period: number): { size: number; at: (index: number) => Wall } {
  const days = daysOf(plan, period);
  const { times } = plan;
  return {
    size: days.length * times.length,
    at: (index) => days[Math.floor(index / times.length)]! * DAY + timeAt(times, index % times.length),
  };
}

function firstIndexFrom({ size, at }: ReturnType<typeof instancesOf>, wall: Wall): number {
  let [low, high] = [0, size];
  while (low < high) {
    const mid = (low + high) >> 1;
    if (at(mid) < wall) low = mid + 1;
    else high = mid;
  }
  return low;
}
