import { json, objectOf, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { ApiError, invalid, notFound } from '../api-error.js';
import { grantOf } from '../authenticate.js';
import type { Calendar } from '../model.js';
import type { GoogleStore } from '../store.js';
import { etagOf, presentEntry } from './resources.js';

function presentCalendar(calendar: Calendar, changed: number): Record<string, unknown> {
  const { id, summary, description, timeZone } = calendar;
  const withDescription = description === undefined ? {} : { description };
  return { kind: 'calendar#calendar', etag: etagOf(changed), id, summary, ...withDescription, timeZone };
}

const textIn = (body: Record<string, unknown>, name: string): string | undefined =>
  typeof body[name] === 'string' ? body[name] : undefined;

/** calendars.insert: a secondary calendar, owned by its creator and in their list. */
export function insertCalendar(store: GoogleStore, request: SimulatorRequest): Answer {
  const grant = grantOf(store, request);
  const body = objectOf(request);
  const summary = textIn(body, 'summary');
  if (summary === undefined || summary === '') throw new ApiError(400, 'required', 'Missing summary.');
  const timeZone = textIn(body, 'timeZone');
  const description = textIn(body, 'description');
  const created = store.addCalendar(grant.email, {
    summary,
    ...(timeZone === undefined ? {} : { timeZone }),
    ...(description === undefined ? {} : { description }),
    createdBy: grant.clientId,
  });
  return json(presentCalendar(created, store.latest));
}

const isColor = (value: string | undefined): boolean => value !== undefined && /^#[0-9a-fA-F]{6}$/.test(value);

/** calendarList.patch, of colours only. */
export function patchEntry(store: GoogleStore, request: SimulatorRequest): Answer {
  const grant = grantOf(store, request);
  const entry = store.entryFor(grant.email, request.params['calendarId']!);
  const calendar = entry && store.calendars.get(entry.calendarId);
  if (!entry || !calendar) throw notFound();
  const body = objectOf(request);
  const color = textIn(body, 'backgroundColor');
  if (color !== undefined) {
    if (request.url.searchParams.get('colorRgbFormat') !== 'true') throw invalid('colorRgbFormat is required.');
    if (!isColor(color) || !isColor(textIn(body, 'foregroundColor'))) throw invalid('Both colors are needed.');
    Object.assign(entry, { backgroundColor: color, changed: store.next() });
  }
  return json(presentEntry(entry, calendar));
}
