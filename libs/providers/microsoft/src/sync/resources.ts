import type { Event } from '@microsoft/microsoft-graph-types';
import { z } from 'zod';

const text = z.string().nullish();
const time = z.object({ dateTime: z.string(), timeZone: text });
const person = z.object({ name: text, address: text });

/** A patternedRecurrence; what its type does not use is zero-filled by Graph. */
const recurrence = z.object({
  pattern: z.object({
    type: z.enum(['daily', 'weekly', 'absoluteMonthly', 'relativeMonthly', 'absoluteYearly', 'relativeYearly']),
    interval: z.int().min(1).max(9_999),
    month: z.int().min(0).max(12).optional(),
    dayOfMonth: z.int().min(0).max(31).optional(),
    daysOfWeek: z
      .array(z.enum(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']))
      .max(7)
      .nullish()
      .transform((days) => days ?? []),
    firstDayOfWeek: z.enum(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']).optional(),
    index: z.enum(['first', 'second', 'third', 'fourth', 'last']).optional(),
  }),
  range: z.object({
    type: z.enum(['endDate', 'noEnd', 'numbered']),
    startDate: z.string(),
    endDate: z.string().optional(),
    recurrenceTimeZone: z.string().nullish(),
    numberOfOccurrences: z.int().optional(),
  }),
});

const location = z.object({
  displayName: text,
  coordinates: z.object({ latitude: z.number().nullish(), longitude: z.number().nullish() }).nullish(),
});

const attendee = z.object({
  type: z.enum(['required', 'optional', 'resource']).nullish().catch(undefined),
  emailAddress: person.nullish(),
  status: z.object({ response: text }).nullish(),
});

/** The members of an event that are read; everything else is dropped and stays at Microsoft as it is. */
const single = z.object({
  '@odata.etag': z.string().min(1).max(2_000),
  id: z.string().min(1).max(1_000),
  type: z.enum(['singleInstance', 'occurrence', 'exception', 'seriesMaster']).nullish(),
  seriesMasterId: text,
  iCalUId: text,
  uid: text,
  occurrenceId: text,
  originalStart: text,
  subject: text,
  body: z.object({ contentType: text, content: text }).nullish(),
  start: time,
  end: time,
  isAllDay: z.boolean().nullish(),
  originalStartTimeZone: text,
  originalEndTimeZone: text,
  recurrence: recurrence.nullish().catch(undefined),
  showAs: text,
  sensitivity: text,
  isReminderOn: z.boolean().nullish(),
  reminderMinutesBeforeStart: z.int().nullish(),
  location: location.nullish(),
  categories: z.array(z.string()).max(1_000).nullish(),
  attendees: z.array(attendee).max(5_000).nullish(),
  organizer: z.object({ emailAddress: person.nullish() }).nullish(),
  isOrganizer: z.boolean().nullish(),
  responseStatus: z.object({ response: text }).nullish(),
  isCancelled: z.boolean().nullish(),
  isDraft: z.boolean().nullish(),
  isOnlineMeeting: z.boolean().nullish(),
  onlineMeetingUrl: text,
  onlineMeeting: z.object({ joinUrl: text }).nullish(),
  createdDateTime: text,
  lastModifiedDateTime: text,
  singleValueExtendedProperties: z.array(z.object({ id: z.string(), value: text })).nullish(),
  cancelledOccurrences: z.array(z.string()).max(20_000).nullish(),
});
export type GraphEvent = z.infer<typeof single>;

export const readEvent = (value: unknown): GraphEvent | undefined => single.safeParse(value).data;

/** A row of a list or delta, before it is known to be an event. */
export const row = z.object({
  '@odata.etag': z.string().optional(),
  '@removed': z.unknown().optional(),
  id: z.string().min(1).max(1_000),
  type: text,
  seriesMasterId: text,
});
export type GraphRow = z.infer<typeof row>;

/** One page of anything. */
export const page = z.object({
  value: z.array(z.unknown()).max(5_000),
  '@odata.nextLink': z.string().max(20_000).optional(),
  '@odata.deltaLink': z.string().max(20_000).optional(),
});
export type GraphPage = z.infer<typeof page>;

export const calendar = z.object({
  id: z.string().min(1).max(1_000),
  name: text,
  color: text,
  hexColor: text,
  canEdit: z.boolean().nullish(),
  isDefaultCalendar: z.boolean().nullish(),
  owner: person.nullish(),
  allowedOnlineMeetingProviders: z.array(z.string()).nullish(),
});
export type GraphCalendar = z.infer<typeof calendar>;

/** The signed-in user. */
export const user = z.object({ mail: text, userPrincipalName: text });

/** What is requested of an event (`$select`): members of Graph's type, and `uid`, which that lacks. */
const members = [
  'id',
  'type',
  'seriesMasterId',
  'iCalUId',
  'subject',
  'body',
  'start',
  'end',
  'isAllDay',
  'originalStartTimeZone',
  'originalEndTimeZone',
  'recurrence',
  'showAs',
  'sensitivity',
  'isReminderOn',
  'reminderMinutesBeforeStart',
  'location',
  'categories',
  'attendees',
  'organizer',
  'isOrganizer',
  'responseStatus',
  'isCancelled',
  'isDraft',
  'isOnlineMeeting',
  'onlineMeetingUrl',
  'onlineMeeting',
  'createdDateTime',
  'lastModifiedDateTime',
] as const satisfies readonly (keyof Event)[];

const set = '{8f2e4a6c-51d3-4b7e-9a0c-6d1f3b5e7a92}';
/** Extended properties of an event, which only this program reads; their names are case-sensitive. */
export const own = {
  uid: `String ${set} Name KalendsUid`,
  more: `String ${set} Name KalendsMore`,
};

const ours = `singleValueExtendedProperties($filter=id eq '${own.uid}' or id eq '${own.more}')`;
const select = [...members, 'uid'].join();

/** The query of lists of events, and of one event. */
export const eventQuery = { $select: select, $expand: ours };
/** The query of one series: its deleted occurrences and its exceptions come only with the series itself. */
export const seriesQuery = {
  $select: `${select},occurrenceId,originalStart,cancelledOccurrences,exceptionOccurrences`,
  $expand: `exceptionOccurrences,${ours}`,
};

/** The `$filter` for the events with one of our UIDs. */
export const uidFilter = (uid: string): string =>
  `singleValueExtendedProperties/Any(ep: ep/id eq '${own.uid}' and ep/value eq '${uid.replaceAll("'", "''")}')`;

export const propertyOf = (
  { singleValueExtendedProperties: properties }: GraphEvent,
  name: keyof typeof own,
): string | undefined => properties?.find(({ id }) => id.toLowerCase() === own[name].toLowerCase())?.value ?? undefined;
