import { expand, midnight, type EventComponent, type EventSeries, type Occurrence } from '@kalends/icalendar';
import type { Period } from './period.js';

/** Time that an event takes from its owner. `tentative`: the event, or the owner's own attendance, is not yet settled. */
export interface BusyPeriod extends Period {
  readonly tentative: boolean;
}

export interface BusyOptions {
  /** IANA zone of the calendar: floating times are read in it, and all-day events block its days. */
  floatingTzid: string;
  /** Addresses of the calendar's owner, to find their own attendance. */
  ownAddresses: readonly string[];
}

const dayMs = 86_400_000;

/** The owner's own attendance (RFC 5545 §3.2.12), where the event says so. */
function ownAttendance(component: EventComponent, own: readonly string[]) {
  if (!component.attendees || own.length === 0) return undefined;
  const addresses = new Set(own.map((one) => one.toLowerCase()));
  return component.attendees.find(({ email }) => addresses.has(email.toLowerCase()))?.status;
}

function periodOf({ start, end, startMs, endMs }: Occurrence, tzid: string): Period {
  if (!('date' in start) || !('date' in end)) return { start: startMs, end: endMs };
  return { start: midnight(start.date, tzid), end: midnight(end.date, tzid) };
}

/**
 * When an event makes its owner busy, within `window` (instants; what overlaps it, not cut), ascending by start. Free are
 * transparent and cancelled events, moments without length, and what the owner declined (contract decision 9: an
 * all-day event that is opaque blocks the calendar's days, end exclusive).
 */
export function busyPeriods(series: EventSeries, window: Period, options: BusyOptions): BusyPeriod[] {
  // All-day instances are found by the UTC midnights of their dates: up to a day away from the zone's own.
  const wide = { start: window.start - dayMs, end: window.end + dayMs };
  const busy: BusyPeriod[] = [];
  for (const occurrence of expand(series, wide, { floatingZone: options.floatingTzid })) {
    const { component } = occurrence;
    const own = ownAttendance(component, options.ownAddresses);
    if (component.transparency === 'transparent' || component.status === 'cancelled' || own === 'declined') continue;
    const { start, end } = periodOf(occurrence, options.floatingTzid);
    if (start >= end || start >= window.end || end <= window.start) continue;
    busy.push({ start, end, tentative: component.status === 'tentative' || own === 'tentative' });
  }
  return busy.sort((a, b) => a.start - b.start);
}
