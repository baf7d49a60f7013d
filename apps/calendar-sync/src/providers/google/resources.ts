import { ProviderError } from '../port/provider.port.js';

/** Resources of the Calendar API v3, as far as they are used. Times of day are RFC 3339. */
export interface GoogleTime {
  date?: string | null;
  dateTime?: string | null;
  timeZone?: string | null;
}

export interface GoogleAttendee {
  email?: string;
  displayName?: string;
  responseStatus?: string;
  /** Only read. */
  self?: boolean;
  /** Only read. */
  organizer?: boolean;
}

/** An attendee's line as it may be written. */
export function writableAttendee({ self: _self, organizer: _organizer, ...rest }: GoogleAttendee): GoogleAttendee {
  return rest;
}

/** The conference of an event; while Google is adding one, it has a `createRequest` and no entry points. */
export interface GoogleConference {
  createRequest?: {
    requestId?: string;
    conferenceSolutionKey?: { type?: string };
    status?: { statusCode?: string };
  };
  conferenceSolution?: { key?: { type?: string }; name?: string };
  entryPoints?: { entryPointType?: string; uri?: string }[];
}

export interface GoogleEvent {
  id: string;
  etag: string;
  status?: string;
  iCalUID?: string;
  summary?: string;
  description?: string;
  location?: string;
  start?: GoogleTime;
  end?: GoogleTime;
  recurrence?: string[];
  recurringEventId?: string;
  originalStartTime?: GoogleTime;
  transparency?: string;
  visibility?: string;
  attendees?: GoogleAttendee[];
  /** There are more attendees than it names. */
  attendeesOmitted?: boolean;
  organizer?: { email?: string; displayName?: string };
  source?: { url?: string; title?: string };
  hangoutLink?: string;
  conferenceData?: GoogleConference;
  eventType?: string;
  workingLocationProperties?: { type?: string };
  colorId?: string;
  reminders?: { useDefault?: boolean; overrides?: { method?: string; minutes?: number }[] };
  created?: string;
  updated?: string;
  sequence?: number;
  extendedProperties?: { private?: Record<string, string> };
}

export interface GoogleCalendar {
  id: string;
  summary?: string;
  summaryOverride?: string;
  description?: string;
  timeZone?: string;
  backgroundColor?: string;
  accessRole?: string;
  primary?: boolean;
  deleted?: boolean;
  conferenceProperties?: { allowedConferenceSolutionTypes?: string[] };
}

export interface GoogleList<Item> {
  items?: Item[];
  nextPageToken?: string;
  nextSyncToken?: string;
}

/** The items of a page. Nothing is no empty list: what it would show as deleted may exist. */
export function itemsOf<Item>({ items }: GoogleList<Item>): Item[] {
  if (Array.isArray(items)) return items;
  throw new ProviderError('unavailable', 'Google answered a list without its items.');
}

/** An event's private properties, which only this client sees. */
export const own = {
  uid: 'kalendsUid',
  categories: 'kalendsCategories',
  tags: 'kalendsTags',
  extendedTransparency: 'kalendsExtendedTransparency',
  geo: 'kalendsGeo',
  color: 'kalendsColor',
  moved: 'kalendsMoved',
};
