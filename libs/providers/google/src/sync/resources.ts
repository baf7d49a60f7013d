import { z } from 'zod';
import { ProviderError } from '@kalends/provider-port/sync';

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

const text = z.string().nullish();
const flag = z.boolean().nullish();
const time = z.object({ date: text, dateTime: text, timeZone: text }).nullish();
const named = z.object({ email: text, displayName: text });

/** The types of what is read of an event; members that are not read are not checked. */
const eventShape = z.object({
  id: z.string().min(1),
  etag: z.string(),
  status: text,
  iCalUID: text,
  summary: text,
  description: text,
  location: text,
  start: time,
  end: time,
  recurrence: z.array(z.string()).nullish(),
  recurringEventId: text,
  originalStartTime: time,
  transparency: text,
  visibility: text,
  attendees: z.array(named.extend({ responseStatus: text, self: flag, organizer: flag })).nullish(),
  attendeesOmitted: flag,
  organizer: named.nullish(),
  source: z.object({ url: text, title: text }).nullish(),
  hangoutLink: text,
  conferenceData: z
    .object({
      createRequest: z.object({ status: z.object({ statusCode: text }).nullish() }).nullish(),
      conferenceSolution: z.object({ key: z.object({ type: text }).nullish(), name: text }).nullish(),
      entryPoints: z.array(z.object({ entryPointType: text, uri: text })).nullish(),
    })
    .nullish(),
  eventType: text,
  workingLocationProperties: z.object({ type: text }).nullish(),
  colorId: text,
  reminders: z.object({ overrides: z.array(z.object({ minutes: z.number().nullish() })).nullish() }).nullish(),
  created: text,
  updated: text,
  sequence: z.number().nullish(),
  extendedProperties: z.object({ private: z.record(z.string(), z.string()).nullish() }).nullish(),
});

const identity = z.object({
  id: z.string().min(1),
  etag: z.string().catch(''),
  recurringEventId: z.string().optional().catch(undefined),
});

/**
 * An event as Google answers it, without members that are null. One with a member of another type has only its ids: without times it
 * is unreadable, and does not keep others from being read. Undefined: it has no id.
 */
export function eventIn(given: unknown): GoogleEvent | undefined {
  if (!eventShape.safeParse(given).success) return identity.safeParse(given).data;
  const members = Object.entries(given as object).filter(([, value]) => value !== null);
  return Object.fromEntries(members) as unknown as GoogleEvent;
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
