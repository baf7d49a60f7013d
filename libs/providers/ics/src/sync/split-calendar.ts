import { createHash } from 'node:crypto';
import { setImmediate as turn } from 'node:timers/promises';

/** One event of a published calendar, with its exceptions and the zones that they name, as iCalendar text. */
export interface PublishedObject {
  uid: string;
  /** Changes with the event, not with DTSTAMP: many publishers write the time of the request there. */
  version: string;
  /** A calendar object (RFC 5545 §3.4) with this UID alone; null: it is too large to be parsed. */
  text(): string | null;
}

/** A published calendar, split by UID. */
export interface PublishedCalendar {
  /** `NAME` (RFC 7986 §5.1) or `X-WR-CALNAME`. */
  name?: string;
  /** `COLOR` is a CSS name; only `#RRGGBB`, as Apple writes it, is read. */
  color?: string;
  /** `X-WR-TIMEZONE`, as written. */
  tzid?: string;
  objects: PublishedObject[];
}

interface Component {
  name: string;
  /** At most {@link maxLines}. */
  lines: string[];
  /** Characters. */
  length: number;
  uid: string | null;
  /** TZID of a VTIMEZONE. */
  tzid: string | null;
}

/** An event that is larger, with its exceptions, is not parsed. */
const [maxLines, maxLength] = [50_000, 2_000_000];

/** Lines between two turns of the event loop. */
const linesAtOnce = 10_000;

const begin = /^BEGIN:[ \t]*([\w-]+)[ \t]*$/i;
const end = /^END:[ \t]*([\w-]+)[ \t]*$/i;
const propertyOf = (line: string, name: string): string | null =>
  new RegExp(`^${name}(?:;[^:]{0,200})?:(.{0,500})`, 'is').exec(line)?.[1]?.trim() ?? null;

/** Backslashes of a TEXT value (RFC 5545 §3.3.11), in a name of one line. */
const unescaped = (text: string): string => text.replace(/\\([nN])/g, ' ').replace(/\\(.)/g, '$1');

/**
 * The logical lines, each with its folds. Lines end with CRLF, LF or, from some exports, CR alone; the last one of a file may lack its
 * end.
 */
async function linesOf(text: string): Promise<string[]> {
  const mark = text.slice(0, 10_000).includes('\n') ? '\n' : '\r';
  const lines: string[] = [];
  let pieces: string[] = [];
  for (let at = text.startsWith('\uFEFF') ? 1 : 0, count = 1; at < text.length; count += 1) {
    const next = text.indexOf(mark, at);
    let end = next < 0 ? text.length : next;
    const following = end + 1;
    while (end > at && text[end - 1] === '\r') end -= 1;
    const piece = text.slice(at, end);
    const isFold = pieces.length > 0 && (piece.startsWith(' ') || piece.startsWith('\t'));
    if (!isFold && pieces.length > 0) lines.push(pieces.join('\r\n'));
    if (isFold) pieces.push(piece);
    else pieces = piece === '' ? [] : [piece];
    at = following;
    if (count % linesAtOnce === 0) await turn();
  }
  if (pieces.length > 0) lines.push(pieces.join('\r\n'));
  return lines;
}

/** Properties of the calendar itself, as far as they are used. */
function describe(calendar: PublishedCalendar, line: string): void {
  calendar.name ??= unescaped(propertyOf(line, 'X-WR-CALNAME') ?? propertyOf(line, 'NAME') ?? '') || undefined;
  calendar.tzid ??= propertyOf(line, 'X-WR-TIMEZONE') ?? undefined;
  calendar.color ??= /^#[0-9a-f]{6}/i.exec(propertyOf(line, 'X-APPLE-CALENDAR-COLOR') ?? '')?.[0];
}

/** As much of a line as is read here, without its folds. */
const unfolded = (line: string): string => line.slice(0, 2_000).replace(/(?:\r{0,3}\n|\r)[ \t]/g, '');

