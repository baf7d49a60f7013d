import { type WrittenRecurrence } from '@kalends/public-api';
import { addDays, type EventTime, instantMs, midnight, parseDate, toIso } from '@kalends/icalendar';

type Rule = WrittenRecurrence['rules'][number];

const dayCode = (day: string) => day.slice(0, 2).toUpperCase();
const basic = (text: string) => text.replaceAll(/[-:]/g, '');

/**
 * The end of a local day, or the day itself for an all-day series: UNTIL has the value type of DTSTART (RFC 5545 §3.3.10).
 */
function untilText(until: string, start: EventTime): string {
  const isDate = parseDate(until) !== null;
  if ('date' in start) return basic(isDate ? until : toIso(instantMs(until)!).slice(0, 10));
  const ms = isDate ? midnight(addDays(until, 1), start.tzid ?? 'Etc/UTC') - 1_000 : instantMs(until)!;
  return basic(toIso(ms));
}

/** The RRULE value (RFC 5545 §3.3.10) of a rule in the API's form. */
export function ruleText(rule: Rule, start: EventTime): string {
  const days = rule.by_day?.map(({ day, nth_of_period }) => `${nth_of_period ?? ''}${dayCode(day)}`);
  const parts: [string, string | number | null | undefined][] = [
    ['FREQ', rule.frequency.toUpperCase()],
    ['INTERVAL', rule.interval === 1 ? null : rule.interval],
    ['COUNT', rule.count],
    ['UNTIL', rule.until && untilText(rule.until, start)],
    ['BYMONTH', rule.by_month?.join(',')],
    ['BYMONTHDAY', rule.by_month_day?.join(',')],
    ['BYDAY', days?.join(',')],
  ];
  return parts
    .filter(([, value]) => value !== null && value !== undefined)
    .map(([name, value]) => `${name}=${value}`)
    .join(';');
}
