import type { EventRecord } from '@kalends/contracts';
import type { EditExternalEventBody } from '@kalends/public-api';
import {
  instantOf,
  isAllDay,
  isTimeZone,
  ownZone,
  type EventComponent,
  type EventSeries,
  type EventTime,
} from '@kalends/icalendar';
import { invalidField } from '../../http/refusals.js';
import { timeOf } from '../times.js';

/** What times of a request are read against: the event or instance as it is, and the zones of its record. */
interface TimesBefore {
  component: Pick<EventComponent, 'start' | 'end'>;
  zones: EventSeries['zones'];
  floatingZone: string;
}

export const timesBefore = (
  component: EventComponent,
  { series, floating_tzid }: Pick<EventRecord, 'series' | 'floating_tzid'>,
): TimesBefore => ({ component, zones: series.zones, floatingZone: floating_tzid });

/** Times that an edit names keep the zone of the event, unless it names another one. */
const zoneOf = (time: EventTime, zones: EventSeries['zones']): string | undefined =>
  isAllDay(time) || time.tzid === null || ownZone(zones, time.tzid) || !isTimeZone(time.tzid) ? undefined : time.tzid;

/** Start and end after an edit, if it names one of them. Throws a refusal (EVT-13). */
export function timesAfter(
  { start, end, tzid }: Pick<EditExternalEventBody, 'start' | 'end' | 'tzid'>,
  { component, zones, floatingZone }: TimesBefore,
): { start?: EventTime; end?: EventTime } {
  if (start === undefined && end === undefined) return {};
  const { start: from, end: to } = component;
  const after = {
    start: start === undefined ? from : timeOf(start, tzid ?? zoneOf(from, zones)),
    end: end === undefined ? to : timeOf(end, tzid ?? zoneOf(to, zones)),
  };
  const refuse = (description: string) => invalidField('end', 'invalid_time_pair', description);
  if (isAllDay(after.start) !== isAllDay(after.end)) throw refuse('start and end must both be dates or both be times');
  const context = { zones, floatingZone };
  const length = instantOf(after.end, context) - instantOf(after.start, context);
  if (length < 0 || (length === 0 && isAllDay(after.start)))
    throw refuse('end must be after start, as the event is now');
  return after;
}
