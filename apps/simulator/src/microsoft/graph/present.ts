import { toIso, toLocal } from '@kalends/icalendar';
import type { Event, Location, PatternedRecurrence } from '@microsoft/microsoft-graph-types';
import { plainId } from '../event-ids.js';
import type { StoredEvent, WrittenTime } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { instantOf, type Item } from './occurrences.js';
import type { Preferences } from './preferences.js';

const nowhere: Location = {
  displayName: '',
  locationType: 'default',
  uniqueIdType: 'unknown',
  address: {},
  coordinates: {},
};

/** The version of an event as its change key. */
export const changeKeyOf = ({ changed }: StoredEvent) => Buffer.from(`change ${changed}`).toString('base64');
export const etagOf = (event: StoredEvent) => `W/"${changeKeyOf(event)}"`;

const entities = new Map(
  Object.entries<string>({ '&lt;': '<', '&gt;': '>', '&quot;': '"', '&nbsp;': ' ', '&amp;': '&' }),
);
const toText = (content: string) =>
  content
    .replace(/<head>[\s\S]*?<\/head>/gi, '')
    .replace(/<a href="([^"]*)">([^<]*)<\/a>/gi, '$2&lt;$1&gt;')
    .replace(/<br\s*\/?>|<\/(?:p|div)>/gi, '\r\n')
    .replace(/<[^<>]*>/g, '')
    .replace(/&(lt|gt|quot|nbsp|amp);/g, (entity) => entities.get(entity)!)
    .replace(/^[\r\n]+|(?:\r?\n){1,99}$/g, '');

const head = '<html><head>\r\n<meta http-equiv="Content-Type" content="text/html; charset=utf-8"></head><body>';
const escaped = (text: string) => text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');

/** A body as it is stored: HTML, also if it was sent as text. */
export function storedBody({ contentType, content }: { contentType: string; content: string }): Event['body'] {
  if (content === '') return { contentType: 'html', content: '' };
  const isHtml = contentType.toLowerCase() === 'html';
  const inner = isHtml ? content : `<div class="PlainText">${escaped(content).replace(/\r?\n/g, '<br>\r\n')}</div>`;
  const isWhole = isHtml && /^\s*<html/i.test(content);
  return { contentType: 'html', content: isWhole ? content : `${head}${inner}</body></html>` };
}

/** A time in the zone that a request prefers; an all-day one stays at midnight. */
function presentTime(time: WrittenTime, isAllDay: boolean, { zone }: Preferences): WrittenTime {
  const local = isAllDay ? `${time.dateTime.slice(0, 10)}T00:00:00` : toLocal(zone.iana, instantOf(time, false));
  return { dateTime: `${local}.0000000`, timeZone: zone.name };
}

/** A recurrence with every member that its type does not use, zero-filled as Graph does. */
export function presentRecurrence({ pattern, range }: PatternedRecurrence, zone: string): PatternedRecurrence {
  return {
    pattern: { month: 0, dayOfMonth: 0, firstDayOfWeek: 'sunday', index: 'first', ...pattern },
    range: { endDate: '0001-01-01', recurrenceTimeZone: zone, numberOfOccurrences: 0, ...range },
  };
}

function people(store: MicrosoftStore, email: string, { fields, invitation }: StoredEvent): Partial<Event> {
  const none = { response: 'none', time: '0001-01-01T00:00:00Z' } as const;
  const { name } = store.users.get(email)!;
  return {
    attendees: (fields.attendees ?? []).map((one) => ({ type: 'required', status: none, ...one })),
    organizer: { emailAddress: invitation?.organizer ?? { name, address: email } },
    isOrganizer: invitation === undefined,
    responseStatus: invitation
      ? { response: invitation.response, time: invitation.time }
      : { ...none, response: 'organizer' },
  };
}

interface Shown {
  store: MicrosoftStore;
  email: string;
  preferences: Preferences;
  /** Seen by somebody with whom the calendar is shared: a private event shows its times only. */
  isGuest?: boolean;
  /** Seen with `Calendars.ReadBasic` alone: without its text. */
  isBasic?: boolean;
}

const hiddenFields = ({ isAllDay, showAs }: Event): Event => ({
  subject: 'Private Appointment',
  sensitivity: 'private',
  isAllDay: isAllDay ?? false,
  showAs: showAs ?? 'busy',
});

const defaults: Event = {
  hasAttachments: false,
  subject: '',
  importance: 'normal',
  sensitivity: 'normal',
  isAllDay: false,
  isCancelled: false,
  responseRequested: true,
  showAs: 'busy',
  isReminderOn: true,
  reminderMinutesBeforeStart: 15,
  isOnlineMeeting: false,
  onlineMeetingProvider: 'unknown',
  onlineMeeting: null,
  onlineMeetingUrl: null,
  allowNewTimeProposals: true,
  isDraft: false,
  hideAttendees: false,
  categories: [],
};

/** The event resource of Graph; extended properties and exceptions only where they are expanded. */
export function presentEvent(item: Item, shown: Shown): Event & Record<string, unknown> {
  const { store, email, preferences, isGuest = false, isBasic = false } = shown;
  const { type, of } = item;
  const isHidden = isGuest && ['private', 'confidential'].includes(item.event.fields.sensitivity ?? 'normal');
  const event = isHidden ? { ...item.event, fields: hiddenFields(item.event.fields) } : item.event;
  const isAllDay = event.fields.isAllDay === true;
  const { body: _body, ...fields } = event.fields;
  const html = event.fields.body?.content ?? '';
  const body = preferences.text
    ? { contentType: 'text' as const, content: toText(html) }
    : { contentType: 'html' as const, content: html };
  const iCalUId = of ? `${of.master.iCalUId}${of.date.replaceAll('-', '')}` : event.iCalUId;
  const idOf = (one: string) => (preferences.isImmutable ? one : plainId(one, of?.master ?? item.event));
  const id = idOf(item.id);
  const series = of ? { occurrenceId: `OID.${idOf(of.master.id)}.${of.date}` } : {};
  const location = { ...nowhere, ...event.fields.location };
  return {
    '@odata.etag': etagOf(event),
    id,
    createdDateTime: event.created,
    lastModifiedDateTime: event.updated,
    changeKey: changeKeyOf(event),
    transactionId: event.transactionId ?? null,
    originalStartTimeZone: event.authoringZone ?? event.start.timeZone,
    originalEndTimeZone: event.authoringZone ?? event.end.timeZone,
    iCalUId,
    uid: of?.master.iCalUId ?? event.iCalUId,
    seriesMasterId: of ? idOf(of.master.id) : null,
    type,
    ...defaults,
    ...fields,
    ...people(store, email, event),
    ...series,
    ...(isBasic ? {} : { body, bodyPreview: toText(html).slice(0, 255) }),
    webLink: `https://outlook.office365.com/owa/?itemid=${id}&exvsurl=1&path=/calendar/item`,
    recurrence:
      event.recurrence && !of ? presentRecurrence(event.recurrence, event.authoringZone ?? event.start.timeZone) : null,
    location,
    locations: event.fields.locations ?? (location.displayName ? [location] : []),
    start: presentTime(item.start, isAllDay, preferences),
    end: presentTime(item.end, isAllDay, preferences),
  };
}

/** When the series has an occurrence that is now an exception, in UTC; only if `$select` names it. */
export const originalStartOf = ({ of }: Item): string | undefined =>
  of &&
  toIso(
    instantOf(
      { ...of.master.start, dateTime: of.date + of.master.start.dateTime.slice(10) },
      of.master.fields.isAllDay === true,
    ),
  );
