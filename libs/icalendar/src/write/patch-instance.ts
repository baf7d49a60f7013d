import { instanceNamed, type Instance } from '../change/change-instance.js';
import type { EventComponent, EventSeries, EventTime } from '../model.js';
import { parseCalendarObject } from '../parse/parse-calendar-object.js';
import { originalStart, viewOf } from '../recurrence/series-view.js';
import { lineName } from '../text/content-lines.js';
import { ComponentNode, childrenOf, lineOf, parseTree, printTree, replaceLines } from '../text/tree.js';
import { addTimezones } from './create.js';
import { timeLine, timeParams, timeValue } from './format.js';
import { applyPeople, applyProperties, effective, masterOf, stamp, uidOf } from './patch.js';
import type { EventChange, PatchOptions } from './patch.js';
import { patchReminders } from './patch-parts.js';
import { timeLines } from './properties.js';

/** What happens to one instance; `change` null: it no longer takes place. */
export interface InstancePatch {
  recurrence_id: EventTime;
  change: EventChange | null;
}

/** A calendar object, and the instance of the series in it that is changed. */
interface Patched {
  calendar: ComponentNode;
  series: EventSeries & { master: EventComponent };
  vevents: ComponentNode[];
  /** That of the master. */
  vevent: ComponentNode;
  instance: Instance;
}

const isOverride = (node: ComponentNode) => lineOf(node, 'RECURRENCE-ID') !== undefined;

/** The component of an instance, if it has one. */
function nodeOf({ calendar, series, vevents, instance }: Patched): ComponentNode | undefined {
  const view = viewOf(series, series.master, { floatingZone: 'Etc/UTC' });
  const at = originalStart(view, instance.recurrence_id);
  const nodes = vevents.filter(isOverride);
  if (nodes.length === series.overrides.length)
    return nodes[series.overrides.findIndex((one) => originalStart(view, one.recurrence_id) === at)];
  // the same instance is there twice, or one is unreadable
  return nodes.findLast((node) => {
    const text = printTree({ ...calendar, items: [...childrenOf(calendar, 'VTIMEZONE'), node] });
    const parsed = parseCalendarObject(text);
    const id = parsed.ok ? parsed.series[0]?.overrides[0]?.recurrence_id : undefined;
    return id !== undefined && originalStart(view, id) === at;
  });
}

const ofSeries = new Set([
  'RRULE',
  'EXRULE',
  'RDATE',
  'EXDATE',
  'RECURRENCE-ID',
  'SEQUENCE',
  'DTSTART',
  'DTEND',
  'DURATION',
]);

/** A component of its own for an instance that had none: all that the series has, at the instance's own times. */
function newNode({ vevent, series, instance }: Patched): ComponentNode {
  const { recurrence_id: id, component } = instance;
  const copied = structuredClone(
    vevent.items.filter((item) => typeof item !== 'string' || !ofSeries.has(lineName(item))),
  );
  const node = { name: 'VEVENT', items: copied };
  const { sequence } = series.master;
  replaceLines(
    node,
    ['RECURRENCE-ID'],
    [
      `RECURRENCE-ID${timeParams(id)}:${timeValue(id)}`,
      ...timeLines(component.start, component.end, component.duration),
      ...(sequence === undefined ? [] : [`SEQUENCE:${sequence}`]),
    ],
  );
  return node;
}

function remove(patched: Patched, { now }: PatchOptions): void {
  const { calendar, vevent, series, instance } = patched;
  const node = nodeOf(patched);
  calendar.items = calendar.items.filter((item) => item !== node);
  const exdates = vevent.items.filter(
    (item): item is string => typeof item === 'string' && lineName(item) === 'EXDATE',
  );
  replaceLines(vevent, ['EXDATE'], [...exdates, timeLine('EXDATE', instance.recurrence_id)]);
  stamp({ vevent, master: series.master }, { recurrence: series.recurrence! }, now);
}

function change(patched: Patched, requested: EventChange, options: PatchOptions): void {
  const { calendar, vevents, instance } = patched;
  const { component } = instance;
  const existing = nodeOf(patched);
  const vevent = existing ?? newNode(patched);
  applyProperties(vevent, requested);
  if (requested.start || requested.end) {
    const lines = timeLines(requested.start ?? component.start, requested.end ?? component.end);
    replaceLines(vevent, ['DTSTART', 'DTEND', 'DURATION'], lines);
  }
  const present = component.attendees ?? [];
  applyPeople({ vevent, vevents: [...vevents, vevent], present }, requested, options);
  if (requested.reminders !== undefined)
    patchReminders(vevent, requested.reminders ?? [], requested.summary ?? component.summary);
  stamp({ vevent, master: component }, requested, options.now);
  if (!existing) calendar.items.splice(calendar.items.indexOf(vevents.at(-1)!) + 1, 0, vevent);
}

/**
 * Changes or removes one instance of the series `uid` in a calendar object, and leaves everything else as it is: an instance that had no
 * component of its own gets a copy of the master's with all its properties. The text is returned unchanged if nothing changes. Null: the
 * series has no such instance, or has it no longer. Throws RangeError if the text has no such series.
 */
export function patchInstance(existing: string, patch: InstancePatch, options: PatchOptions): string | null {
  const calendar = parseTree(existing)?.find((node) => node.name === 'VCALENDAR');
  const parsed = parseCalendarObject(existing);
  const series = parsed.ok ? parsed.series.find(({ uid }) => uid === options.uid) : undefined;
  const vevents = calendar ? childrenOf(calendar, 'VEVENT').filter((node) => uidOf(node) === options.uid) : [];
  const vevent = masterOf(vevents);
  if (!calendar || !series?.master || !vevent) throw new RangeError(`no series ${options.uid} in this calendar object`);
  const instance = instanceNamed(series, patch.recurrence_id);
  if (!instance || instance.deleted) return null;
  const patched = { calendar, series: { ...series, master: series.master }, vevents, vevent, instance };
  if (patch.change === null) remove(patched, options);
  else {
    const requested = effective({ master: instance.component }, { ...patch.change, recurrence: undefined });
    if (Object.keys(requested).length === 0) return existing;
    change(patched, requested, options);
  }
  const after = parseCalendarObject(printTree(calendar));
  if (after.ok) addTimezones(calendar, after.series.find(({ uid }) => uid === options.uid) ?? series);
  return printTree(calendar);
}
