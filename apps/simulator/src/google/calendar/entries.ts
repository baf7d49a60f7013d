import { json, nothing, objectOf, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { ApiError, invalid, notFound } from '../api-error.js';
import { grantOf } from '../authenticate.js';
import type { Calendar, ListEntry } from '../model.js';
import type { GoogleStore } from '../store.js';
import { presentEntry } from './resources.js';

interface Found {
  entry: ListEntry;
  calendar: Calendar;
}

function entryOf(store: GoogleStore, request: SimulatorRequest): Found {
  const { email } = grantOf(store, request);
  const entry = store.entryFor(email, request.params['calendarId']!);
  const calendar = entry && store.calendars.get(entry.calendarId);
  if (!entry || !calendar) throw notFound();
  return { entry, calendar };
}

const isColor = (value: unknown): value is string => typeof value === 'string' && /^#[0-9a-fA-F]{6}$/.test(value);

/** What a user may choose about a calendar in their list; `update` resets what it does not name. */
function chosen(request: SimulatorRequest, how: 'patch' | 'update'): Partial<ListEntry> {
  const body = objectOf(request);
  const { backgroundColor, foregroundColor, hidden, selected, summaryOverride } = body;
  const choice: Partial<ListEntry> = how === 'update' ? { hidden: false, isSelected: false, summaryOverride: '' } : {};
  if (backgroundColor !== undefined) {
    if (request.url.searchParams.get('colorRgbFormat') !== 'true') throw invalid('colorRgbFormat is required.');
    if (!isColor(backgroundColor) || !isColor(foregroundColor)) throw invalid('Both colors are needed.');
    choice.backgroundColor = backgroundColor;
  }
  if (typeof hidden === 'boolean') choice.hidden = hidden;
  if (typeof selected === 'boolean') choice.isSelected = selected;
  if (typeof summaryOverride === 'string') choice.summaryOverride = summaryOverride;
  if (summaryOverride === null) choice.summaryOverride = '';
  return choice;
}

/** calendarList.get */
export function getEntry(store: GoogleStore, request: SimulatorRequest): Answer {
  const { entry, calendar } = entryOf(store, request);
  return json(presentEntry(entry, calendar));
}

/** calendarList.patch and calendarList.update */
export function changeEntry(store: GoogleStore, request: SimulatorRequest, how: 'patch' | 'update'): Answer {
  const { entry, calendar } = entryOf(store, request);
  const choice = chosen(request, how);
  if (Object.keys(choice).length > 0) Object.assign(entry, choice, { changed: store.next() });
  return json(presentEntry(entry, calendar));
}

/** calendarList.insert: a calendar that is shared with the user, or that they had removed from the list. */
export function insertEntry(store: GoogleStore, request: SimulatorRequest): Answer {
  const { email } = grantOf(store, request);
  const { id } = objectOf(request);
  if (typeof id !== 'string') throw new ApiError(400, 'required', 'Missing calendar id.');
  const calendar = store.calendars.get(id);
  const accessRole = calendar && store.roleIn(calendar, email);
  if (!calendar || !accessRole) throw notFound();
  const listed = (store.lists.get(email) ?? []).find(({ calendarId }) => calendarId === id);
  const entry = listed ?? store.enlist(id, email, { accessRole });
  Object.assign(entry, chosen(request, 'patch'), { deleted: false, changed: store.next() });
  return json(presentEntry(entry, calendar));
}

/** calendarList.delete: out of the list; the calendar stays. */
export function deleteEntry(store: GoogleStore, request: SimulatorRequest): Answer {
  const { entry } = entryOf(store, request);
  if (entry.primary) throw new ApiError(400, 'invalid', 'Cannot remove a primary calendar.', {}, 'calendar');
  Object.assign(entry, { deleted: true, changed: store.next() });
  return nothing();
}
