import { apply, eventOf } from '../../../../../apps/gateway/src/read-model/gateway-database.fixture.js';
import type { Scene } from '../scene.fixture.js';
import { honoured, ignored, type CallCase } from '../verdict.js';

const longAgo = Date.parse('2026-10-01T00:00:00Z');
const lately = Date.parse('2026-11-17T00:00:00Z');

type More = Parameters<typeof eventOf>[3];

/** Events of each kind that a member of a read distinguishes, on 20 November 2026. */
async function everyKind({ gateway, accountId, calendarId, otherCalendarId }: Scene) {
  const { pool } = gateway.database;
  const of = (name: string, more: More = {}, calendar = calendarId) =>
    eventOf(accountId, calendar, `evt_external_${name.padStart(24, '0')}`, { changed_at: longAgo, ...more });
  const at = (time: string) => ({ local: `2026-11-20T${time}`, tzid: 'Etc/UTC' });
  const moved = of('a1', { changed_at: lately });
  const free = of('a2');
  free.series.master!.transparency = 'transparent';
  const managed = of('a3', { event_id: 'mine' });
  managed.series.master!.location = { description: 'Office', lat: '48', long: '11' };
  const early = of('a4');
  Object.assign(early.series.master!, { start: at('02:00:00'), end: at('03:00:00') });
  const late = of('a5');
  Object.assign(late.series.master!, { start: at('22:00:00'), end: at('23:00:00') });
  await apply(pool, accountId, [
    moved,
    free,
    managed,
    early,
    late,
    of('a6', { google_event_id: 'at-google' }, otherCalendarId),
    of('a7', { deleted: true, changed_at: lately }),
  ]);
  const elsewhere = structuredClone({ ...moved, revision: 2 });
  const day = (time: string) => ({ local: `2027-03-01T${time}`, tzid: 'Etc/UTC' });
  Object.assign(elsewhere.series.master!, { start: day('10:00:00'), end: day('11:00:00') });
  await apply(pool, accountId, [elsewhere]);
}

const calendarOf = (scene: Scene) => scene.calendarId;
const otherCalendarOf = (scene: Scene) => scene.otherCalendarId;
const since = { last_modified: '2026-11-16T00:00:00Z' };

const common: CallCase['members'] = {
  tzid: honoured('Asia/Tokyo', 'Etc/UTC'),
  from: honoured('2026-11-21', '2026-11-20', { with: { to: '2026-11-22' } }),
  to: honoured('2026-11-20T10:00:00Z', '2026-11-20'),
  'calendar_ids[]': honoured(calendarOf, otherCalendarOf),
  last_modified: honoured(since.last_modified),
  include_deleted: honoured(true),
  include_managed: honoured(false, true),
  only_managed: honoured(true),
  localized_times: honoured(true),
};

const reading = (path: string) => ({
  input: 'query' as const,
  path: () => path,
  token: (scene: Scene) => scene.token,
  base: () => ({ tzid: 'Etc/UTC', from: '2026-11-20', to: '2026-11-20' }),
  prepare: everyKind,
  reads: () => [],
});

export const reads: Record<string, CallCase> = {
  'GET /v1/events': {
    ...reading('/v1/events'),
    members: {
      ...common,
      include_moved: honoured(true, undefined, { with: since }),
      include_geo: honoured(true),
      google_event_ids: honoured(true),
      'event_types[]': honoured('birthday'),
      include_userinfo: honoured(true),
    },
  },
  'GET /v1/free_busy': {
    ...reading('/v1/free_busy'),
    members: {
      ...common,
      include_free: honoured(true),
      include_ids: honoured(true),
      include_geo: ignored('periods have no location', true),
      include_userinfo: honoured(true),
    },
  },
};
