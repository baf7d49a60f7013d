import { day } from '../../read-model/occurrence-row.js';
import { beginningSql, countSql } from './count-sql.js';
import type { Filter, Position } from './cursor.js';
import type { PageRequest } from './page.js';
import { filterSql, pageSql, readerSql, type KnownBy, type Shape } from './page-sql.js';
import { statement, type Parameter, type Statement, type Values } from './parameters.js';
import { firstDayFrom, type Midnights, type Window } from './window.js';

const all: Filter = { managed: 'all' };

const pageStatement = (filter: Filter, shape: Shape, countOf: (p: Parameter) => string): Statement =>
  statement((p) => {
    const fragments = { filters: filterSql(filter, p), count: shape.counted ? countOf(p) : 'NULL::bigint' };
    return pageSql(shape, fragments, p);
  });

const usual = new Map<string, Statement & { name: string }>();

/** The usual reads, prepared: one statement for each shape. */
function usualStatement(shape: Shape): Statement & { name: string } {
  const { first, counted, shifted, placed, by } = shape;
  const part = counted ? 'counted' : first ? 'first' : 'next';
  const name = `read-events-${part}${shifted ? '' : '-utc'}${placed ? '-placed' : ''}${by === 'token' ? '' : '-account'}`;
  const prepared = usual.get(name);
  if (prepared) return prepared;
  const made = { name, ...pageStatement(all, shape, (p) => beginningSql(shape, p)) };
  usual.set(name, made);
  return made;
}

const countAllBy = (by: KnownBy) => statement((p) => `SELECT ${countSql(all, p)} AS count FROM ${readerSql(p, by)}`);
const countAll = { token: countAllBy('token'), account: countAllBy('account') };

const knownBy = ({ readerKey }: Pick<PageRequest, 'readerKey'>): KnownBy =>
  typeof readerKey === 'string' ? 'token' : 'account';

/** The number of events of a usual read, counted one by one. */
export const countAllOf = (request: PageRequest): Statement => countAll[knownBy(request)];

/** Whether it is a usual read: all live events. */
export const isPlain = (filter: Filter) =>
  !filter.calendarIds &&
  !filter.eventTypes &&
  filter.changedSince === undefined &&
  !filter.includeDeleted &&
  !filter.singles &&
  filter.managed === 'all';

const ofWholeDays = ({ from, to, fromDay, toDay }: Window) => from === fromDay && to === toDay;

/** The statement of a page, with or without the number of events. */
export function statementFor(request: PageRequest, midnights: Midnights, counted: boolean): Statement {
  const { window, filter, position, placed } = request;
  const common = { placed, first: position === null, counted, by: knownBy(request) };
  if (!isPlain(filter)) return pageStatement(filter, { shifted: true, ...common }, (p) => countSql(filter, p));
  const utc = ofWholeDays(window) && midnights.offsets.every((offset) => offset === 0);
  return usualStatement({ shifted: !utc, ...common });
}

/** Where the page begins, among timed events and among all-day ones. */
function positionValues({ start, calendarId, eventUid, instance }: Position, midnights: Midnights): Values {
  const { day: atDay, exact } = firstDayFrom(start, midnights);
  const [atDayCalendar, atDayUid, atDayInstance] = exact ? [calendarId, eventUid, instance] : ['', '', ''];
  return {
    ...{ at: start, atCalendar: calendarId, atUid: eventUid, atInstance: instance },
    ...{ atDay, atDayCalendar, atDayUid, atDayInstance },
  };
}

function windowValues({ from, to, fromDay, toDay }: Window): Values {
  const [first, last] = [Math.ceil(from / day), Math.floor(to / day)];
  const whole = first <= last;
  return {
    ...{ from, to, fromDay, toDay, dateFrom: fromDay / day, dateTo: toDay / day },
    ...(whole ? { wholeFrom: first, wholeTo: last } : { wholeFrom: 0, wholeTo: 0 }),
    ...(whole ? { headTo: first * day, tailFrom: last * day } : { headTo: to, tailFrom: to }),
  };
}

/** The values of a page's parameters. */
export function valuesFor({ readerKey, window, filter, position }: PageRequest, midnights: Midnights): Values {
  const { calendarIds, changedSince, eventTypes } = filter;
  return {
    ...(typeof readerKey === 'string'
      ? { token: readerKey }
      : { account: readerKey.accountId, scope: readerKey.scope }),
    ...{ calendarIds, changedSince, eventTypes, ...midnights },
    ...windowValues(window),
    ...(position ? positionValues(position, midnights) : {}),
  };
}
