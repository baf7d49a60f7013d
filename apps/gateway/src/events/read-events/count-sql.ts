import { classes, isAllDayClass, reach } from '../../read-model/occurrence-row.js';
import type { Filter } from './cursor.js';
import { boundsOf, filterSql, mine, overlaps, type Shape } from './page-sql.js';
import type { Parameter } from './parameters.js';

const every = Object.values(classes);
const timed = `IN (${every.filter((cls) => !isAllDayClass(cls)).join(', ')})`;
const allDay = `IN (${every.filter(isAllDayClass).join(', ')})`;

const counted = (where: string) => `(SELECT count(*) FROM occurrence o WHERE ${mine} AND ${where})`;

const onDays = (cls: string, from: string, to: string) => `(SELECT coalesce(sum(n), 0)
    FROM occurrence_count o WHERE ${mine} AND o.class ${cls} AND o.day >= ${from} AND o.day < ${to})`;

/** Number of events that begin on whole days of the window, from the counts of days. */
function onWholeDays({ shifted }: Shape, p: Parameter): string {
  const [from, to] = [p('wholeFrom'), p('wholeTo')];
  if (!shifted) return onDays(`IN (${every.join(', ')})`, from, to);
  return `${onDays(timed, from, to)} + ${onDays(allDay, p('dateFrom'), p('dateTo'))}`;
}

/** Timed events that begin in a partial day of the window. */
const onEdge = (from: string, to: string) =>
  `CASE WHEN ${from} < ${to}
     THEN ${counted(`o.class ${timed} AND o.start_ms >= ${from} AND o.start_ms < ${to} AND NOT o.deleted`)} ELSE 0 END`;

/** How many live events begin in the window: on its whole days from the counts of days, at its edges one by one. */
export const beginningSql = (shape: Shape, p: Parameter) => `
  ${onWholeDays(shape, p)}
  ${shape.shifted ? `+ ${onEdge(p('from'), p('headTo'))} + ${onEdge(p('tailFrom'), p('to'))}` : ''}`;

/** Counts the events that overlap the window one by one; the cost grows with the window. */
export function countSql(filter: Filter, p: Parameter): string {
  const overlapping = (cls: number) => {
    const [from, to] = boundsOf(cls, p);
    const span = reach[cls] ?? null;
    const first = span === null ? '' : `AND o.start_ms > ${from} - ${span}`;
    return counted(`o.class = ${cls} AND o.start_ms < ${to} ${first} AND ${overlaps(from)} ${filterSql(filter, p)}`);
  };
  return `(${every.map(overlapping).join(' + ')})`;
}
