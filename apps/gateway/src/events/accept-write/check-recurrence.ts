import type { EventChange } from '@kalends/contracts';
import { graphRecurrence } from '@kalends/icalendar';
import { invalidField } from '../../http/refusals.js';
import type { WrittenCalendar } from './accept-write.js';

const microsoft = new Set(['exchange', 'live_connect']);

/** Throws a 422 for a recurrence that the calendar's provider cannot store: it would refuse the whole event later (EVT-42). */
export function checkRecurrence(
  { recurrence, start }: EventChange,
  { provider }: Pick<WrittenCalendar, 'provider'>,
): void {
  if (!recurrence || !start || !microsoft.has(provider ?? '')) return;
  const mapped = graphRecurrence(recurrence, start);
  if (!mapped.ok) throw invalidField('recurrence', 'not_supported', mapped.reason);
}
