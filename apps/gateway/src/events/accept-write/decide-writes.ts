import { calendarCommand, type EventRecord, type WriteEventCommand } from '@kalends/contracts';
import { message, type OutgoingMessage } from '@kalends/messaging';
import { Turns } from '@kalends/service-runtime';
import { isRecurring, occurrenceRows, type OccurrenceRow } from '../../read-model/occurrence-row.js';
import { Failed, uidOf, type Decision, type Outcome, type Write } from './accept-write.js';
import { checkBytes } from './bounded-event.js';
import type { Loaded } from './load-writes.js';

/** An event after the writes of one transaction. */
export interface ChangedEvent {
  record: EventRecord;
  /** The record as JSON. */
  text: string;
  eventId: string | null;
  /** Its row in the table `occurrence` before them. */
  rowBefore: NonNullable<Loaded['rowsBefore']>[number] | null;
  /** Its only row from now on; null if it has or had several: {@link isSimple}. */
  row: OccurrenceRow | null;
}

export interface Decided {
  outcomes: Outcome[];
  /** By {@link keyOf}. */
  events: Map<string, ChangedEvent>;
  /** In the order of the writes. */
  commands: OutgoingMessage[];
}

/** Whether one row of the table `occurrence` is replaced by one: not if it is or was a series. */
export const isSimple = ({ row }: ChangedEvent): boolean => row !== null;

const keyOf = ({ target }: Write) => `${target.accountId}\n${target.calendarId}\n${uidOf(target)}`;

/** The state that a write finds of its event: as loaded, and as changed by earlier writes of the transaction. */
interface EventState {
  loaded: Loaded;
  earlier: ChangedEvent | undefined;
}

/** The only row of an event that neither recurs nor did so before, else null. */
function onlyRow(record: EventRecord, { loaded, earlier }: EventState): OccurrenceRow | null {
  const { present, rowsBefore: rowBefore, horizon_from, horizon_target } = loaded;
  const wasSimple = earlier
    ? isSimple(earlier)
    : !(present && isRecurring(present)) &&
      (rowBefore === null || (rowBefore.length === 1 && rowBefore[0]!.instance === ''));
  if (!wasSimple || isRecurring(record)) return null;
  const rows = occurrenceRows(record, { start: horizon_from, end: horizon_target });
  return rows.length === 1 && rows[0]!.instance === '' ? rows[0]! : null;
}

function changed(write: Write, decision: Decision, found: EventState): ChangedEvent {
  const { loaded, earlier } = found;
  const { event, now } = write.target;
  const record: EventRecord = { ...decision.record, command: loaded.command, changed_at: now };
  return {
    record,
    text: JSON.stringify(record),
    eventId: 'eventId' in event ? event.eventId : (record.event_id ?? null),
    rowBefore: earlier ? earlier.rowBefore : (loaded.rowsBefore?.[0] ?? null),
    row: onlyRow(record, found),
  };
}

function commandOf({ target, traceparent, requestId }: Write, decision: Decision, { record, eventId }: ChangedEvent) {
  const command: WriteEventCommand = {
    kind: 'write-event',
    account_id: target.accountId,
    calendar_id: target.calendarId,
    event_uid: record.event_uid,
    ...(eventId === null ? {} : { event_id: eventId }),
    command: record.command,
    operation: decision.operation,
    ...(decision.change ? { change: decision.change } : {}),
    accepted_at: target.now,
  };
  return message(calendarCommand, command, { ...(traceparent && { traceparent }), ...(requestId && { requestId }) });
}

function decideOne(write: Write, found: EventState, { events, commands }: Decided) {
  const { loaded, earlier } = found;
  const { calendar, unrestricted, provider } = loaded;
  if (!calendar || calendar.deleted) return 'unknown-calendar';
  if (calendar.calendar_readonly) return 'read-only-calendar';
  try {
    const present = earlier ? (JSON.parse(earlier.text) as EventRecord) : loaded.present;
    const decision = write.decide(present, { ...calendar, unrestricted, provider }, uidOf(write.target));
    if (!decision) return 'accepted';
    const event = changed(write, decision, found);
    if (decision.change) checkBytes(event.text, decision.change, present);
    commands.push(commandOf(write, decision, event));
    events.set(keyOf(write), event);
    return 'accepted';
  } catch (error) {
    return new Failed(error);
  }
}

/** Decisions of a transaction so far. */
interface DecideState {
  /** Events as changed by its earlier writes, by {@link keyOf}. */
  before: ReadonlyMap<string, ChangedEvent>;
  turns: Turns;
}

/** Decides writes in order, each on its event as changed by those before. A write that is refused or fails has no effect. */
export async function decideWrites(
  writes: readonly Write[],
  loads: readonly Loaded[],
  { before, turns }: DecideState = { before: new Map(), turns: new Turns() },
): Promise<Decided> {
  const decided: Decided = { outcomes: [], events: new Map(), commands: [] };
  for (const [index, write] of writes.entries()) {
    await turns.next();
    const earlier = decided.events.get(keyOf(write)) ?? before.get(keyOf(write));
    decided.outcomes.push(decideOne(write, { loaded: loads[index]!, earlier }, decided));
  }
  return decided;
}
