import { lineName, unfold } from '../text/content-lines.js';
import type { Truncated } from '../model.js';
import { BUSY_STATUS } from './busy-status.js';
import { CONFERENCE_NAMES } from './property-names.js';

/** Maximum that is read of one calendar object (docs/reference/recurrence.md). */
export const objectBounds = {
  /** UTF-16 units of one property. */
  property: 65_536,
  /** Of one event, in addition to those below. */
  properties: 2_000,
  attendees: 2_000,
  alarms: 100,
  alarmProperties: 2_000,
  /** RRULE and EXRULE. */
  rules: 100,
  /** Values of RDATE and EXDATE. */
  dates: 20_000,
  /** Instances of a series with an event of their own. */
  overrides: 5_000,
  /** Other components, such as the events of a file of a whole calendar. */
  components: 20_000,
};

export interface BoundedText {
  text: string;
  truncated: Set<Truncated>;
}

/** No bound can be exceeded by less text than this. */
const harmless = 4_000;

/** Properties that an event has once, and is not understood without. */
const ESSENTIAL = new Set(
  'UID DTSTART DTEND DURATION RECURRENCE-ID SUMMARY STATUS TRANSP SEQUENCE DTSTAMP ORGANIZER CLASS'.split(' '),
);
/** Texts of which the beginning is worth something. */
const TEXTS = new Set(['SUMMARY', 'DESCRIPTION', 'LOCATION']);
const KINDS = new Map<string, 'attendees' | 'rules' | 'dates'>([
  ['ATTENDEE', 'attendees'],
  ['RRULE', 'rules'],
  ['EXRULE', 'rules'],
  ['RDATE', 'dates'],
  ['EXDATE', 'dates'],
]);
const LOST = { attendees: 'attendees', rules: 'dates', dates: 'dates' } as const;

/** What readers are shown something of; the loss of anything else is none to them. */
const SHOWN = new Set([
  ...[...ESSENTIAL, ...TEXTS, ...KINDS.keys(), ...CONFERENCE_NAMES, BUSY_STATUS],
  ...['CATEGORIES', 'COLOR', 'CREATED', 'GEO', 'LAST-MODIFIED', 'URL', 'X-KALENDS-TAG'],
]);

const valueOf = (line: string): string =>
  line
    .slice(line.indexOf(':') + 1)
    .trim()
    .toUpperCase();

/** A component directly in the calendar while its lines are read. */
class Component {
  readonly lines: string[] = [];
  readonly counts = { attendees: 0, rules: 0, dates: 0, properties: 0, alarms: 0, alarmProperties: 0 };
  readonly names = new Set<string>();
  /** What was left out. */
  readonly truncated = new Set<Truncated>();

  constructor(readonly kind: string) {}

  get isOverride(): boolean {
    return this.kind === 'VEVENT' && this.names.has('RECURRENCE-ID') && !this.names.has('RRULE');
  }

  /** A property of the component itself, or, if `nested`, of an alarm in it. */
  add(line: string, nested: boolean): void {
    const name = lineName(line);
    const part = line.length > objectBounds.property ? shortened(name, line) : line;
    const kept = part === null ? null : nested ? this.alarmProperty(part) : this.property(name, part);
    if (kept !== null) this.lines.push(kept);
    if (kept === line) return;
    const kind = KINDS.get(name);
    const lost = kind ? LOST[kind] : TEXTS.has(name) ? 'text' : 'properties';
    if (nested) this.truncated.add('reminders');
    else if (SHOWN.has(name)) this.truncated.add(lost);
  }

  private alarmProperty(line: string): string | null {
    this.counts.alarmProperties += 1;
    return this.counts.alarmProperties <= objectBounds.alarmProperties ? line : null;
  }

  private property(name: string, line: string): string | null {
    const kind = KINDS.get(name);
    const isFirst = ESSENTIAL.has(name) && !this.names.has(name);
    if (ESSENTIAL.has(name) || kind === 'rules') this.names.add(name);
    if (kind === 'dates') return this.dates(line);
    this.counts[kind ?? 'properties'] += 1;
    return isFirst || this.counts[kind ?? 'properties'] <= objectBounds[kind ?? 'properties'] ? line : null;
  }

