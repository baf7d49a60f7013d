/** A seeded user. */
export interface User {
  /** Administrator of an organization, who may transfer calendars. */
  isAdmin?: boolean;
  sub: string;
  email: string;
  name: string;
}

/** In ascending order. */
export const roles = ['freeBusyReader', 'reader', 'writerWithoutPrivateAccess', 'writer', 'owner'] as const;
export type AccessRole = (typeof roles)[number];

/** An event resource: members unknown to the simulator are kept unchanged. */
export interface EventResource extends Record<string, unknown> {
  id: string;
  status: 'confirmed' | 'tentative' | 'cancelled';
  /** Increases with each new time and on cancellation; a write with a lower one is refused. */
  sequence?: number;
  iCalUID: string;
  recurringEventId?: string;
  originalStartTime?: EventDateTime;
  start?: EventDateTime;
  end?: EventDateTime;
  recurrence?: string[];
}

export interface EventDateTime {
  date?: string;
  dateTime?: string;
  timeZone?: string;
}

export interface StoredEvent {
  resource: EventResource;
  /** Position in the order of all changes; the ETag is derived from it. */
  changed: number;
}

/** Who may do what in a calendar; its id is `user:ada@example.com`, `domain:example.com` or `default`. */
export interface AclRule {
  role: AccessRole | 'none';
  scope: { type: 'default' | 'user' | 'group' | 'domain'; value?: string };
  changed: number;
}

export interface Calendar {
  id: string;
  /** By its id; a removed rule stays, with the role `none`. */
  rules: Map<string, AclRule>;
  /** E-mail address of the one user whose data it is. */
  dataOwner: string;
  summary: string;
  description?: string;
  /** The OAuth client that created it with calendars.insert. */
  createdBy?: string;
  timeZone: string;
  workingHours?: CalendarHours;
  /** Whether Google Meet is allowed in it. */
  conferences: boolean;
  /** Whether its changes can be pushed; those of some shared calendars cannot. */
  pushes: boolean;
  events: Map<string, StoredEvent>;
  /** Sync tokens of an earlier epoch are no longer valid. */
  epoch: number;
}

/** When the user of a primary calendar works: minutes from the start of a day. */
export interface CalendarHours {
  workingHoursEnabled?: boolean;
  availableTimes?: { dayOfWeek?: string; periodStart?: number; periodEnd?: number }[];
}

/** A calendar in a user's list. */
export interface ListEntry {
  calendarId: string;
  accessRole: AccessRole;
  primary: boolean;
  deleted: boolean;
  /** Hidden by its user: only listed with showHidden. */
  hidden: boolean;
  backgroundColor: string;
  isSelected: boolean;
  /** The user's own name for it; empty if they have none. */
  summaryOverride: string;
  changed: number;
}

export interface Grant {
  email: string;
  clientId: string;
  scope: string;
  /** The current refresh token; earlier ones of a rotating grant are refused. */
  refreshToken: string;
  /** Whether the application has received the refresh token. */
  isOffline?: boolean;
  revoked: boolean;
  /** Epoch ms; absent: it lasts until it is revoked. */
  ends?: number;
}

/** What a channel reports changes of: a calendar's events or rules, or a user's list or settings. */
export interface Watched {
  kind: 'events' | 'acl' | 'calendarList' | 'settings';
  /** The calendar's id, or the user's e-mail address. */
  of: string;
}

export interface Channel {
  id: string;
  resourceId: string;
  watched: Watched;
  /** Path of the watched resource. */
  path: string;
  /** State at the last notification, for all but events. */
  version: string;
  address: string;
  token: string | undefined;
  /** Epoch ms. */
  expiration: number;
  messages: number;
}
