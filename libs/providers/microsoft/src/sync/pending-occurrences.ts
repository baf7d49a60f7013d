import type { EventSeries } from '@kalends/icalendar';
import type { Event } from '@microsoft/microsoft-graph-types';
import { longestMore, moreOf, type More } from './more.js';
import { own, type GraphEvent } from './resources.js';

type Pending = NonNullable<More['pending']>;

const key = (value: unknown) => JSON.stringify(value);

/** What a series has beside its rule, to be restored after its times or rule were written; undefined: nothing. */
export function pendingOf({ recurrence, overrides }: EventSeries): Pending | undefined {
  const exdates = recurrence?.exdates ?? [];
  if (exdates.length + overrides.length === 0) return undefined;
  return { uid: '', master: null, recurrence: { rrules: [], rdates: [], exdates }, overrides };
}

/** A series with what an interrupted write has not restored yet. */
export function withPending(series: EventSeries, pending: Pending | undefined): EventSeries {
  if (!pending || !series.recurrence) return series;
  const dates = new Set(series.recurrence.exdates.map(key));
  const ids = new Set(series.overrides.map(({ recurrence_id }) => key(recurrence_id)));
  const exdates = (pending.recurrence?.exdates ?? []).filter((date) => !dates.has(key(date)));
  const overrides = pending.overrides.filter(({ recurrence_id }) => !ids.has(key(recurrence_id)));
  return {
    ...series,
    recurrence: { ...series.recurrence, exdates: [...series.recurrence.exdates, ...exdates] },
    overrides: [...series.overrides, ...overrides],
  };
}

function writtenMore({ singleValueExtendedProperties: properties }: Event, present: GraphEvent): More {
  const written = properties?.find(({ id }) => id === own.more)?.value;
  return written ? (JSON.parse(written) as More) : moreOf(present);
}

/**
 * The members with a note of what must be restored after them, for the case that this process ends between the two;
 * without it if the note is longer than Exchange keeps.
 */
export function withNote(members: Event, present: GraphEvent, pending: Pending | undefined): Event {
  const value = JSON.stringify({ ...writtenMore(members, present), ...(pending ? { pending } : {}) });
  if (!pending || value.length > longestMore) return members;
  return { ...members, singleValueExtendedProperties: [{ id: own.more, value }] };
}

/** The members that end a note. */
export function endOfNote(event: GraphEvent): Event | undefined {
  const { pending, ...rest } = moreOf(event);
  return pending && { singleValueExtendedProperties: [{ id: own.more, value: JSON.stringify(rest) }] };
}
