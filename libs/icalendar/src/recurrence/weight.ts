import { EventSeries } from '../model.js';
import { parseRule } from './parse-rule.js';
import { Frequency } from './rule.js';

/** Instances in two and a half years if every period has one, and the number that counts as very many. */
const PER_RULE: Record<Frequency, number> = {
  YEARLY: 3,
  MONTHLY: 30,
  WEEKLY: 130,
  DAILY: 900,
  HOURLY: 4_000,
  MINUTELY: 4_000,
  SECONDLY: 4_000,
};

/**
 * The approximate work of a series compared with others: about its instances in two and a half years, at least 1. For
 * dividing work into parts; nothing is expanded.
 */
export function weightOf(series: EventSeries): number {
  const { rrules = [], rdates = [] } = series.recurrence ?? {};
  let weight = 1 + rdates.length + series.overrides.length;
  for (const text of rrules.slice(0, 100)) {
    const parsed = parseRule(text);
    if (!('rule' in parsed)) continue;
    const { freq, byDay, byHour, byMinute, bySecond } = parsed.rule;
    const perPeriod = [byDay, byHour, byMinute, bySecond].reduce((n, list) => n * Math.max(1, list?.length ?? 1), 1);
    weight += Math.min(4_000, PER_RULE[freq] * perPeriod);
  }
  return weight;
}
