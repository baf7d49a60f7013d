import type { EventSeries } from '@kalends/icalendar';

/** As `JSON.stringify` writes them: U+0000 and unpaired surrogates, which `jsonb` refuses. */
const escaped = /\\u0000|\\ud[89a-f]/i;
const nul = /\0/g;
const halfPair = /\p{Cs}/gu;

const cleaned = (_: string, value: unknown): unknown =>
  typeof value === 'string' ? value.replace(nul, '').replace(halfPair, '\u{fffd}') : value;

/** A series of a provider with texts as PostgreSQL can store them. */
export function storableSeries(series: EventSeries): EventSeries {
  const text = JSON.stringify(series);
  return escaped.test(text) ? (JSON.parse(text, cleaned) as EventSeries) : series;
}
