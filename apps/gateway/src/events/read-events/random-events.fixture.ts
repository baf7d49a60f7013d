import type { EventRecord } from '@kalends/contracts';
import type { EventSeries, EventTime, EventType } from '@kalends/icalendar';
import fc from 'fast-check';
import { eventOf } from '../../read-model/gateway-database.fixture.js';
import type { Instance } from './oracle.fixture.js';

const hour = 3_600_000;
const day = 24 * hour;

/** An event in the spec's own terms; its instances are expanded by {@link instancesOf}. */
export interface Plan {
  calendarId: string;
  uid: string;
  allDay: boolean;
  start: number;
  length: number;
  managed: boolean;
  deleted: boolean;
  changed: number;
  type: 'default' | EventType;
  /** Null: single. `count` null: without end. Every `step` days. */
  series: {
    step: number;
    count: number | null;
    moved: number | null;
    cancelled: number | null;
    removed: number | null;
  } | null;
}

const dates = (ms: number) => new Date(ms).toISOString();

const timeOf = (ms: number, allDay: boolean): EventTime =>
  allDay ? { date: dates(ms).slice(0, 10) } : { local: dates(ms).slice(0, 19), tzid: 'Etc/UTC' };

const movedBy = (plan: Plan) => (plan.allDay ? day : 3 * hour);

/** Every instance from the beginning up to `until`. */
export function instancesOf(plan: Plan, until: number): Instance[] {
  const common = {
    calendarId: plan.calendarId,
    uid: plan.uid,
    allDay: plan.allDay,
    managed: plan.managed,
    changed: plan.changed,
    type: plan.type,
  };
  if (!plan.series)
    return [{ ...common, instance: '', start: plan.start, end: plan.start + plan.length, deleted: plan.deleted }];
  const { step, count, moved, cancelled, removed } = plan.series;
  const all: Instance[] = [];
  for (let index = 0; count === null ? plan.start + (index - 2) * step * day < until : index < count; index += 1) {
    const original = plan.start + index * step * day;
    const start = original + (index === moved ? movedBy(plan) : 0);
    const instance = plan.allDay ? dates(original).slice(0, 10) : String(original);
    const deleted = plan.deleted || index === cancelled || index === removed;
    all.push({ ...common, instance, start, end: start + plan.length, deleted });
  }
  return all;
}

function seriesOf(plan: Plan): Pick<EventSeries, 'recurrence' | 'overrides'> {
  if (!plan.series) return { overrides: [] };
  const { step, count, moved, cancelled, removed } = plan.series;
  const at = (index: number) => plan.start + index * step * day;
  const change = (index: number) => ({
    start: timeOf(at(index) + movedBy(plan), plan.allDay),
    end: timeOf(at(index) + movedBy(plan) + plan.length, plan.allDay),
  });
  return {
    recurrence: {
      rrules: [`FREQ=DAILY;INTERVAL=${step}${count === null ? '' : `;COUNT=${count}`}`],
      rdates: [],
      exdates: removed === null ? [] : [timeOf(at(removed), plan.allDay)],
    },
    overrides: [
      ...(moved === null ? [] : [{ recurrence_id: timeOf(at(moved), plan.allDay), change: change(moved) }]),
      ...(cancelled === null
        ? []
        : [{ recurrence_id: timeOf(at(cancelled), plan.allDay), change: { status: 'cancelled' as const } }]),
    ],
  };
}

/** The plan as calendar-sync would publish it. */
export function recordOf(plan: Plan, accountId: string): EventRecord {
  const base = eventOf(accountId, plan.calendarId, plan.uid);
  const [start, end] = [timeOf(plan.start, plan.allDay), timeOf(plan.start + plan.length, plan.allDay)];
  const type = plan.type === 'default' ? {} : { event_type: plan.type };
  // as in another event's text: nobody's words are a type
  const texts = { summary: '"event_type":"focus_time"', description: '\\","event_type":"birthday"' };
  return {
    ...base,
    ...(plan.managed ? { event_id: plan.uid } : {}),
    deleted: plan.deleted,
    changed_at: plan.changed,
    series: { ...base.series, ...seriesOf(plan), master: { ...base.series.master!, ...texts, ...type, start, end } },
  };
}

/** A whole number, mostly null, so that most instances are plain. */
const rarely = (max: number) => fc.option(fc.integer({ min: 0, max }), { nil: null, freq: 2 });

const series = fc
  .record({
    step: fc.constantFrom(1, 2, 7),
    count: fc.option(fc.integer({ min: 5, max: 90 }), { nil: null, freq: 3 }),
    moved: rarely(4),
    cancelled: rarely(4),
    removed: rarely(4),
  })
  .filter(({ moved, cancelled, removed }) => {
    const named = [moved, cancelled, removed].filter((one) => one !== null);
    return new Set(named).size === named.length;
  });

/** Events around `centre` (a UTC midnight); starts on a coarse grid, so that many are equal. */
export const plansAround = (centre: number, spread: number): fc.Arbitrary<Plan[]> =>
  fc
    .array(
      fc.record({
        calendarId: fc.constantFrom('cal_a', 'cal_B', 'cal_a-b', 'cal_ab', 'cal_Z_1'),
        name: fc.constantFrom('a', 'B', 'aa', 'a-b', 'a_b', 'Z', '0'),
        allDay: fc.boolean(),
        days: fc.integer({ min: -spread, max: spread }),
        hours: fc.constantFrom(0, 0, 4, 5, 9.5, 10, 13.5, 14, 23),
        length: fc.constantFrom(0, 1, 2, 3, 24, 25, 49, 24 * 6, 24 * 7, 24 * 8, 24 * 45),
        managed: fc.boolean(),
        deleted: fc.integer({ min: 0, max: 5 }).map((one) => one === 0),
        type: fc.constantFrom('default', 'default', 'focus_time', 'birthday'),
        changed: fc.constantFrom(1_790_000_000_000, 1_790_000_001_000, 1_790_000_002_000),
        series: fc.option(series, { nil: null, freq: 2 }),
      }),
      { minLength: 0, maxLength: 60, size: 'max' },
    )
    .map((plans) =>
      plans.map(({ name, days, hours, length, ...plan }, index) => ({
        ...plan,
        uid: `evt_${name}${index}`,
        start: centre + days * day + (plan.allDay ? 0 : hours * hour),
        length: plan.allDay ? Math.max(1, Math.ceil(length / 24)) * day : length * hour,
      })),
    );
