import { addDays, weekday } from '@kalends/icalendar';

/** What a week shows of an event: its times in UTC, or dates. */
export interface WeekEvent {
  summary?: string;
  /** A date, or an instant with `Z`. */
  start: string;
  end: string;
  transparency?: string;
}

/** An event in the column of a day, in minutes of that day, beside others at the same time. */
export interface PlacedEvent {
  day: number;
  from: number;
  to: number;
  title: string;
  isFree: boolean;
  lane: number;
  lanes: number;
}

export interface Week {
  /** The dates from Monday on. */
  days: string[];
  timed: PlacedEvent[];
  allDay: { day: number; title: string; isFree: boolean }[];
  /** The hours that are shown: the first, and the one after the last. */
  hours: [number, number];
}

/** More events are not shown. */
const maxEvents = 100;
const dayMinutes = 1_440;
const shortest = 30;

/** The Monday of the week that has tomorrow, so that what is created for tomorrow is in it. */
export function mondayOf(today: string): string {
  const tomorrow = addDays(today, 1);
  return addDays(tomorrow, -((weekday(tomorrow) + 6) % 7));
}

const minutesOf = (instant: string) => Number(instant.slice(11, 13)) * 60 + Number(instant.slice(14, 16));

/** The part of an event that is on a day, in minutes. */
function partOn(date: string, { start, end }: WeekEvent): [number, number] | undefined {
  if (start.slice(0, 10) > date || end.slice(0, 10) < date) return undefined;
  const from = start.slice(0, 10) < date ? 0 : minutesOf(start);
  const to = end.slice(0, 10) > date ? dayMinutes : minutesOf(end);
  return to > from ? [from, Math.min(dayMinutes, Math.max(to, from + shortest))] : undefined;
}

/** Puts events that overlap beside one another. */
function withLanes(events: Omit<PlacedEvent, 'lane' | 'lanes'>[]): PlacedEvent[] {
  const placed: PlacedEvent[] = [];
  let group: PlacedEvent[] = [];
  let groupEnd = -1;
  for (const event of [...events].sort((one, other) => one.day - other.day || one.from - other.from)) {
    if (group[0]?.day !== event.day || event.from >= groupEnd) [group, groupEnd] = [[], -1];
    const taken = group.filter(({ to }) => to > event.from).map(({ lane }) => lane);
    const lane = group.length === 0 ? 0 : [...group.keys(), group.length].find((one) => !taken.includes(one))!;
    const one = { ...event, lane, lanes: 1 };
    group.push(one);
    placed.push(one);
    const lanes = Math.max(...group.map((member) => member.lane)) + 1;
    for (const member of group) member.lanes = lanes;
    groupEnd = Math.max(groupEnd, event.to);
  }
  return placed;
}

/** The week of the day after `today`, a date, with events; those of other weeks are left out. */
export function layoutWeek(today: string, events: readonly WeekEvent[]): Week {
  const monday = mondayOf(today);
  const days = [0, 1, 2, 3, 4, 5, 6].map((number) => addDays(monday, number));
  const shown = events.slice(0, maxEvents);
  const describe = ({ summary, transparency }: WeekEvent) => ({
    title: summary === undefined || summary === '' ? 'Busy' : summary,
    isFree: transparency === 'transparent',
  });
  const timed = shown
    .filter(({ start }) => start.includes('T'))
    .flatMap((event) =>
      days.flatMap((date, day) => {
        const part = partOn(date, event);
        return part ? [{ day, from: part[0], to: part[1], ...describe(event) }] : [];
      }),
    );
  const allDay = shown
    .filter(({ start }) => !start.includes('T'))
    .flatMap((event) =>
      days.flatMap((date, day) => (event.start <= date && date < event.end ? [{ day, ...describe(event) }] : [])),
    );
  const first = Math.min(8, ...timed.map(({ from }) => Math.floor(from / 60)));
  const last = Math.max(18, ...timed.map(({ to }) => Math.ceil(to / 60)));
  return { days, timed: withLanes(timed), allDay, hours: [first, last] };
}
