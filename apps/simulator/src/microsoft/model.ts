import type {
  Calendar as GraphCalendar,
  CalendarColor,
  Event,
  PatternedRecurrence,
  ResponseType,
  WorkingHours as GraphWorkingHours,
} from '@microsoft/microsoft-graph-types';

/** A tenant of Entra: an organization, or the one that all personal accounts belong to. */
export type TenantKind = 'work' | 'personal' | 'admin-consent';

export interface MicrosoftUser {
  email: string;
  name: string;
  /** The user's object id, unique within the tenant. */
  oid: string;
  tid: string;
  kind: TenantKind;
  /** The mailbox's zone, by the name that it was given. */
  timeZone: string;
  /** Hours other than those of an office; `timeZone` if not the mailbox's. */
  workingHours?: Pick<GraphWorkingHours, 'daysOfWeek' | 'startTime' | 'endTime' | 'timeZone'>;
  /** Colours (`preset0` …) by the names of categories. */
  categories: Record<string, string>;
  /** Without one (on-premises, inactive, no licence), calendars are not found. */
  hasMailbox: boolean;
  /** A room has a mailbox, and nobody signs in to it. */
  room?: Room;
}

export interface Room {
  capacity: number;
  building: string;
  /** Address of the list that it is in. */
  list?: string;
}

/** A calendar that its owner shares with another user. */
export interface Share {
  calendarId: string;
  email: string;
  canEdit: boolean;
  /** Whether the user has accepted it, so that it is in their own list. */
  isListed: boolean;
}

export interface MicrosoftGrant {
  email: string;
  clientId: string;
  scope: string;
  revoked: boolean;
}

/** What an application writes of an event, after validation; times keep the zone that it named. */
export type EventFields = Partial<Event>;

/** A day's or a time's wall clock reading, `YYYY-MM-DDTHH:MM:SS`, in a zone by its Windows or IANA name. */
export interface WrittenTime {
  dateTime: string;
  timeZone: string;
}

export interface StoredEvent {
  id: string;
  iCalUId: string;
  /** Its id without `IdType="ImmutableId"`, since it was moved to another calendar. */
  movedId?: string;
  /** The zone that it was written in, if that is not the one of its times (`tzone://Microsoft/Custom`). */
  authoringZone?: string;
  fields: EventFields;
  start: WrittenTime;
  end: WrittenTime;
  recurrence?: PatternedRecurrence;
  /** Of an exception: the series' id, and the date on which the series had it, in the series' zone. */
  exception?: { masterId: string; date: string };
  /** Dates of a series on which it does not take place. */
  cancelled: Set<string>;
  /** Extended properties by id. */
  extended: Map<string, string>;
  transactionId?: string;
  /** Of an invitee's copy: who invited, and the answer. */
  invitation?: Invitation;
  /** UTC ISO. */
  created: string;
  updated: string;
  /** Position in the order of all changes; the ETag is derived from it. */
  changed: number;
}

export interface Invitation {
  organizer: { name: string; address: string };
  response: ResponseType;
  /** UTC ISO. */
  time: string;
}

/** A mail that Exchange would have sent. */
export interface Mail {
  at: string;
  from: string;
  to: string[];
  why: 'create' | 'update' | 'attendees' | 'cancel' | 'response';
  subject: string;
  iCalUId: string;
  comment?: string;
}

export interface MicrosoftCalendar {
  id: string;
  email: string;
  name: string;
  color: CalendarColor;
  hexColor: string;
  canEdit: boolean;
  /** Kinds of online meetings, if not those of its user's tenant. */
  onlineMeetingProviders?: string[];
  isDefault: boolean;
  groupId: string;
  changed: number;
  events: Map<string, StoredEvent>;
  /** Deleted events, the position of their deletion, and their id without `IdType="ImmutableId"`. */
  removed: Map<string, { changed: number; plainId: string }>;
  /** Deleted ids whose deletion may be repeated once with another error. */
  repeatable: Set<string>;
  /** Delta tokens of an earlier epoch are no longer valid. */
  epoch: number;
}

export interface CalendarGroup {
  id: string;
  email: string;
  name: string;
}

export type ChangeType = 'created' | 'updated' | 'deleted';

/** An application's subscription to the events of a calendar. */
export interface Subscription {
  id: string;
  email: string;
  clientId: string;
  /** As the application wrote it. */
  resource: string;
  calendarId: string;
  changeTypes: ChangeType[];
  notificationUrl: string;
  lifecycleNotificationUrl: string | undefined;
  clientState: string | undefined;
  /** Epoch ms. */
  expires: number;
  /** Whether it reports immutable ids. */
  isImmutable: boolean;
  /** Nothing is delivered until it is authorized again. */
  isPaused: boolean;
}

/** A change of an event that subscriptions report. */
export interface EventChange {
  calendar: MicrosoftCalendar;
  event: StoredEvent;
  type: ChangeType;
}

export type CalendarResource = GraphCalendar;