  /** The line with as many of its dates as there is room for. */
  private dates(line: string): string | null {
    let room = objectBounds.dates - this.counts.dates;
    if (room <= 0) return null;
    let at = line.indexOf(':');
    while (room > 0 && at >= 0) {
      at = line.indexOf(',', at + 1);
      room -= 1;
    }
    this.counts.dates = objectBounds.dates - room;
    return at < 0 ? line : line.slice(0, at);
  }
}

/** The part of an overlong line that is read; null: nothing. Lists of dates have a bound of their own. */
function shortened(name: string, line: string): string | null {
  if (KINDS.get(name) === 'dates') return line;
  const colon = line.indexOf(':');
  if (!TEXTS.has(name) || colon < 0 || colon > objectBounds.property / 2) return null;
  let end = objectBounds.property;
  // neither half a character nor half an escape
  if (/[\uD800-\uDBFF]/.test(line[end - 1]!)) end -= 1;
  let escapes = 0;
  while (line[end - 1 - escapes] === '\\') escapes += 1;
  return `${line.slice(0, end - (escapes % 2))}…`;
}

/** Reads lines into components; what is inside VTIMEZONE is bounded where zones are read. */
class Bounding {
  readonly out: string[] = [];
  readonly truncated = new Set<Truncated>();
  private readonly open: string[] = [];
  private component: Component | undefined;
  private readonly counts = { overrides: 0, components: 0 };

  line(line: string): void {
    const name = lineName(line);
    if (name === 'BEGIN') return this.begin(line, valueOf(line));
    if (name === 'END') return this.end(line, valueOf(line));
    if (!this.component || this.component.kind === 'VTIMEZONE') this.raw(line);
    else if (this.isKept()) this.component.add(line, this.open.length > 1);
  }

  finish(): void {
    const { component } = this;
    this.component = undefined;
    this.open.length = 0;
    if (!component) return;
    const kind = component.isOverride ? 'overrides' : 'components';
    if (component.kind !== 'VTIMEZONE') this.counts[kind] += 1;
    if (this.counts[kind] > objectBounds[kind]) {
      if (component.kind === 'VEVENT') this.truncated.add('overrides');
      return;
    }
    for (const line of component.lines) this.out.push(line);
    for (const one of component.truncated) this.truncated.add(one);
  }

  private raw(line: string): void {
    (this.component?.lines ?? this.out).push(line);
  }

  /** Whether the alarm that is open is one of the first. */
  private isKept(): boolean {
    return this.open.length < 2 || this.component!.counts.alarms <= objectBounds.alarms;
  }

  private begin(line: string, kind: string): void {
    // neither a calendar nor an event is ever inside another event
    if (kind === 'VCALENDAR' || (kind === 'VEVENT' && this.open.includes('VEVENT'))) this.finish();
    if (kind === 'VCALENDAR') return this.raw(line);
    this.component ??= new Component(kind);
    this.open.push(kind);
    if (this.open.length === 2) this.component.counts.alarms += 1;
    if (this.isKept() || this.component.kind === 'VTIMEZONE') this.component.lines.push(line);
    else this.component.truncated.add('reminders');
  }

  private end(line: string, kind: string): void {
    const kept = !this.component || this.component.kind === 'VTIMEZONE' || this.isKept();
    if (kept) this.raw(line);
    const at = this.open.lastIndexOf(kind);
    if (at < 0) return;
    this.open.length = at;
    if (at === 0) this.finish();
  }
}

/**
 * The part of a calendar object within {@link objectBounds}, and what the rest was; the same text if nothing exceeds
 * them. One pass over the lines, before anything is parsed.
 */
export function boundText(text: string): BoundedText {
  if (text.length <= harmless) return { text, truncated: new Set() };
  const bounding = new Bounding();
  const lines = unfold(text);
  for (const line of lines) bounding.line(line);
  bounding.finish();
  const { out, truncated } = bounding;
  const isWhole = out.length === lines.length && truncated.size === 0;
  return isWhole ? { text, truncated } : { text: out.join('\r\n'), truncated };
}
