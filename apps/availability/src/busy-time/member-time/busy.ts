import type { EventRecord, PendingOverlay } from '@kalends/contracts';
import type { Counting, Period } from '@kalends/free-busy';
import { TimeSlices } from '@kalends/service-runtime';
import { blockMs, managedFlag, spansOf, tentativeFlag, unpack } from '../blocks.js';
import { entriesOf, StepsOfCalendars } from '../event-rows.js';
import type { FlaggedSpans } from './block-cache.js';
import type { Queryable, TimeRow, BlockRow } from './time.queries.js';

/** Busy time of one calendar: unordered pieces, which may overlap. */
export type CalendarTime = readonly FlaggedSpans[];

/** Whole events that overlap a span that is not packed. */
const beyondSql = `
  SELECT record, counts_as, ignores_all_day FROM event LEFT JOIN calendar_counting AS declared USING (calendar_id)
  WHERE calendar_id = ANY($1) AND NOT deleted AND (recurring OR (start_ms < $3 AND end_ms > $2))
  ORDER BY calendar_id, event_uid`;

/** Time limit for a part beyond the packed blocks, and limit of instances of a series expanded in it. */
const deadlineMs = 10_000;
const instancesBeyond = 2_000;

export const keyOf = (calendarId: string, eventUid: string) => `${calendarId}\n${eventUid}`;

/** The writes of the overlay that count: pending ones, and acknowledged ones that are newer than the stored event. */
export function newerWrites(
  events: PendingOverlay['events'],
  { revisions }: Pick<TimeRow, 'revisions'>,
): PendingOverlay['events'] {
  const storedRevisions = new Map(revisions?.map(([calendarId, uid, revision]) => [keyOf(calendarId, uid), revision]));
  return events.filter(
    ({ calendar_id, event_uid, revision }) =>
      revision === null || revision > (storedRevisions.get(keyOf(calendar_id, event_uid)) ?? -1),
  );
}

interface Entry extends Period {
  tentative: boolean;
  managed: boolean;
}

function piece(entries: readonly Entry[]): FlaggedSpans {
  return {
    spans: entries.flatMap(({ start, end }) => [start, end]),
    flags: entries.map(({ tentative, managed }) => (tentative ? tentativeFlag : 0) | (managed ? managedFlag : 0)),
  };
}

/** Ascending by start, to merge them later in one pass; current blocks are packed like that, but older ones were not. */
function ascending({ spans, flags }: FlaggedSpans): FlaggedSpans {
  let sorted = true;
  for (let at = 2; at < spans.length && sorted; at += 2) sorted = spans[at]! >= spans[at - 2]!;
  if (sorted) return { spans, flags };
  const order = Array.from(flags, (_, index) => index).sort((a, b) => spans[a * 2]! - spans[b * 2]!);
  return {
    spans: Float64Array.from({ length: spans.length }, (_, at) => spans[order[at >> 1]! * 2 + (at & 1)]!),
    flags: Uint8Array.from(order, (from) => flags[from]!),
  };
}

/** A block as the database returns it. `replaced`: keys of events to exclude; only if the block's uids were read. */
export function readBlock(
  [calendarId, block, , packed, flagged, uids]: BlockRow,
  replaced: ReadonlySet<string>,
): FlaggedSpans {
  if (packed === null || flagged === null) return { spans: [], flags: [] };
  const [spans, flags] = [Buffer.from(packed, 'base64'), Buffer.from(flagged, 'base64')];
  // a copy: a small Buffer is a slice of a larger one and would keep it alive
  if (uids === null) return ascending({ spans: spansOf(spans, block), flags: Uint8Array.from(flags) });
  const entries = unpack({ spans, flags, event_uids: uids }, block);
  return piece(entries.filter(({ eventUid }) => !replaced.has(keyOf(calendarId, eventUid))));
}

/** The busy time of one write. */
export const writtenTime = ({ managed, busy }: PendingOverlay['events'][number]): FlaggedSpans =>
  piece(busy.map((one) => ({ ...one, managed })));

/** The parts of a span before and after the packed blocks. */
export function beyond({ start, end }: Period, { horizon_from, horizon_to }: TimeRow): Period[] {
  const [first, last] = [horizon_from * blockMs, horizon_to * blockMs];
  const parts = [
    { start, end: Math.min(end, first) },
    { start: Math.max(start, last), end },
  ];
  return parts.filter((part) => part.start < part.end);
}

interface BeyondRow {
  record: EventRecord;
  /** Null: nothing is declared of the calendar. */
  counts_as: Counting['countsAs'] | null;
  ignores_all_day: boolean;
}

/** Busy time of a part that is not packed, with its owner. */
export async function readBeyond(
  db: Queryable,
  { calendarIds, replaced }: { calendarIds: readonly string[]; replaced: ReadonlySet<string> },
  part: Period,
): Promise<{ calendarId: string; time: FlaggedSpans }[]> {
  const values = [calendarIds, part.start, part.end];
  const { rows } = await db.query<BeyondRow>({ name: 'load-beyond', text: beyondSql, values });
  const slices = new TimeSlices({ deadlineMs });
  const steps = new StepsOfCalendars();
  const found: { calendarId: string; time: FlaggedSpans }[] = [];
  for (const { record, counts_as, ignores_all_day } of rows) {
    if (replaced.has(keyOf(record.calendar_id, record.event_uid))) continue;
    await slices.next();
    const { calendar_id: calendarId } = record;
    const counting = counts_as === null ? undefined : { countsAs: counts_as, ignoresAllDay: ignores_all_day };
    const most = { limit: instancesBeyond, steps: steps.of(calendarId), counting };
    found.push({ calendarId, time: piece(entriesOf(record, part, most)) });
  }
  return found;
}
