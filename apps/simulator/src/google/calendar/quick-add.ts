import { addDays, dateOf, parseDate, toInstant, toIso } from '@kalends/icalendar';
import type { EventDateTime } from '../model.js';

const months = ['jan', 'feb', 'mar', 'apr', 'may', 'jun', 'jul', 'aug', 'sep', 'oct', 'nov', 'dec'];
const month = `(${months.map((one) => `${one}[a-z]*`).join('|')})`;
const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

interface Read {
  /** What is left of the text. */
  rest: string;
  match: RegExpExecArray | null;
}

/** Takes the first match of a pattern, as whole words, out of a text. */
function take(text: string, pattern: string): Read {
  const match = new RegExp(`(?<=^|\\s)${pattern}(?=$|\\s|[,.])`, 'i').exec(text);
  const rest = match ? `${text.slice(0, match.index)} ${text.slice(match.index + match[0].length)}` : text;
  return { rest, match };
}

const pad = (value: number) => String(value).padStart(2, '0');

/** A day of a month; without a year, the next one that is not before today. */
function dayOf([year, name, day]: [string | undefined, string, string], today: string): string | undefined {
  const at = (of: number) => `${of}-${pad(months.indexOf(name.slice(0, 3).toLowerCase()) + 1)}-${pad(Number(day))}`;
  const now = Number(today.slice(0, 4));
  const found = year === undefined ? [at(now), at(now + 1)].find((one) => one >= today) : at(Number(year));
  return found !== undefined && parseDate(found) ? found : undefined;
}

function dateIn(text: string, today: string): { rest: string; date: string | undefined } {
  const named = take(text, '(today|tomorrow)');
  if (named.match) return { rest: named.rest, date: addDays(today, named.match[1]!.toLowerCase() === 'today' ? 0 : 1) };
  const iso = take(text, 'on (\\d{4}-\\d\\d-\\d\\d)');
  if (iso.match && parseDate(iso.match[1]!)) return { rest: iso.rest, date: iso.match[1] };
  const first = take(text, `on (\\d{1,2}) ${month}(?: (\\d{4}))?`);
  const second = take(text, `on ${month} (\\d{1,2})(?:,? (\\d{4}))?`);
  const [, day, name, year] = first.match ?? [];
  const [, otherName, otherDay, otherYear] = second.match ?? [];
  const date = name
    ? dayOf([year, name, day!], today)
    : otherName
      ? dayOf([otherYear, otherName, otherDay!], today)
      : undefined;
  return date === undefined ? { rest: text, date } : { rest: name ? first.rest : second.rest, date };
}

function timeIn(text: string): { rest: string; time: string | undefined } {
  const twelve = take(text, '(?:at )?(1[0-2]|0?[1-9])(?::([0-5]\\d))? ?(am|pm)');
  if (twelve.match) {
    const [, hour, minute = '00', half] = twelve.match;
    const hours = (Number(hour) % 12) + (half!.toLowerCase() === 'pm' ? 12 : 0);
    return { rest: twelve.rest, time: `${pad(hours)}:${minute}:00` };
  }
  const { rest, match } = take(text, '(?:at )?([01]?\\d|2[0-3]):([0-5]\\d)');
  return match ? { rest, time: `${pad(Number(match[1]))}:${match[2]}:00` } : { rest: text, time: undefined };
}

function lengthIn(text: string): { rest: string; lengthMs: number | undefined } {
  const { rest, match } = take(text, 'for (\\d{1,3}) ?(hours?|minutes?)');
  if (!match) return { rest: text, lengthMs: undefined };
  return { rest, lengthMs: Number(match[1]) * (match[2]!.toLowerCase().startsWith('h') ? hourMs : minuteMs) };
}

export interface QuickEvent {
  summary: string;
  start: EventDateTime;
  end: EventDateTime;
}

/**
 * The event that a text of events.quickAdd describes, at `now` (epoch ms) in a zone: a title with a day (`today`,
 * `tomorrow`, `on 3 June`, `on June 3, 2027`, `on 2026-06-03`), a time (`3pm`, `at 10:00`) and a length (`for 2 hours`).
 * With a day alone it lasts all day; with a time alone it is today; with neither it begins in the next full hour. An
 * hour, if there is no length. What is not understood stays in the title.
 */
export function quickEvent(text: string, { now, zone }: { now: number; zone: string }): QuickEvent {
  const today = dateOf(now, zone);
  const length = lengthIn(text);
  const day = dateIn(length.rest, today);
  const { rest, time } = timeIn(day.rest);
  const summary = rest.replaceAll(/\s+/g, ' ').trim() || text.trim();
  if (day.date !== undefined && time === undefined && length.lengthMs === undefined)
    return { summary, start: { date: day.date }, end: { date: addDays(day.date, 1) } };
  const nextHour = (Math.floor(now / hourMs) + 1) * hourMs;
  const isTimed = day.date !== undefined || time !== undefined;
  const start = isTimed ? toInstant(zone, `${day.date ?? today}T${time ?? '09:00:00'}`) : nextHour;
  const at = (ms: number) => ({ dateTime: toIso(ms), timeZone: zone });
  return { summary, start: at(start), end: at(start + (length.lengthMs ?? hourMs)) };
}
