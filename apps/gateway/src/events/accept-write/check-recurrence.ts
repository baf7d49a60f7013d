import type { EventChange } from '@kalends/contracts';
import type { EventSeries, EventTime } from '@kalends/icalendar';
import { providerNamed } from '@kalends/provider-registry';
import { invalidField } from '../../http/refusals.js';

const textOf = (time: EventTime | undefined) => time && ('date' in time ? time.date : `${time.local} ${time.tzid}`);
const timesOf = (series: EventSeries | null) => `${textOf(series?.master?.start)}/${textOf(series?.master?.end)}`;

/** An event without a change, null if there is none yet, and with it. */
interface Changed {
  before: EventSeries | null;
  after: EventSeries;
}

/**
 * Throws a 422 for a recurrence that the calendar's provider cannot store, and for new times with which it cannot store that of the event: it
 * would refuse the whole write later (EVT-42).
 */
export function checkRecurrence(
  { recurrence }: EventChange,
  provider: string | null | undefined,
  { before, after }: Changed,
): void {
  const problemOf = providerNamed(provider)?.recurrenceProblem;
  if (!problemOf || (!recurrence && timesOf(before) === timesOf(after))) return;
  const problem = problemOf(after);
  if (problem !== null) throw invalidField(recurrence ? 'recurrence' : 'start', 'not_supported', problem);
}
