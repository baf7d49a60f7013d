import type { EventRecord } from '@kalends/contracts';
import { expand, instantOf, type EpochMs } from '@kalends/icalendar';
import { day, instanceOf, isRecurring, rowOf, type OccurrenceRow } from './occurrence-row.js';

type Override = EventRecord['series']['overrides'][number];

/**
 * The row of an instance at the place to which its override has moved it (RFC 5545 §3.8.4.4), materialised there or not;
 * undefined if no override moves it or the instance was deleted. `instance`: as in the table `occurrence`, epoch ms of the
 * recurrence id.
 */
export function instanceElsewhere(record: EventRecord, instance: string): OccurrenceRow | undefined {
  if (!isRecurring(record) || instance === '') return undefined;
  const context = { zones: record.series.zones, floatingZone: record.floating_tzid };
  const placeOf = ({ recurrence_id }: Override) => instantOf(recurrence_id, context);
  const override = overrideOf(record.series.overrides, Number(instance), placeOf);
  if (!override?.change.start) return undefined;
  const at = Number(instance) + instantOf(override.change.start, context) - placeOf(override);
  // a shift uses the wall clock: a change of offsets in between moves it a little
  const around = { start: at - day, end: at + day };
  const options = { floatingZone: record.floating_tzid, includeCancelled: true };
  const found = expand(record.series, around, options).find((occurrence) => instanceOf(occurrence) === instance);
  return found && rowOf(record, found);
}

/** The instance's own override, else the last preceding one that applies to following instances. */
function overrideOf(
  overrides: readonly Override[],
  instance: EpochMs,
  placeOf: (one: Override) => EpochMs,
): Override | undefined {
  const own = overrides.find((one) => placeOf(one) === instance);
  if (own) return own;
  const ongoing = overrides.filter((one) => one.range !== undefined && placeOf(one) < instance);
  return ongoing.sort((a, b) => placeOf(b) - placeOf(a))[0];
}
