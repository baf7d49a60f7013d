import { calendarState, type EventRecord, type WriteEventCommand } from '@kalends/contracts';
import { uidOfCreated } from '@kalends/event-writes';
import type { EpochMs } from '@kalends/icalendar';
import { message, type OutgoingMessage } from '@kalends/messaging';
import { fitToLimit } from '../published-state/publish-events.js';

/** W3C trace context of the write's request. */
interface Caused {
  traceparent?: string | undefined;
}

/** The message that publishes a record, and the record as JSON. */
export function writtenMessage(record: EventRecord, { traceparent }: Caused) {
  const text = JSON.stringify(record);
  return { text, message: fitToLimit(record, text, { traceparent }) };
}

/** The calendar was deleted after the gateway checked: readers must not keep seeing the write. */
export function deletionMessage(
  command: WriteEventCommand,
  revision: EpochMs,
  { traceparent }: Caused,
): OutgoingMessage {
  const record: EventRecord = {
    kind: 'event',
    account_id: command.account_id,
    calendar_id: command.calendar_id,
    event_uid: command.event_uid,
    revision,
    command: command.command,
    deleted: true,
    changed_at: revision,
    elsewhere_revision: revision,
    floating_tzid: 'Etc/UTC',
    own_addresses: [],
    series: { uid: uidOfCreated(command.event_uid), master: null, overrides: [] },
  };
  return message(calendarState, record, traceparent === undefined ? {} : { traceparent });
}
