import type { EventChange } from '@kalends/contracts';
import { fillConferencePlaceholders, instantOf, type EpochMs, type EventSeries } from '@kalends/icalendar';
import type { RemoteEvent } from '@kalends/provider-port/sync';
import type { CalendarRow, PendingWriteRow } from '../../published-state/rows.js';

/** The texts of an event that name its conference, now that it is known; null: there is nothing to fill. */
function filledTexts({ conferencing }: EventChange, { series: { master } }: RemoteEvent): EventChange | null {
  const url = master?.conference_url;
  if (conferencing?.kind !== 'integrated' || !conferencing.templates || !url) return null;
  const { description, location } = conferencing.templates;
  const fill = (text: string) => fillConferencePlaceholders(text, url);
  const filled: EventChange = {
    ...(description === undefined ? {} : { description: fill(description) }),
    ...(location === undefined ? {} : { location: { ...master.location, description: fill(location) } }),
  };
  const isFilled =
    (filled.description === undefined || filled.description === master.description) &&
    (filled.location === undefined || filled.location?.description === master.location?.description);
  return isFilled ? null : filled;
}

/** Writes a change with `upsert`; once the provider has added its conference, also the texts that name it (EVT-26). */
export async function upsertWithConference(
  change: EventChange,
  upsert: (change: EventChange, written: RemoteEvent | null) => Promise<RemoteEvent>,
): Promise<RemoteEvent> {
  const remote = await upsert(change, null);
  const filled = filledTexts(change, remote);
  return filled ? upsert(filled, remote) : remote;
}

const dayMs = 86_400_000;

/**
 * Until when (epoch ms) a write's conference is awaited: the start of the event, of a series at least a day from the
 * write, since it may have begun long ago.
 */
export function conferenceDeadline(series: EventSeries | null, write: PendingWriteRow, calendar: CalendarRow): EpochMs {
  if (!series?.master) return 0;
  const start = instantOf(series.master.start, { floatingZone: calendar.tzid, zones: series.zones });
  return series.recurrence ? Math.max(start, write.accepted_at + dayMs) : start;
}

/** Whether the provider is still to add the conference that a write requests. */
export const lacksConference = (
  { change }: PendingWriteRow,
  calendar: CalendarRow,
  remote: RemoteEvent | null,
): boolean =>
  change?.conferencing?.kind === 'integrated' &&
  calendar.integrated_conferencing &&
  remote?.series.master != null &&
  remote.series.master.conference_url === undefined;
