import type { EventRecord, PendingOverlay } from '@kalends/contracts';
import type { Period } from '@kalends/free-busy';
import { blockMs, blockOf, managedFlag, spansOf, tentativeFlag, unpack } from '../projection/blocks.js';
import { entriesOf } from '../projection/event-rows.js';
import type { Queryable } from './known.js';

/** Busy time of one calendar: start and end in turn, epoch ms, in no order, and flags of each. */
export interface CalendarTime {
  spans: number[];
  flags: number[];
}

interface HorizonRow {
  horizon_from: number;
  horizon_to: number;
  /** Null when no block is there. */
  calendar_id: null;
}

interface BlockRow extends Omit<HorizonRow, 'calendar_id'> {
  calendar_id: string;
  block: number;
  /** base64: a third of the way that hexadecimal takes. */
  spans: string;
  flags: string;
  event_uids: string | null;
}

/** With the blocks that may be trusted, of the same moment. */
const blocksSql = `
  SELECT horizon_from, horizon_to, calendar_id, block, encode(spans, 'base64') AS spans,
         encode(flags, 'base64') AS flags, CASE WHEN calendar_id = ANY($4) THEN event_uids END AS event_uids
  FROM projection LEFT JOIN busy_block ON calendar_id = ANY($1) AND block BETWEEN $2 AND $3
  WHERE projection_id = 1`;

/** Whole events that reach into a span which is not packed. */
const beyondSql = `
  SELECT record FROM event
  WHERE calendar_id = ANY($1) AND NOT deleted AND (recurring OR (start_ms < $3 AND end_ms > $2))`;

const revisionsSql = `
  SELECT calendar_id, event_uid, revision FROM event
  JOIN unnest($1::text[], $2::text[]) AS asked (calendar_id, event_uid) USING (calendar_id, event_uid)`;

const keyOf = (calendarId: string, eventUid: string) => `${calendarId}\n${eventUid}`;

/** The writes of the overlay that count: pending ones, and acknowledged ones that are newer than what is held. */
async function newerWrites(db: Queryable, { events }: PendingOverlay): Promise<PendingOverlay['events']> {
  const told = events.filter(({ revision }) => revision !== null);
  if (told.length === 0) return events;
  const { rows } = await db.query<{ calendar_id: string; event_uid: string; revision: number }>({
    name: 'find-revisions',
    text: revisionsSql,
    values: [told.map(({ calendar_id }) => calendar_id), told.map(({ event_uid }) => event_uid)],
  });
  const held = new Map(rows.map((row) => [keyOf(row.calendar_id, row.event_uid), row.revision]));
  return events.filter(
    ({ calendar_id, event_uid, revision }) =>
      revision === null || revision > (held.get(keyOf(calendar_id, event_uid)) ?? -1),
  );
}

class Collected {
  private readonly calendars = new Map<string, CalendarTime>();

  of(calendarId: string): CalendarTime {
    const held = this.calendars.get(calendarId) ?? { spans: [], flags: [] };
    this.calendars.set(calendarId, held);
    return held;
  }

  add(calendarId: string, start: number, end: number, tentative: boolean, managed: boolean): void {
    const time = this.of(calendarId);
    time.spans.push(start, end);
    time.flags.push((tentative ? tentativeFlag : 0) | (managed ? managedFlag : 0));
  }

  get all(): ReadonlyMap<string, CalendarTime> {
    return this.calendars;
  }
}

function addBlock(into: Collected, row: BlockRow, replaced: ReadonlySet<string>): void {
  const [spans, flagsOf] = [Buffer.from(row.spans, 'base64'), Buffer.from(row.flags, 'base64')];
  if (row.event_uids !== null) {
    const entries = unpack({ spans, flags: flagsOf, event_uids: row.event_uids }, row.block);
    for (const { start, end, tentative, managed, eventUid } of entries) {
      if (!replaced.has(keyOf(row.calendar_id, eventUid))) into.add(row.calendar_id, start, end, tentative, managed);
    }
    return;
  }
  const time = into.of(row.calendar_id);
  for (const instant of spansOf(spans, row.block)) time.spans.push(instant);
  for (const flags of flagsOf) time.flags.push(flags);
}

/** The parts of a span that lie before and after the packed blocks. */
function beyond({ start, end }: Period, horizon: { from: number; to: number }): Period[] {
  const [first, last] = [horizon.from * blockMs, horizon.to * blockMs];
  const parts = [
    { start, end: Math.min(end, first) },
    { start: Math.max(start, last), end },
  ];
  return parts.filter((part) => part.start < part.end);
}

/**
 * Busy time of these calendars within `span` (instants, buffers included), with what was just written laid over it
 * (design §2). Each period is whole, also where it reaches out of the span; some come twice.
 */
export async function loadBusy(
  db: Queryable,
  calendarIds: readonly string[],
  span: Period,
  overlay: PendingOverlay,
): Promise<ReadonlyMap<string, CalendarTime>> {
  const asked = new Set(calendarIds);
  const writes = (await newerWrites(db, overlay)).filter(({ calendar_id }) => asked.has(calendar_id));
  const replaced = new Set(writes.map(({ calendar_id, event_uid }) => keyOf(calendar_id, event_uid)));
  const written = [...new Set(writes.map(({ calendar_id }) => calendar_id))];
  const into = new Collected();
  const values = [calendarIds, blockOf(span.start), blockOf(span.end - 1), written];
  const { rows } = await db.query<BlockRow | HorizonRow>({ name: 'load-blocks', text: blocksSql, values });
  for (const row of rows) if (row.calendar_id !== null) addBlock(into, row, replaced);
  const { horizon_from: from, horizon_to: to } = rows[0]!;
  for (const part of beyond(span, { from, to })) await addBeyond(db, into, calendarIds, part, replaced);
  for (const { calendar_id, managed, busy } of writes) {
    for (const { start, end, tentative } of busy) into.add(calendar_id, start, end, tentative, managed);
  }
  return into.all;
}

async function addBeyond(
  db: Queryable,
  into: Collected,
  calendarIds: readonly string[],
  part: Period,
  replaced: ReadonlySet<string>,
): Promise<void> {
  const values = [calendarIds, part.start, part.end];
  const { rows } = await db.query<{ record: EventRecord }>({ name: 'load-beyond', text: beyondSql, values });
  for (const { record } of rows) {
    if (replaced.has(keyOf(record.calendar_id, record.event_uid))) continue;
    for (const { start, end, tentative, managed } of entriesOf(record, part)) {
      into.add(record.calendar_id, start, end, tentative, managed);
    }
  }
}
