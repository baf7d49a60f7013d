import { DAY, SECOND, Wall } from '../time/civil.js';
import { daysOf, periodOf } from './days.js';
import { Plan } from './plan.js';
import { startsOf } from './walk.js';

/** A COUNT above this, in a rule whose instances cannot be counted by arithmetic, is taken as "without end". */
const MAX_COUNTED = 100_000;

const lastByRule = new Map<string, Wall>();

/**
 * The start of the last instance that COUNT allows, so that a counted rule can be searched like one with UNTIL:
 * by arithmetic where every period has the same number of instances, otherwise by one walk, which is remembered.
 * `-Infinity` if there is no instance at all.
 */
export function lastOfCount(plan: Plan): Wall {
  const { count } = plan.rule;
  if (count === undefined) return Infinity;
  const direct = byArithmetic(plan, count);
  if (direct !== null) return direct;
  const key = `${plan.start.wall} ${plan.start.allDay} ${JSON.stringify(plan.rule)}`;
  const known = lastByRule.get(key);
  if (known !== undefined) return known;
  const last = byWalking(plan, count);
  if (lastByRule.size > 5000) lastByRule.clear();
  lastByRule.set(key, last);
  return last;
}

function byWalking(plan: Plan, count: number): Wall {
  if (count > MAX_COUNTED) return Infinity;
  const starts = startsOf(plan, { from: plan.start.wall, to: Infinity, limit: count });
  return starts.at(-1) ?? -Infinity;
}

const SUB_DAILY_UNIT: Partial<Record<string, number>> = { HOURLY: 3600, MINUTELY: 60, SECONDLY: 1 };

function byArithmetic(plan: Plan, count: number): Wall | null {
  const { rule } = plan;
  const unit = SUB_DAILY_UNIT[rule.freq];
  if (unit !== undefined) {
    const plain = !rule.bySecond && !rule.byMinute && !rule.byHour && !hasDayParts(plan) && !rule.bySetPos;
    return plain && !plan.start.allDay ? plan.start.wall + (count - 1) * rule.interval * unit * SECOND : null;
  }
  if (rule.bySetPos || !hasConstantPeriods(plan)) return null;
  const base = periodOf(plan, plan.startDay);
  const first = instancesOf(plan, base).filter((wall) => wall >= plan.start.wall);
  if (count <= first.length) return first[count - 1]!;
  const size = instancesOf(plan, base + rule.interval).length;
  const beyond = count - first.length;
  const periods = Math.ceil(beyond / size);
  return instancesOf(plan, base + periods * rule.interval)[beyond - (periods - 1) * size - 1]!;
}

const hasDayParts = (plan: Plan): boolean =>
  plan.months !== 0 || plan.weekdays !== 0 || plan.monthDays !== 0 || plan.monthDaysFromEnd !== 0 || !!plan.yearDays;

/** Days 1 to 28 of a month exist in every month. */
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

function instancesOf(plan: Plan, period: number): Wall[] {
  return daysOf(plan, period).flatMap((day) => plan.times.map((time) => day * DAY + time));
}
