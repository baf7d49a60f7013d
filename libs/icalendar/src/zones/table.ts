import { EmbeddedZone, EpochMs } from '../model.js';
import { HOUR, SECOND, Wall } from '../time/civil.js';

/**
 * UTC offsets of one zone. `offsets[0]` (seconds east) applies before `at[0]`, `offsets[i + 1]` from `at[i]` on.
 * `wallAt[i]` is the wall clock reading from which the offset after `at[i]` applies: the later of the readings before
 * and after.
 */
export interface ZoneTable {
  at: number[];
  wallAt: number[];
  offsets: number[];
  /** The table for instants outside this one's span, if there is one. */
  outside?: { from: EpochMs; to: EpochMs; offsetAt: (ms: EpochMs) => number };
  /** The last index returned: queries tend to be for neighbours. */
  hint: number;
}

export function zoneTable(initial: number, transitions: readonly (readonly [EpochMs, number])[]): ZoneTable {
  const table: ZoneTable = { at: [], wallAt: [], offsets: [initial], hint: 0 };
  let before = initial;
  let lastWall = -Infinity;
  for (const [from, offset] of transitions) {
    lastWall = Math.max(lastWall, from + Math.max(before, offset) * SECOND);
    table.at.push(from);
    table.wallAt.push(lastWall);
    table.offsets.push(offset);
    before = offset;
  }
  return table;
}

const embedded = new WeakMap<EmbeddedZone, ZoneTable>();

export function tableOfEmbedded(zone: EmbeddedZone): ZoneTable {
  let table = embedded.get(zone);
  if (!table) {
    table = zoneTable(zone.initial, zone.transitions);
    embedded.set(zone, table);
  }
  return table;
}

/** Number of entries of ascending `list` that are not after `value`. */
function countUpTo(list: number[], value: number, hint: number): number {
  if ((hint === 0 || list[hint - 1]! <= value) && (hint === list.length || value < list[hint]!)) return hint;
  let low = 0;
  let high = list.length;
  while (low < high) {
    const mid = (low + high) >> 1;
    if (list[mid]! <= value) low = mid + 1;
    else high = mid;
  }
  return low;
}

/** Seconds east of UTC at an instant. */
export function tableOffsetAt(table: ZoneTable, ms: EpochMs): number {
  const { outside } = table;
  if (outside && (ms < outside.from || ms >= outside.to)) return outside.offsetAt(ms);
  table.hint = countUpTo(table.at, ms, table.hint);
  return table.offsets[table.hint]!;
}

/**
 * The instant of a wall clock reading (RFC 5545 §3.3.5): a reading that does not exist is read with the offset before
 * the gap, one that exists twice means its first occurrence.
 */
export function tableInstant(table: ZoneTable, wall: Wall): EpochMs {
  const { outside } = table;
  if (outside && (wall < outside.from + 26 * HOUR || wall >= outside.to - 26 * HOUR))
    return outsideInstant(table, wall);
  table.hint = countUpTo(table.wallAt, wall, table.hint);
  return wall - table.offsets[table.hint]! * SECOND;
}

/** Tries the offsets of the day before and the day after. */
function outsideInstant(table: ZoneTable, wall: Wall): EpochMs {
  const before = wall - tableOffsetAt(table, wall - 26 * HOUR) * SECOND;
  if (before + tableOffsetAt(table, before) * SECOND === wall) return before;
  const after = wall - tableOffsetAt(table, wall + 26 * HOUR) * SECOND;
  return after + tableOffsetAt(table, after) * SECOND === wall ? after : before;
}
