import { tzlib_get_ical_block } from 'timezones-ical-library';
import { EmbeddedZone, EpochMs, Period } from '../model.js';
import { COMPARED_UNTIL, definitionOf, type ZoneDefinition } from '../parse/timezones.js';
import { ComponentNode, parseTree, replaceLines } from '../text/tree.js';
import { DAY, SECOND, pad2, wallString } from '../time/civil.js';
import { ianaTable } from '../zones/iana.js';
import { ownZone } from '../zones/event-time.js';
import { ZoneTable, tableOfEmbedded, tableOffsetAt } from '../zones/table.js';
import { param } from './format.js';

/**
 * A VTIMEZONE for a TZID, correct in the given span (RFC 5545 §3.6.5): the library's text, which describes today's
 * rules from 1970 on, if it agrees with the zone in the span; otherwise the changes themselves, one by one. `null` for
 * a name that neither `zones` nor IANA contains.
 */
export function vtimezoneFor(
  tzid: string,
  span: Period,
  zones: Record<string, EmbeddedZone> | undefined,
): ComponentNode | null {
  const own = ownZone(zones, tzid);
  if (own) return fromTable(tzid, tableOfEmbedded(own), span);
  const table = ianaTable(tzid);
  return table && (fromLibrary(tzid, span) ?? fromTable(tzid, table, span));
}

interface LibraryZone {
  node: ComponentNode;
  definition: ZoneDefinition;
}

const libraryZones = new Map<string, LibraryZone | null>();

/** The library's text of a zone, cached. */
function libraryZone(tzid: string): LibraryZone | null {
  const known = libraryZones.get(tzid);
  if (known !== undefined) return known;
  const [text] = [tzlib_get_ical_block(tzid)].flat();
  const node = text ? parseTree(text)?.[0] : undefined;
  if (node) replaceLines(node, ['TZID'], [tzidLine(tzid)]);
  const definition = text ? definitionOf(text) : null;
  const zone = node && definition ? { node, definition } : null;
  if (libraryZones.size > 500) libraryZones.clear();
  libraryZones.set(tzid, zone);
  return zone;
}

/** The caller may change the result. */
const copyOf = ({ name, items }: ComponentNode): ComponentNode => ({
  name,
  items: items.map((item) => (typeof item === 'string' ? item : copyOf(item))),
});

function fromLibrary(tzid: string, span: Period): ComponentNode | null {
  const zone = libraryZone(tzid);
  if (!zone || span.start < 0) return null;
  const differs = zone.definition.contradictions.some((c) => c.start <= span.end && c.end > span.start);
  return differs ? null : copyOf(zone.node);
}

const tzidLine = (tzid: string): string => param('TZID', tzid).slice(1).replace('=', ':').replace(/"/g, '');

function fromTable(tzid: string, table: ZoneTable, span: Period): ComponentNode {
  const start = span.start - 400 * DAY;
  const end = Math.min(Math.max(span.end, span.start), COMPARED_UNTIL) + 400 * DAY;
  const changes = table.at.filter((at) => at > start && at <= end);
  const initial = tableOffsetAt(table, start);
  const groups = new Map<string, { from: number; to: number; onsets: EpochMs[] }>();
  groups.set('first', { from: initial, to: initial, onsets: [start - (start % DAY)] });
  for (const at of changes) {
    const from = tableOffsetAt(table, at - SECOND);
    const to = tableOffsetAt(table, at);
    const key = `${from} ${to}`;
    const group = groups.get(key);
    if (group) group.onsets.push(at);
    else groups.set(key, { from, to, onsets: [at] });
  }
  return { name: 'VTIMEZONE', items: [tzidLine(tzid), ...[...groups.values()].map(observance)] };
}

function observance({ from, to, onsets }: { from: number; to: number; onsets: EpochMs[] }): ComponentNode {
  const local = (at: EpochMs) => wallString(at + from * SECOND).replace(/[-:]/g, '');
  return {
    name: to > from ? 'DAYLIGHT' : 'STANDARD',
    items: [
      `DTSTART:${local(onsets[0]!)}`,
      `TZOFFSETFROM:${offsetText(from)}`,
      `TZOFFSETTO:${offsetText(to)}`,
      ...onsets.slice(1).map((at) => `RDATE:${local(at)}`),
    ],
  };
}

function offsetText(seconds: number): string {
  const size = Math.abs(seconds);
  const rest = size % 60 === 0 ? '' : pad2(size % 60);
  return `${seconds < 0 ? '-' : '+'}${pad2(Math.floor(size / 3600))}${pad2(Math.floor(size / 60) % 60)}${rest}`;
}
