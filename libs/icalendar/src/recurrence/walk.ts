import { LAST_DAY, DAY, Wall } from '../time/civil.js';
import { basePeriod, daysOf, firstDayOf, periodOf } from './days.js';
import { Plan } from './plan.js';
import { timeAt } from './day-times.js';
import { Search, collect, indexesOf, selectByPosition } from './search.js';
import { subDailyStarts } from './sub-daily.js';

/**
 * The starts of a rule's instances in `[from, to]`, ascending, at most `limit`. It begins at the period that contains
 * `from`, never at DTSTART. COUNT is handled elsewhere (see count.ts). Spends `budget`; when that falls below zero, the
 * starts found so far are returned.
 */
export function startsOf(plan: Plan, search: Search): Wall[] {
  const from = Math.max(search.from, plan.start.wall);
  const to = Math.min(search.to, plan.untilWall);
  if (!(from <= to) || search.limit < 1 || isImpossible(plan)) return [];
  const bounded = { ...search, from, to };
  return plan.subDaily ? subDailyStarts(plan, bounded) : dailyStarts(plan, bounded);
}

/** Month and day of the month that never coincide, such as 30 February. */
function isImpossible(plan: Plan): boolean {
  if (plan.months === 0 || (plan.monthDays === 0 && plan.monthDaysFromEnd === 0)) return false;
  for (let month = 1; month <= 12; month++) {
    if (!(plan.months & (1 << month))) continue;
    const longest = month === 2 ? 29 : [4, 6, 9, 11].includes(month) ? 30 : 31;
    const within = (2 << longest) - 1;
    if ((plan.monthDays | plan.monthDaysFromEnd) & within) return false;
  }
  return true;
}

/** Yearly to daily rules: days of each period times the times of the day. */
function dailyStarts(plan: Plan, search: Search): Wall[] {
  const { from, to, budget } = search;
  const out: Wall[] = [];
  const base = basePeriod(plan);
  const { times } = plan;
  const { interval, bySetPos } = plan.rule;
  const skipped = Math.max(0, Math.floor((periodOf(plan, Math.floor(from / DAY)) - base) / interval));
  const lastDay = Math.min(Math.floor(to / DAY), LAST_DAY);
  const stepCost = plan.rule.freq === 'YEARLY' ? 40 : plan.rule.freq === 'MONTHLY' ? 10 : 1;
  for (let period = base + skipped * interval; ; period += interval) {
    if (firstDayOf(plan, period) > lastDay || (budget.remaining -= stepCost) < 0) return out;
    const days = daysOf(plan, period);
    if ((budget.remaining -= costOf(plan, days)) < 0) return out;
    if (bySetPos && !plan.start.allDay) {
      for (const wall of selectedTimes(plan, days)) if (collect(out, wall, search)) return out;
      continue;
    }
    for (const day of bySetPos ? selectByPosition(bySetPos, days) : days) {
      for (let i = 0; i < times.length; i++) if (collect(out, day * DAY + timeAt(times, i), search)) return out;
    }
  }
}

/** The steps that one period's set costs: with BYSETPOS only what it names is computed. */
const costOf = ({ rule, times, start }: Plan, days: number[]): number =>
  rule.bySetPos && !start.allDay ? days.length + rule.bySetPos.length : days.length * times.length;

/** The times of one period's days that BYSETPOS names, in order. */
function selectedTimes({ rule, times }: Plan, days: number[]): Wall[] {
  const indexes = indexesOf(rule.bySetPos!, days.length * times.length);
  return indexes.map((i) => days[Math.floor(i / times.length)]! * DAY + timeAt(times, i % times.length));
}
