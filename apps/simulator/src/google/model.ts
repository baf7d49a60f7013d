/** A user as seeded. */
export interface User {
  sub: string;
  email: string;
  name: string;
}

export type AccessRole = 'freeBusyReader' | 'reader' | 'writerWithoutPrivateAccess' | 'writer' | 'owner';

/** An event resource: what the simulator does not know of it is kept as it is. */
export interface EventResource extends Record<string, unknown> {
  id: string;
  status: 'confirmed' | 'tentative' | 'cancelled';
  /** Rises with each new time and when it is cancelled; a write with a lower one is refused. */
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
  /** Place in the order of all changes; the ETag is made of it. */
  changed: number;
}

export interface Calendar {
  id: string;
  summary: string;
  description?: string;
  /** The OAuth client that made it with calendars.insert. */
  madeBy?: string;
  timeZone: string;
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
  /** Its user has hidden it: only listed with showHidden. */
  hidden: boolean;
  backgroundColor: string;
  changed: number;
}

export interface Grant {
  email: string;
  clientId: string;
  scope: string;
  /** The refresh token in force; earlier ones of a rotating grant are refused. */
  refreshToken: string;
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