/** The components directly below VCALENDAR, in order; `onProperty` gets the calendar's own lines. */
async function componentsOf(lines: readonly string[], onProperty: (line: string) => void): Promise<Component[]> {
  const components: Component[] = [];
  let open: Component | null = null;
  let depth = 0;
  for (const [index, line] of lines.entries()) {
    if (index % linesAtOnce === linesAtOnce - 1) await turn();
    const opened = begin.exec(line)?.[1]?.toUpperCase();
    const closed = end.exec(line)?.[1]?.toUpperCase();
    if (opened === 'VCALENDAR' || closed === 'VCALENDAR') [open, depth] = [null, 0];
    else if (open === null && opened !== undefined) {
      open = { name: opened, lines: [line], length: 0, uid: null, tzid: null };
      components.push(open);
    } else if (open === null) onProperty(unfolded(line));
    else {
      if (open.lines.length <= maxLines && open.length <= maxLength) open.lines.push(line);
      open.length += line.length;
      if (opened !== undefined) depth += 1;
      else if (closed !== undefined && depth > 0) depth -= 1;
      else if (closed !== undefined) open = null;
      else if (depth === 0) name(open, line);
    }
  }
  return components;
}

function name(open: Component, line: string): void {
  if (open.name === 'VEVENT') open.uid ??= /^UID/i.test(line) ? propertyOf(unfolded(line), 'UID') : null;
  if (open.name === 'VTIMEZONE') open.tzid ??= /^TZID/i.test(line) ? propertyOf(unfolded(line), 'TZID') : null;
}

/** What is compared of an event: everything but when it was written into the file. */
const comparable = (lines: readonly string[]): string => lines.filter((line) => !/^DTSTAMP[:;]/i.test(line)).join('\n');

const digest = (text: string): string => createHash('sha256').update(text).digest('base64url');

const zonesIn = (lines: readonly string[], zones: ReadonlyMap<string, Component>): Component[] => {
  if (zones.size === 0) return [];
  const named = new Set(lines.flatMap((line) => /;TZID="?([^":;]{1,200})/i.exec(unfolded(line))?.[1] ?? []));
  return [...named].flatMap((tzid) => zones.get(tzid) ?? []);
};

/** An event without a UID, which RFC 5545 §3.8.4.7 requires, gets one from what it is. */
function withUid(component: Component): string {
  if (component.uid) return component.uid;
  const uid = `${digest(comparable(component.lines))}@published`;
  component.lines.splice(1, 0, `UID:${uid}`);
  return uid;
}

function objectOf(uid: string, events: readonly Component[], zones: ReadonlyMap<string, Component>): PublishedObject {
  const lines = events.flatMap((one) => one.lines);
  const length = events.reduce((sum, one) => sum + one.length, 0);
  if (lines.length > maxLines || length > maxLength) return { uid, version: `${length}`, text: () => null };
  const used = zonesIn(lines, zones);
  const head = ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Kalends//Published calendar//EN'];
  return {
    uid,
    version: digest(comparable([...used.flatMap((zone) => zone.lines), ...lines])),
    text: () => [...head, ...used.flatMap((zone) => zone.lines), ...lines, 'END:VCALENDAR', ''].join('\r\n'),
  };
}

/**
 * Splits a published calendar into calendar objects of one UID each, so that only those that changed are parsed. Tasks, journals
 * and free/busy components are left out. Null: the text is not a calendar.
 */
export async function splitCalendar(text: string): Promise<PublishedCalendar | null> {
  if (!/^\s*BEGIN:VCALENDAR\s/i.test(text.slice(0, 1_000).replace(/^\uFEFF/, ''))) return null;
  const calendar: PublishedCalendar = { objects: [] };
  const components = await componentsOf(await linesOf(text), (line) => describe(calendar, line));
  const zones = new Map<string, Component>();
  const events = new Map<string, Component[]>();
  for (const one of components) {
    if (one.name === 'VTIMEZONE' && one.tzid) zones.set(one.tzid, one);
    if (one.name !== 'VEVENT') continue;
    const uid = withUid(one);
    const known = events.get(uid);
    if (known) known.push(one);
    else events.set(uid, [one]);
  }
  for (const [uid, group] of events) {
    calendar.objects.push(objectOf(uid, group, zones));
    if (calendar.objects.length % 500 === 0) await turn();
  }
  return calendar;
}
