/** A seeded user. */
export interface User {
  sub: string;
  email: string;
  name: string;
}

export type AccessRole = 'freeBusyReader' | 'reader' | 'writerWithoutPrivateAccess' | 'writer' | 'owner';

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

export interface Calendar {
  id: string;
  summary: string;
  description?: string;
  /** The OAuth client that created it with calendars.insert. */
  createdBy?: string;
  timeZone: string;
  /** Whether Google Meet is allowed in it. */
  conferences: boolean;
  /** Whether its changes can be pushed; those of some shared calendars cannot. */
  pushes: boolean;
  events: Map<string, StoredEvent>;
  /** Sync tokens of an earlier epoch are no longer valid. */
  epoch: number;
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
}

export interface Channel {
  id: string;
  resourceId: string;
  calendarId: string;
  address: string;
  token: string | undefined;
  /** Epoch ms. */
  expiration: number;
  messages: number;
}
