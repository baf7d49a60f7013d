import type { ScheduleInformation, ScheduleItem } from '@microsoft/microsoft-graph-types';
import { toLocal } from '@kalends/icalendar';
import { z } from 'zod';
import { json, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { accessDenied, GraphError, invalidParameter } from '../graph-error.js';
import type { MicrosoftUser } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { grantOf } from './authenticate.js';
import { readBody, time } from './event-schema.js';
import { workingHoursOf } from './mailbox.js';
import { onlyOptions } from './odata.js';
import { instantOf, viewOf, type Bounds, type Item } from './occurrences.js';
import { preferencesOf, type Preferences } from './preferences.js';

const maxMs = 62 * 86_400_000;
const maxEntries = 1000;
const asked = z.strictObject({
  schedules: z.array(z.string().max(320)).min(1).max(20),
  startTime: time,
  endTime: time,
  availabilityViewInterval: z.int().min(5).max(1440).optional(),
});

/** Digits of the view, later ones win; working elsewhere is shown as free. */
const digits = { free: 0, unknown: 0, workingElsewhere: 0, tentative: 1, busy: 2, oof: 3 } as const;

const timesOf = ({ start, end, event }: Item): Bounds => {
  const isAllDay = event.fields.isAllDay === true;
  return { start: instantOf(start, isAllDay), end: instantOf(end, isAllDay) };
};

interface Viewing {
  bounds: Bounds;
  minutes: number;
  preferences: Preferences;
  viewer: string;
}

/** One digit per interval: the busiest status that overlaps it. */
function viewOfItems(items: readonly Item[], { bounds, minutes }: Viewing): string {
  const step = minutes * 60_000;
  const slots = Array.from({ length: Math.ceil((bounds.end - bounds.start) / step) }, () => 0);
  for (const item of items) {
    const digit = digits[item.event.fields.showAs ?? 'busy'];
    const { start, end } = timesOf(item);
    const first = Math.max(0, Math.floor((start - bounds.start) / step));
    const last = Math.min(slots.length, Math.ceil((end - bounds.start) / step));
    for (let at = first; at < last; at++) slots[at] = Math.max(slots[at]!, digit);
  }
  return slots.join('');
}

function entry(item: Item, { preferences: { zone }, viewer }: Viewing, owner: string): ScheduleItem {
  const { fields } = item.event;
  const { start, end } = timesOf(item);
  const at = (ms: number) => ({ dateTime: `${toLocal(zone.iana, ms)}.0000000`, timeZone: zone.name });
  const isPrivate = (fields.sensitivity ?? 'normal') !== 'normal';
  const isShown = viewer === owner;
  const details = isShown
    ? { isPrivate, subject: fields.subject ?? '', location: fields.location?.displayName ?? '' }
    : {};
  return { ...details, status: fields.showAs ?? 'busy', start: at(start), end: at(end) };
}

function scheduleOf(store: MicrosoftStore, user: MicrosoftUser, viewing: Viewing): ScheduleInformation {
  const items = viewOf(
    store,
    store.calendarsOf(user.email).find(({ isDefault }) => isDefault)!,
    viewing.bounds,
  );
  if (items.length > maxEntries) {
    const message = 'The result set contains too many calendar entries.';
    return { scheduleId: user.email, error: { message, responseCode: '5006' } };
  }
  return {
    scheduleId: user.email,
    availabilityView: viewOfItems(items, viewing),
    scheduleItems: items.map((item) => entry(item, viewing, user.email)),
    workingHours: { ...workingHoursOf(user), daysOfWeek: [...workingHoursOf(user).daysOfWeek] },
  };
}

/** POST …/getSchedule: when the members of one's organization are busy, by their default calendars. */
export function getSchedule(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const { email } = grantOf(store, request, 'Calendars.ReadBasic');
  const user = store.users.get(email)!;
  if (user.kind === 'personal') throw accessDenied();
  onlyOptions(request);
  const { schedules, startTime, endTime, availabilityViewInterval: minutes = 30 } = readBody(request, asked);
  const bounds = { start: instantOf(startTime, false), end: instantOf(endTime, false) };
  if (bounds.end <= bounds.start) throw invalidParameter('endTime must be after startTime.');
  if (bounds.end - bounds.start > maxMs) {
    throw new GraphError(400, 'ErrorTimeIntervalTooBig', 'The requested time duration is too long.');
  }
  if (bounds.end - bounds.start < minutes * 60_000) throw invalidParameter('The interval is longer than the duration.');
  const preferences = preferencesOf(request);
  const viewing = { bounds, minutes, preferences, viewer: email };
  const value = schedules.map((scheduleId): ScheduleInformation => {
    const found = [...store.users.values()].find((one) => one.email.toLowerCase() === scheduleId.toLowerCase());
    if (found?.tid === user.tid) return { ...scheduleOf(store, found, viewing), scheduleId };
    const message = 'Unable to resolve e-mail address to an Active Directory object.';
    return { scheduleId, error: { message, responseCode: 'ErrorMailRecipientNotFound' } };
  });
  return json({ value }, 200, preferences.headers);
}
