import { calendarCommand, type EventRecord, type WriteEventCommand } from '@kalends/contracts';
import { nextRevision } from '@kalends/event-writes';
import { message, type OutgoingMessage } from '@kalends/messaging';
import { TimeSlices } from '@kalends/service-runtime';
import { isRecurring, occurrenceRows, type OccurrenceRow } from '../../read-model/occurrence-row.js';
import { checkBytes } from './bounded-event.js';
import { isSimple, type ChangedEvent } from './changed-event.js';
import type { Loaded } from './load-writes.js';
import { Failed, writtenUid, type Decision, type Outcome, type Write } from './write.js';

export interface Decided {
  outcomes: Outcome[];
  /** By {@link keyOf}. */
  events: Map<string, ChangedEvent>;
  /** In the order of the writes. */
  commands: OutgoingMessage[];
}

const keyOf = ({ target }: Write, eventUid = writtenUid(target)) =>
  `${target.accountId}\n${target.calendarId}\n${eventUid}`;

/** The state that a write finds of its event: as loaded, and as changed by earlier writes of the transaction. */
interface EventState {
  loaded: Loaded;
  earlier: ChangedEvent | undefined;
}

const presentIn = ({ loaded, earlier }: EventState): EventRecord | null =>
  earlier ? (JSON.parse(earlier.text) as EventRecord) : loaded.present;

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

function changed(write: Write, decision: Decision, state: EventState): ChangedEvent {
  const { loaded, earlier } = state;
  const { event, now } = write.target;
  const decidedOn = (earlier?.record ?? loaded.present)?.revision ?? 0;
  const numbers = { command: loaded.command, revision: nextRevision(decidedOn, now), changed_at: now };
  const record: EventRecord = { ...decision.record, ...numbers };
  return {
    record,
    decidedOn,
    text: JSON.stringify(record),
    requestId: write.requestId ?? null,
    eventId: 'eventId' in event ? event.eventId : (record.event_id ?? null),
    rowBefore: earlier ? earlier.rowBefore : (loaded.rowsBefore?.[0] ?? null),
    row: onlyRow(record, state),
  };
}

/** A larger record is decided again by calendar-sync: it would hardly fit into a message together with its change. */
const maxDecidedLength = 131_072;

/** A record that was cut to fit into its message is not the whole event. */
const isDecided = ({ record, text }: ChangedEvent) =>
  text.length <= maxDecidedLength && record.series.truncated === undefined;

/** A changed event, and the earlier write that its provider has to accept first. */
interface Caused {
  event: ChangedEvent;
  first?: ChangedEvent | undefined;
}

function commandOf({ target, traceparent, requestId }: Write, decision: Decision, { event, first }: Caused) {
  const { record, eventId, decidedOn } = event;
  const command: WriteEventCommand = {
    kind: 'write-event',
    account_id: target.accountId,
    calendar_id: target.calendarId,
    event_uid: record.event_uid,
    ...(eventId === null ? {} : { event_id: eventId }),
    command: record.command,
    operation: decision.operation,
    ...(decision.change ? { change: decision.change } : {}),
    ...(isDecided(event) ? { decided: { on: decidedOn, record } } : {}),
    ...(first ? { after: { event_uid: first.record.event_uid, command: first.record.command } } : {}),
    accepted_at: target.now,
  };
  return message(calendarCommand, command, { ...(traceparent && { traceparent }), ...(requestId && { requestId }) });
}

function decideOne(write: Write, state: EventState, { events, commands }: Decided) {
  const { loaded } = state;
  const { calendar, unrestricted, provider } = loaded;
  if (!calendar || calendar.deleted) return 'unknown-calendar';
  if (calendar.calendar_readonly) return 'read-only-calendar';
  try {
    const present = presentIn(state);
    const decision = write.decide(present, { ...calendar, unrestricted, provider }, writtenUid(write.target));
    if (!decision) return 'accepted';
    const event = changed(write, decision, state);
    if (decision.change) checkBytes(event.text, decision.change, present);
    const first = decision.after === undefined ? undefined : events.get(keyOf(write, decision.after));
    commands.push(commandOf(write, decision, { event, first }));
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
  slices: TimeSlices;
}

/** Decides writes in order, each on its event as changed by those before. A write that is refused or fails has no effect. */
export async function decideWrites(
  writes: readonly Write[],
  loads: readonly Loaded[],
  { before, slices }: DecideState = { before: new Map(), slices: new TimeSlices() },
): Promise<Decided> {
  const decided: Decided = { outcomes: [], events: new Map(), commands: [] };
  for (const [index, write] of writes.entries()) {
    await slices.next();
    const earlier = decided.events.get(keyOf(write)) ?? before.get(keyOf(write));
    decided.outcomes.push(decideOne(write, { loaded: loads[index]!, earlier }, decided));
  }
  return decided;
}
