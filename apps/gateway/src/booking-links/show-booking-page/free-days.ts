import { addDays, dateOf, midnight, type EpochMs, type LocalDate } from '@kalends/icalendar';
import type { BookingLink, Slot } from '../booking-link.js';
import type { OfferedSlots } from '../offered-slots.js';
import { daysFrom, firstOf, monthOf, nextMonth, type Month } from './month.js';

/** What the page of an open link shows. */
export interface FreeDays {
  month: Month;
  /** The days of the month on which something is free. */
  days: ReadonlySet<LocalDate>;
  /** The day whose times are shown; null: the month has none. */
  day: LocalDate | null;
  times: Slot[];
  /** The first free day, of all and after the month. */
  first: LocalDate;
  next: LocalDate | null;
}

type Slots = Pick<OfferedSlots, 'find' | 'first'>;
type Link = Pick<BookingLink, 'clientId' | 'definition'>;

/** Whose days, and which: `day` null: the first free one. */
export interface Wanted {
  tzid: string;
  day: LocalDate | null;
  now: EpochMs;
}

interface Place {
  link: Link;
  tzid: string;
}

/** One request for a usual month, and never more than a day of minutes. */
const most = 1_500;

/** Requests at a time of a link that offers more than {@link most} times in a month. */
const atOnce = 5;

/** Free days, and the times of those that were read as a whole. */
interface Scanned {
  days: Set<LocalDate>;
  timesOf(day: LocalDate): Slot[] | null;
}

export class ReadFreeDays {
  constructor(private readonly slots: Slots) {}

  /** Null: nothing is free at all. Throws the Refusals 429, 503 and 504. */
  async read(link: Link, { tzid, day: wanted, now }: Wanted): Promise<FreeDays | null> {
    const first = await this.slots.first(link, now);
    if (!first) return null;
    const firstDay = dateOf(first.start, tzid);
    const month = monthOf(wanted ?? firstDay);
    const after = midnight(firstOf(nextMonth(month)), tzid);
    const [scanned, next] = await Promise.all([this.scan(link, month, tzid), this.slots.first(link, after)]);
    const { days } = scanned;
    const day = chosen(days, wanted);
    const times = day === null ? [] : (scanned.timesOf(day) ?? (await this.timesOf({ link, tzid }, day)));
    return { month, days, day, times, first: firstDay, next: next && dateOf(next.start, tzid) };
  }

  private async scan(link: Link, month: Month, tzid: string): Promise<Scanned> {
    const [start, end] = [firstOf(month), firstOf(nextMonth(month))];
    const found = await this.slots.find(link, { from: midnight(start, tzid), to: midnight(end, tzid), most });
    const days = new Set(found.map((slot) => dateOf(slot.start, tzid)));
    const last = found.length < most ? end : dateOf(found.at(-1)!.start, tzid);
    const rest = daysFrom(addDays(last, 1), end);
    for (let from = 0; from < rest.length; from += atOnce) {
      const batch = rest.slice(from, from + atOnce);
      const free = await Promise.all(batch.map((day) => this.timesOf({ link, tzid }, day, 1)));
      for (const [n, slots] of free.entries()) if (slots.length > 0) days.add(batch[n]!);
    }
    const timesOf = (day: LocalDate) => (day < last ? found.filter((slot) => dateOf(slot.start, tzid) === day) : null);
    return { days, timesOf };
  }

  private timesOf({ link, tzid }: Place, day: LocalDate, limit = most): Promise<Slot[]> {
    const [from, to] = [midnight(day, tzid), midnight(addDays(day, 1), tzid)];
    return this.slots.find(link, { from, to, most: limit });
  }
}

/** The wanted day if it is free, else the next one that is, else the first of the month. */
function chosen(days: ReadonlySet<LocalDate>, wanted: LocalDate | null): LocalDate | null {
  const sorted = [...days].sort();
  return sorted.find((day) => wanted === null || day >= wanted) ?? sorted[0] ?? null;
}
