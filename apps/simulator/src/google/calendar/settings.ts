import { json, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { notFound } from '../api-error.js';
import { grantOf } from '../authenticate.js';
import type { GoogleStore } from '../store.js';
import { pageOf } from './paging.js';
import { etagOf } from './resources.js';

/** A user's settings; only the zone, that of the primary calendar, can change. */
export function settingsOf(store: GoogleStore, email: string): Record<string, string> {
  const primary = store.calendars.get(store.entryFor(email, 'primary')?.calendarId ?? '');
  const timezone = primary?.timeZone ?? 'UTC';
  return { defaultEventLength: '60', format24HourTime: 'false', locale: 'en', timezone, weekStart: '0' };
}

const present = (id: string, value: string) => ({ kind: 'calendar#setting', etag: etagOf(1), id, value });

/** settings.list */
export function listSettings(store: GoogleStore, request: SimulatorRequest): Answer {
  const { email } = grantOf(store, request);
  const items = Object.entries(settingsOf(store, email)).map(([key, value]) => ({ key, changed: 1, value }));
  const sizes = { defaultSize: 100, maxSize: 250 };
  const listing = { of: `settings ${email}`, epoch: 0, latest: store.latest, items, query: request.url.searchParams };
  const { items: found, tokens } = pageOf({ ...listing, ...sizes }, () => true);
  const shown = found.map(({ key, value }) => present(key, value));
  return json({ kind: 'calendar#settings', etag: etagOf(1), ...tokens, items: shown });
}

/** settings.get */
export function getSetting(store: GoogleStore, request: SimulatorRequest): Answer {
  const id = request.params['setting']!;
  const settings = settingsOf(store, grantOf(store, request).email);
  if (!Object.hasOwn(settings, id)) throw notFound();
  return json(present(id, settings[id]!));
}

const foreground = '#1d1d1d';
const tableOf = (backgrounds: string) =>
  Object.fromEntries(backgrounds.split(' ').map((one, at) => [String(at + 1), { background: `#${one}`, foreground }]));
const ofEvents = 'a4bdfc 7ae7bf dbadff ff887c fbd75b ffb878 46d6db e1e1e1 5484ed 51b749 dc2127';
const ofCalendars =
  'ac725e d06b64 f83a22 fa573c ff7537 ffad46 42d692 16a765 7bd148 b3dc6c fbe983 fad165 ' +
  '92e1c0 9fe1e7 9fc6e7 4986e7 9a9cff b99aff c2c2c2 cabdbf cca6ac f691b2 cd74e6 a47ae2';

/** colors.get: eleven of events, 24 of calendars. */
export function getColors(store: GoogleStore, request: SimulatorRequest): Answer {
  grantOf(store, request);
  const updated = '2012-02-14T00:00:00.000Z';
  return json({ kind: 'calendar#colors', updated, calendar: tableOf(ofCalendars), event: tableOf(ofEvents) });
}
