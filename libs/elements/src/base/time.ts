const hourMs = 3_600_000;
const dayMs = 24 * hourMs;

/** Epoch ms of an ISO text with Z or an offset; NaN for any other. */
export const instantOf = (text: string): number => Number(new Date(text));

export const isoOf = (ms: number): string => new Date(ms).toISOString().replace('.000Z', 'Z');

const formats = new Map<string, Intl.DateTimeFormat>();

/** Each format is made once: that takes longer than to use it. */
function formatOf(locale: string, options: Intl.DateTimeFormatOptions): Intl.DateTimeFormat {
  const key = `${locale}${JSON.stringify(options)}`;
  const format = formats.get(key) ?? new Intl.DateTimeFormat(locale, options);
  formats.set(key, format);
  return format;
}

export const format = (ms: number, locale: string, options: Intl.DateTimeFormatOptions): string =>
  formatOf(locale, options).format(ms);

/** A period, as short as the locale writes it. */
export const formatRange = (
  [start, end]: readonly [number, number],
  locale: string,
  options: Intl.DateTimeFormatOptions,
): string => formatOf(locale, options).formatRange(start, end);

/** Where a zone's clocks are at an instant, as if they were UTC's: epoch ms of whole seconds. */
function wallOf(ms: number, timeZone: string): number {
  const options = { timeZone, hourCycle: 'h23', year: 'numeric', month: '2-digit', day: '2-digit', hour: '2-digit', minute: '2-digit', second: '2-digit' } as const; // prettier-ignore
  const parts = new Map(
    formatOf('en-US', options)
      .formatToParts(ms)
      .map(({ type, value }) => [type, value]),
  );
  const at = (name: Intl.DateTimeFormatPartTypes) => parts.get(name)!;
  return instantOf(
    `${at('year').padStart(4, '0')}-${at('month')}-${at('day')}T${at('hour')}:${at('minute')}:${at('second')}Z`,
  );
}

/** The local day that contains an instant, YYYY-MM-DD. */
export const dayOf = (ms: number, timeZone: string): string => isoOf(wallOf(ms, timeZone)).slice(0, 10);

/** The local time of an instant, HH:MM. */
export const clockOf = (ms: number, timeZone: string): string => isoOf(wallOf(ms, timeZone)).slice(11, 16);

/** UTC midnight of a date, by which dates are formatted and counted. */
export const dateMs = (date: string): number => instantOf(`${date}T00:00:00Z`);

export const addDays = (date: string, days: number): string => isoOf(dateMs(date) + days * dayMs).slice(0, 10);

/** 0 = Sunday … 6 = Saturday. */
export const weekdayOf = (date: string): number => (((dateMs(date) / dayMs + 4) % 7) + 7) % 7;

/** The instant of a local time; one that does not exist is that much later. */
export function instantAt(date: string, time: string, timeZone: string): number {
  const wall = instantOf(`${date}T${time}:00Z`);
  const first = wall - (wallOf(wall, timeZone) - wall);
  return wall - (wallOf(first, timeZone) - first);
}

/** The first of the month that is some months later, YYYY-MM. */
export function addMonths(month: string, months: number): string {
  const index = Number(month.slice(0, 4)) * 12 + Number(month.slice(5, 7)) - 1 + months;
  return `${String(Math.floor(index / 12)).padStart(4, '0')}-${String((index % 12) + 1).padStart(2, '0')}`;
}

interface WithWeekInfo {
  weekInfo?: { firstDay: number };
  getWeekInfo?: () => { firstDay: number };
}

/** The first day of a locale's weeks, 0 = Sunday; Monday where the browser does not know. */
export function firstWeekdayOf(locale: string): number {
  const known = new Intl.Locale(locale) as unknown as WithWeekInfo;
  return ((known.getWeekInfo?.() ?? known.weekInfo)?.firstDay ?? 1) % 7;
}

/** The first day of the week that contains a date. */
export const weekOf = (date: string, locale: string): string =>
  addDays(date, -((weekdayOf(date) - firstWeekdayOf(locale) + 7) % 7));

/** The dates of a month in whole weeks; null where another month's days would be. */
export function monthGrid(month: string, locale: string): (string | null)[][] {
  const first = `${month}-01`;
  const beyond = `${addMonths(month, 1)}-01`;
  const weeks: (string | null)[][] = [];
  for (let start = weekOf(first, locale); start < beyond; start = addDays(start, 7))
    weeks.push(
      Array.from({ length: 7 }, (_, n) => addDays(start, n)).map((day) => (day >= first && day < beyond ? day : null)),
    );
  return weeks;
}

/** Whether a text names a zone that this browser knows. */
export function isZone(timeZone: string): boolean {
  try {
    return new Intl.DateTimeFormat('en', { timeZone }) !== null;
  } catch {
    return false;
  }
}

export const ownZone = (): string => new Intl.DateTimeFormat().resolvedOptions().timeZone ?? 'UTC';

/** Every zone that the browser lists, and the given one. */
export const zonesWith = (timeZone: string): string[] =>
  [...new Set([timeZone, 'UTC', ...(Intl.supportedValuesOf?.('timeZone') ?? [])])].sort();

/** The city of a zone. */
export const cityOf = (timeZone: string): string => timeZone.replaceAll('_', ' ');
