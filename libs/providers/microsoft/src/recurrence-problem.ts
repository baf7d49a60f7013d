import { graphRecurrence, type EventSeries } from '@kalends/icalendar';

/** Why Microsoft cannot store a recurring event; null: it can. */
export function recurrenceProblem({ recurrence, master }: EventSeries): string | null {
  if (!recurrence || !master) return null;
  const mapped = graphRecurrence(recurrence, master.start);
  return mapped.ok ? null : mapped.reason;
}
