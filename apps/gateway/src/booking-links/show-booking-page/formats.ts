import { offsetAt, utcMidnight, type EpochMs, type LocalDate } from '@kalends/icalendar';
import type { Slot } from '../booking-link.js';
import { firstOf, type Month } from './month.js';

/** How a page writes dates and times. */
export interface FormatOptions {
  /** BCP 47, of the page's language. */
  locale: string;
  /** IANA name. */
  tzid: string;
  /** h: twelve hours, H: twenty-four; null: as the language has it. */
  hours: 'h' | 'H' | null;
}

const second = 1_000;
const minutesOfDay = 1_440;
/** Arabic has no shorter names than the whole ones. */
const longestShort = 6;

/** The Gregorian calendar, in which the API counts, whatever the region's own is. */
const calendar = { timeZone: 'UTC', calendar: 'gregory' } as const;

const offsetText = (seconds: number): string => {
  const minutes = Math.abs(Math.trunc(seconds / 60));
  if (minutes === 0) return 'UTC';
  const rest = minutes % 60;
  return `UTC${seconds < 0 ? '−' : '+'}${Math.floor(minutes / 60)}${rest === 0 ? '' : `:${String(rest).padStart(2, '0')}`}`;
};

/** Minutes in the units that people name them in. */
const unitsOf = (minutes: number): [number, 'day' | 'hour' | 'minute'][] => {
  const all: [number, 'day' | 'hour' | 'minute'][] = [
    [Math.floor(minutes / minutesOfDay), 'day'],
    [Math.floor((minutes % minutesOfDay) / 60), 'hour'],
    [minutes % 60, 'minute'],
  ];
  return all.filter(([count]) => count > 0);
};

/** Sunday = 0; as the region of the language begins its weeks. */
function firstDayOf(locale: string): number {
  type Info = { firstDay: number };
  const tag = new Intl.Locale(locale).maximize() as Intl.Locale & { weekInfo?: Info; getWeekInfo?: () => Info };
  return (tag.getWeekInfo?.() ?? tag.weekInfo ?? { firstDay: 1 }).firstDay % 7;
}

/**
 * Dates and times in a language and a zone. The zone's clock is read from our own table, so that the page agrees with the API
 * whatever Node's own data has.
 */
export class Formats {
  readonly hours: 'h' | 'H';
  readonly firstDay: number;
  readonly locale: string;
  readonly tzid: string;
  private readonly clock: Intl.DateTimeFormat;
  private readonly long: Intl.DateTimeFormat;
  private readonly number: Intl.NumberFormat;

  constructor({ locale, tzid, hours }: FormatOptions) {
    this.locale = locale;
    this.tzid = tzid;
    const { hour12 = false } = new Intl.DateTimeFormat(locale, { ...calendar, hour: 'numeric' }).resolvedOptions();
    this.hours = hours ?? (hour12 ? 'h' : 'H');
    // in Japanese, noon is 0
    const twelve = locale.startsWith('ja') ? 'h11' : 'h12';
    const counted =
      this.hours === 'h'
        ? ({ hour: 'numeric', hourCycle: twelve } as const)
        : ({ hour: '2-digit', hourCycle: 'h23' } as const);
    this.clock = new Intl.DateTimeFormat(locale, { ...calendar, ...counted, minute: '2-digit' });
    const day = { weekday: 'long', day: 'numeric', month: 'long' } as const;
    this.long = new Intl.DateTimeFormat(locale, { ...calendar, ...day, year: 'numeric' });
    this.number = new Intl.NumberFormat(locale, { useGrouping: false });
    this.firstDay = firstDayOf(locale);
  }

  /** What the zone's clocks show, as if it were UTC. */
  private wall(ms: EpochMs): number {
    return ms + offsetAt(this.tzid, ms) * second;
  }

  time(ms: EpochMs): string {
    return this.clock.format(this.wall(ms));
  }

  /** `9:00 – 9:30`; with the date of its end if that is another. */
  range(start: EpochMs, end: EpochMs): string {
    const isLater = Math.floor(this.wall(start) / 86_400_000) !== Math.floor(this.wall(end) / 86_400_000);
    const until = isLater ? `${this.time(end)} (${this.long.format(this.wall(end))})` : this.time(end);
    return `${this.time(start)} – ${until}`;
  }

  hour(ms: EpochMs): number {
    return Math.floor((this.wall(ms) / 3_600_000) % 24);
  }

  /** The full hour in which an instant is. */
  hourTime(ms: EpochMs): string {
    return this.clock.format(Math.floor(this.wall(ms) / 3_600_000) * 3_600_000);
  }

  dateOf(ms: EpochMs): string {
    return this.long.format(this.wall(ms));
  }

  day(date: LocalDate): string {
    return this.long.format(utcMidnight(date));
  }

  dayNumber(date: LocalDate): string {
    return this.number.format(Number(date.slice(8)));
  }

  month(month: Month): string {
    return new Intl.DateTimeFormat(this.locale, { ...calendar, month: 'long', year: 'numeric' }).format(
      utcMidnight(firstOf(month)),
    );
  }

  /** Names of the days of a week that begins as the region's do: short enough for a column, and whole. */
  weekdays(): { short: string; long: string }[] {
    // 2023-01-01 was a Sunday
    const dates = Array.from({ length: 7 }, (_, n) => utcMidnight(`2023-01-0${1 + ((n + this.firstDay) % 7)}`));
    const name = (width: 'narrow' | 'short' | 'long') =>
      new Intl.DateTimeFormat(this.locale, { ...calendar, weekday: width });
    const isWide = dates.some((at) => name('short').format(at).length > longestShort);
    const [short, long] = [name(isWide ? 'narrow' : 'short'), name('long')];
    return dates.map((at) => ({ short: short.format(at), long: long.format(at) }));
  }

  duration(minutes: number): string {
    const parts = unitsOf(minutes).map(([count, unit]) =>
      new Intl.NumberFormat(this.locale, { style: 'unit', unit, unitDisplay: 'long' }).format(count),
    );
    return new Intl.ListFormat(this.locale, { type: 'unit', style: 'short' }).format(parts);
  }

  /** `UTC+5:45`. */
  offset(ms: EpochMs): string {
    return offsetText(offsetAt(this.tzid, ms));
  }

  /** What each slot is called; where clocks show a time twice, with its offset. */
  labels(slots: readonly Pick<Slot, 'start'>[]): string[] {
    const times = slots.map(({ start }) => this.time(start));
    const counts = new Map<string, number>();
    for (const time of times) counts.set(time, (counts.get(time) ?? 0) + 1);
    return times.map((time, n) => (counts.get(time)! > 1 ? `${time} (${this.offset(slots[n]!.start)})` : time));
  }
}

const languageOf = (tag: string) => tag.toLowerCase().split(/[-_]/)[0];

/** The tag of the page's language as the visitor names it, with their region: `en-GB`. Extensions decide nothing. */
export function regionalTag(lang: string, tags: readonly string[]): string {
  for (const tag of tags.filter((one) => languageOf(one) === lang)) {
    try {
      const { language, script, region } = new Intl.Locale(tag.replaceAll('_', '-'));
      return [language, script, region].filter((part) => part !== undefined).join('-');
    } catch {
      // not a language tag
    }
  }
  return lang;
}
