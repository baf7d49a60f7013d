import { EpochMs } from '../model.js';
import { DAY, SECOND, civilOf, dayNumber, dayOfDate } from '../time/civil.js';
import { LINKS, LISTED, RELEASE, ZONES } from './generated/iana-data.js';
import { onsetsOf, readRule, ruleOffset, type ZoneRule } from './rule.js';
import { ZoneTable, zoneTable } from './table.js';

/** Changes up to this year are in a zone's table; later ones follow from its rule. */
const LAST_YEAR = 2100;

const linesOf = (text: string): string[] => text.trim().split('\n');

/** Lines of the data by their zone. */
const lines = new Map(linesOf(ZONES).map((line) => [line.slice(0, line.indexOf('|')), line]));
const links = new Map(linesOf(LINKS).map((line) => line.split(' ') as [string, string]));
const spellings = new Map([...lines.keys(), ...links.keys()].map((name) => [name.toLowerCase(), name]));

/** The release of IANA's Time Zone Database that all conversions use, its date (`YYYY-MM-DD`), and the beginning of that day in UTC. */
export const zoneRelease = (): { name: string; date: string; at: EpochMs } => ({
  ...RELEASE,
  at: dayOfDate(RELEASE.date) * DAY,
});

/** Names to choose from: current ones, for every country and its zones. */
export const listedZones = (): string[] => linesOf(LISTED);

/**
 * The IANA name in its usual spelling for a name in any case, aliases kept (`us/eastern` → `US/Eastern`); `null` if there is no such
 * zone.
 */
export const ianaName = (name: string): string | null =>
  name.length > 64 ? null : (spellings.get(name) ?? spellings.get(name.toLowerCase()) ?? null);

/** The name that people choose for a zone: itself if it is listed, else the listed one that it is an older name of. */
export function listedName(name: string): string {
  const listed = listedZones();
  const current = links.get(name);
  return !listed.includes(name) && current !== undefined && listed.includes(current) ? current : name;
}

/** Whether `tzid` is an IANA zone, in any case; aliases count, offsets do not. */
export const isTimeZone = (tzid: string): boolean => ianaName(tzid) !== null;

const tables = new Map<string, ZoneTable>();

/** The changes of an IANA zone, from its first to 2100; beyond that its rule applies. `null` for an unknown name. */
export function ianaTable(tzid: string): ZoneTable | null {
  const known = tables.get(tzid);
  if (known) return known;
  const name = ianaName(tzid);
  if (name === null) return null;
  const current = links.get(name) ?? name;
  const table = tables.get(current) ?? readTable(lines.get(current)!);
  tables.set(current, table);
  if (tables.size < 5000) tables.set(tzid, table);
  return table;
}

/** A line of the data: tools/zones/tzif.mjs. */
function readTable(line: string): ZoneTable {
  const [, offsetTexts, changeTexts, ruleText] = line.split('|') as [string, string, string, string];
  const offsets = offsetTexts.split(',').map(Number);
  const changes: [EpochMs, number][] = [];
  let at = 0;
  for (const text of changeTexts.split(' ').filter(Boolean)) {
    const [since, index] = text.split(':') as [string, string];
    at += parseInt(since, 36) * SECOND;
    changes.push([at, offsets[Number(index)]!]);
  }
  const rule = readRule(ruleText);
  const all = rule ? continued(changes, rule) : changes;
  const initial = offsets[0]!;
  const table = zoneTable(initial, all.filter(([, offset], n) => offset !== (all[n - 1]?.[1] ?? initial))); // prettier-ignore
  const to = dayNumber(LAST_YEAR, 1, 1) * DAY;
  if (rule) table.outside = { from: -Infinity, to, offsetAt: (ms) => ruleOffset(rule, ms) };
  return table;
}

function continued(changes: [EpochMs, number][], rule: ZoneRule): [EpochMs, number][] {
  const last = changes.at(-1)![0];
  const years = LAST_YEAR - civilOf(Math.floor(last / DAY)).year;
  const onsets = Array.from({ length: years + 1 }, (_, n) => onsetsOf(rule, LAST_YEAR - years + n)).flat();
  return [...changes, ...onsets.filter(([at]) => at > last)];
}
