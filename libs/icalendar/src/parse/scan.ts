import { ContentLine, lineName, parseLine, unfold } from '../text/content-lines.js';

/** A VEVENT by its content lines alone, and the METHOD (upper case) of its VCALENDAR. */
export interface ScannedEvent {
  method: string | null;
  lines: ContentLine[];
}

const MAX_DEPTH = 20;

/**
 * The VEVENTs of a text with only the properties that `names` lists, without sub-components: for scheduling messages,
 * of which only a few lines matter and which must be readable even if malformed. Zones are ignored. Lines that are not
 * content lines are skipped; a missing END is implied by what follows.
 */
export function scanEvents(text: string, names: ReadonlySet<string>, limit = 500): ScannedEvent[] {
  const events: ScannedEvent[] = [];
  const open: string[] = [];
  let method: string | null = null;
  for (const line of unfold(text.charCodeAt(0) === 0xfeff ? text.slice(1) : text)) {
    const name = lineName(line);
    const inside = open.at(-1);
    if (name === 'BEGIN') {
      const component = valueOf(line);
      closeUnended(open, component);
      if (open.length < MAX_DEPTH) open.push(component);
      if (component === 'VCALENDAR') method = null;
      if (component === 'VEVENT' && events.push({ method, lines: [] }) > limit) return events.slice(0, limit);
    } else if (name === 'END') {
      const at = open.lastIndexOf(valueOf(line));
      if (at >= 0) open.length = at;
    } else if (name === 'METHOD' && inside === 'VCALENDAR') method = valueOf(line);
    else if (inside === 'VEVENT' && names.has(name)) {
      const parsed = parseLine(line);
      if (parsed) events.at(-1)!.lines.push(parsed);
    }
  }
  return events;
}

const valueOf = (line: string): string =>
  line
    .slice(line.indexOf(':') + 1)
    .trim()
    .toUpperCase();

/** Neither a calendar nor an event is ever inside another event. */
function closeUnended(open: string[], component: string): void {
  if (component === 'VCALENDAR') open.length = 0;
  const event = component === 'VEVENT' ? open.indexOf('VEVENT') : -1;
  if (event >= 0) open.length = event;
}
