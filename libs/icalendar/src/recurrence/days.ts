import { civilOf, dayNumber, daysInMonth, isLeapYear, weekdayOf } from '../time/civil.js';
import { Plan } from './plan.js';

/** First day of week 1 of a year: the week, beginning on `weekStart`, that contains 4 January. */
function firstWeekOf(year: number, weekStart: number): number {
  const fourth = dayNumber(year, 1, 4);
  return fourth - ((weekdayOf(fourth) - weekStart + 7) % 7);
}

function weekYearOf(day: number, weekStart: number): number {
  const { year } = civilOf(day);
  if (day >= firstWeekOf(year + 1, weekStart)) return year + 1;
  return day < firstWeekOf(year, weekStart) ? year - 1 : year;
}

/** The number of the rule's period (week-year, year, month, week or day) that contains a day. */
export function periodOf(plan: Plan, day: number): number {
  switch (plan.rule.freq) {
    case 'YEARLY':
      return plan.weekNos ? weekYearOf(day, plan.rule.weekStart) : civilOf(day).year;
    case 'MONTHLY': {
      const { year, month } = civilOf(day);
      return year * 12 + month - 1;
    }
    case 'WEEKLY':
      return Math.floor((day + 4 - plan.rule.weekStart) / 7);
    default:
      return day;
  }
}

/**
 * The period from which INTERVAL counts. For BYWEEKNO it is the week-year of DTSTART if DTSTART is an instance, else
 * its calendar year; a rule for every year begins with whichever is earlier.
 */
export function basePeriod(plan: Plan): number {
  const period = periodOf(plan, plan.startDay);
  if (!plan.weekNos) return period;
  const { year } = civilOf(plan.startDay);
  if (plan.rule.interval === 1) return Math.min(period, year);
  return daysOf(plan, period).includes(plan.startDay) ? period : year;
}

/** First day of a period, as {@link periodOf} numbers them. */
export function firstDayOf(plan: Plan, period: number): number {
  switch (plan.rule.freq) {
    case 'YEARLY':
      return plan.weekNos ? firstWeekOf(period, plan.rule.weekStart) : dayNumber(period, 1, 1);
    case 'MONTHLY':
      return dayNumber(Math.floor(period / 12), (((period % 12) + 12) % 12) + 1, 1);
    case 'WEEKLY':
      return period * 7 - 4 + plan.rule.weekStart;
    default:
      return period;
  }
}

/** The days of one period on which the rule has instances, ascending (RFC 5545 §3.3.10, the table of BYxxx rules). */
export function daysOf(plan: Plan, period: number): number[] {
  const out: number[] = [];
  switch (plan.rule.freq) {
    case 'YEARLY':
      if (plan.weekNos) weekDaysOf(plan, period, out);
      else for (let month = 0; month < 12; month++) monthDaysOf(plan, period * 12 + month, out);
      return out;
    case 'MONTHLY':
      monthDaysOf(plan, period, out);
      return out;
    case 'WEEKLY': {
      const first = firstDayOf(plan, period);
      for (let day = first; day < first + 7; day++) if (dayMatches(plan, day)) out.push(day);
      return out;
    }
    default:
      if (dayMatches(plan, period)) out.push(period);
      return out;
  }
}

function weekDaysOf(plan: Plan, year: number, out: number[]): void {
  const first = firstWeekOf(year, plan.rule.weekStart);
  const weeks = (firstWeekOf(year + 1, plan.rule.weekStart) - first) / 7;
  for (let week = 1; week <= weeks; week++) {
    if (!plan.weekNos!.has(week) && !plan.weekNos!.has(week - weeks - 1)) continue;
    const start = first + (week - 1) * 7;
    for (let day = start; day < start + 7; day++) if (dayMatches(plan, day)) out.push(day);
  }
}

/** The common data of one month's days: its first day, as a day number, and its length. */
interface Month {
  year: number;
  first: number;
  length: number;
}

/** Adds the days of a month, numbered as {@link periodOf} numbers those of monthly rules. */
function monthDaysOf(plan: Plan, period: number, out: number[]): void {
  const year = Math.floor(period / 12);
  const month = period - year * 12 + 1;
  if (plan.months !== 0 && !(plan.months & (1 << month))) return;
  const length = daysInMonth(year, month);
  const first = dayNumber(year, month, 1);
  const inMonth: Month = { year, first, length };
  const simple = plan.weekdays === 0 && plan.nth.length === 0 && !plan.yearDays;
  for (let d = 1; d <= length; d++) {
    if (!monthDayMatches(plan, d, length)) continue;
    if (simple || dateMatches(plan, first + d - 1, inMonth)) out.push(first + d - 1);
  }
}

function monthDayMatches(plan: Plan, d: number, length: number): boolean {
  if (plan.monthDays === 0 && plan.monthDaysFromEnd === 0) return true;
  return (plan.monthDays & (1 << d)) !== 0 || (plan.monthDaysFromEnd & (1 << (length - d + 1))) !== 0;
}

/** Whether every BYxxx part that restricts days admits this one (except BYWEEKNO). */
export function dayMatches(plan: Plan, day: number): boolean {
  if (plan.weekdays !== 0 && plan.nth.length === 0 && !(plan.weekdays & (1 << weekdayOf(day)))) return false;
  if (plan.months === 0 && plan.monthDays === 0 && plan.monthDaysFromEnd === 0 && !plan.yearDays) return true;
  const { year, month, day: d } = civilOf(day);
  if (plan.months !== 0 && !(plan.months & (1 << month))) return false;
  const length = daysInMonth(year, month);
  return monthDayMatches(plan, d, length) && dateMatches(plan, day, { year, first: day - d + 1, length });
}

function dateMatches(plan: Plan, day: number, month: Month): boolean {
  if (plan.yearDays) {
    const { year } = month;
    const n = day - dayNumber(year, 1, 1) + 1;
    if (!plan.yearDays.has(n) && !plan.yearDays.has(n - (isLeapYear(year) ? 367 : 366))) return false;
  }
  if (plan.weekdays === 0 && plan.nth.length === 0) return true;
  return (plan.weekdays & (1 << weekdayOf(day))) !== 0 || nthMatches(plan, day, month);
}

function nthMatches(plan: Plan, day: number, { year, first, length: monthLength }: Month): boolean {
  const weekday = weekdayOf(day);
  for (const rule of plan.nth) {
    if (rule.weekday !== weekday) continue;
    const index = plan.nthInYear ? day - dayNumber(year, 1, 1) : day - first;
    const length = plan.nthInYear ? (isLeapYear(year) ? 366 : 365) : monthLength;
    const n = rule.n > 0 ? Math.floor(index / 7) + 1 : -(Math.floor((length - 1 - index) / 7) + 1);
    if (n === rule.n) return true;
  }
  return false;
}
