import type { AppPasswordIssuer, EventChange, ProvedIdentity, RefusalCode, WorkingHours } from '@kalends/contracts';
import type { EpochMs, EventSeries } from '@kalends/icalendar';
import type { SkipReason } from './read-object.js';

/** A calendar at its provider. `href` identifies it within the profile and never changes. */
export interface RemoteCalendar {
  href: string;
  name: string;
  readonly: boolean;
  primary: boolean;
  color?: string;
  /** IANA zone of floating and all-day times, if the provider reports one. */
  tzid?: string;
  /** Whether the provider adds conferences to its events on request. */
  integratedConferencing?: boolean;
  /** Changes whenever anything in the calendar does, if the provider has such a mark (CalDAV: getctag). */
  ctag?: string;
}

/** An event at its provider: `href` identifies it within the calendar, `etag` its version. */
export interface RemoteEvent {
  href: string;
  etag: string;
  series: EventSeries;
}

/** Part of the changes; a provider returns as many batches as it needs to keep memory bounded. */
export interface ChangeBatch {
  changed: RemoteEvent[];
  /** Hrefs of deleted objects. */
  removed: string[];
  /** Hrefs whose version is already known: seen, not returned again. */
  unchanged?: string[];
  /** Objects without an event: a task, or something unreadable. */
  skipped?: SkippedObject[];
}

export interface SkippedObject {
  href: string;
  /** Empty: it is requested again, whether it changes or not. */
  etag: string;
  reason: SkipReason;
  /** What the provider answered, if it did not return the object. */
  detail?: string;
}

/**
 * The result of reading changes: `cursor` is where the next read begins (null: the provider has none). After a `full`
 * read, events that were not seen in it are deleted.
 */
export interface ChangesRead {
  kind: 'delta' | 'full';
  cursor: string | null;
}

/** Stored hrefs and etags, for providers that list what exists instead of what changed. */
export type Known = ReadonlyMap<string, string>;

/** The stored state of a calendar since its last read. */
export interface LastRead {
  /** Where that read ended; null: the calendar must be read completely. */
  cursor: string | null;
  known: Known;
  /** Everything is listed and compared with what is known, as the cursor may not report all changes. */
  listAll?: boolean;
}

export interface WriteTarget {
  /** iCalendar UID; for an application's event it is derived, so that a repeated create finds the first one. */
  uid: string;
  /** Null if the event's href at the provider is unknown. */
  href: string | null;
  /** Its last known version. */
  etag?: string | null;
  /** Refused if the event no longer exists, instead of created. */
  mustExist?: boolean;
  /** Refused if the event recurs by now. */
  mustNotRecur?: boolean;
}

/** The requested change of an event, and when it was requested (epoch ms). */
export interface RequestedChange {
  change: EventChange;
  now: EpochMs;
}

/** A channel over which a provider reports changes of a calendar. */
export interface WatchRequest {
  /** Chosen by Kalends, never used before. */
  channelId: string;
  /** The address for notifications. */
  address: string;
  /** Repeated in every notification. */
  token: string;
}

export interface OpenedChannel {
  resourceId: string;
  /** Epoch ms. */
  expiresAt: EpochMs;
  /** The provider has reached the address while it opened the channel; otherwise its first notification shows that. */
  isProven?: boolean;
}

/** What a list of calendars must include. */
export interface RequestedCalendars {
  /** Include ctags (true): some servers read every object to compute one. */
  ctags?: boolean;
}

/** A room, or something else that an event can invite by its address. */
export interface RemoteResource {
  email: string;
  name: string;
}

export interface ListedResources {
  resources: RemoteResource[];
  /** There are more than the provider port reads. */
  truncated: boolean;
}

/** A calendar to create. */
export interface NewCalendar {
  /**
   * Hexadecimal digits, always the same for the same request: a repeated request finds the calendar that the first
   * created.
   */
  key: string;
  name: string;
  /** `#RRGGBB`; ignored if the provider does not accept it. */
  color?: string;
  /** IANA zone, for providers whose calendars have one. */
  tzid: string;
}

/**
 * One profile at a calendar provider. Methods throw {@link ProviderError}s only; everything else is a bug. Instances
 * are created per task and keep no state between tasks.
 */
export interface CalendarProvider {
  calendars(requested?: RequestedCalendars): Promise<RemoteCalendar[]>;
  /** The user's own e-mail addresses according to the provider, in lower case. */
  ownAddresses(): Promise<string[]>;
  /** Whether a CalDAV server sends the invitations of events; absent for providers with a rule of their own. */
  sendsInvitations?(): Promise<boolean>;
  /**
   * When the user works, with one request; null, without a request, if the user did not permit it, and if the provider states no hours.
   * Absent if it never does.
   */
  workingHours?(): Promise<WorkingHours | null>;
  /**
   * IANA zone of the account, with one request; null: it has none, or the user did not permit reading it. Absent where the primary
   * calendar has it.
   */
  timeZone?(): Promise<string | null>;
  /**
   * The identity that the provider reports as authenticated, proved: where it was reported, another password is refused.
   * `identity-not-proved` if it is not, or if the provider names no identity. Absent if the identity is part of the consent
   * (OAuth), or if there are no credentials.
   */
  prove?(): Promise<ProvedIdentity>;
  /** Creates a calendar for events. Repeating it creates no second one; missing permission is `refused`. */
  createCalendar(requested: NewCalendar): Promise<RemoteCalendar>;
  /**
   * The rooms of the account's organization, in the provider's order; absent if the provider has no such list. `refused`:
   * this account may not list them.
   */
  resources?(): Promise<ListedResources>;
  /** Reads the changes since the last read. A cursor that is no longer valid leads to a full read. */
  changes(
    calendar: RemoteCalendar,
    last: LastRead,
    onBatch: (batch: ChangeBatch) => Promise<void>,
  ): Promise<ChangesRead>;
  /**
   * Writes a change over the provider's current version, keeping what the change does not name; creates the event if it
   * does not exist, unless it must. The result has a pending conference while the provider is still adding one. After a
   * concurrent change it reads again and reapplies. Repeating it creates no second event.
   */
  upsert(calendar: RemoteCalendar, target: WriteTarget, requested: RequestedChange): Promise<RemoteEvent>;
  /** Deletes the event, in the version that was last read if it must not recur; a missing one counts as deleted. */
  remove(calendar: RemoteCalendar, target: WriteTarget): Promise<void>;
  /** Opens a channel; absent if the provider has none and is only polled. */
  watch?(calendar: RemoteCalendar, channel: WatchRequest): Promise<OpenedChannel>;
  /**
   * Extends a channel, with a provider that permits no second one for the same calendar; null: it no longer exists.
   * `expiresAt`: epoch ms.
   */
  renewWatch?(channel: { resourceId: string }): Promise<{ expiresAt: EpochMs } | null>;
  /** Closes a channel; a missing one counts as closed. */
  unwatch?(channel: { channelId: string; resourceId: string }): Promise<void>;
}

/**
 * `authentication-failed`: disconnect the profile. `unavailable`: try again later. `refused`: this write will never be
 * accepted. `calendar-gone`: the calendar no longer exists. `not-a-provider`: something other than a calendar server
 * answers there. `address-refused`: the egress guard blocks the address. `identity-not-proved`: the owner of the
 * credentials cannot be determined.
 */
export type ProviderFailure =
  | 'authentication-failed'
  | 'unavailable'
  | 'refused'
  | 'calendar-gone'
  | 'not-a-provider'
  | 'address-refused'
  | 'identity-not-proved';

interface ProviderErrorOptions {
  retryAfterMs?: number;
  /** `unavailable`: a write that was attempted so often is refused instead of being repeated for ever. */
  maxAttempts?: number;
  /** Of a refused write: why; absent: for another reason than those that operators know what to do about. */
  refusal?: RefusalCode;
  /** `unavailable`: the request was not sent, to leave room for others: nothing has failed. */
  isPutOff?: boolean;
  /** Of refused credentials: trying again would change nothing. */
  isFinal?: boolean;
  /** Of a refused password: whose app passwords the user may need. */
  appPasswordsOf?: AppPasswordIssuer;
  cause?: unknown;
}

const longestMessage = 500;
/** As PostgreSQL stores it: a provider's text may have any length, U+0000 and unpaired surrogates. */
const storable = (message: string): string =>
  message
    .slice(0, longestMessage)
    .replaceAll('\0', '')
    .replaceAll(/\p{Cs}/gu, '\u{fffd}');

export class ProviderError extends Error {
  constructor(
    readonly failure: ProviderFailure,
    /** For the user who connected the profile, or the operator. */
    message: string,
    readonly options: ProviderErrorOptions = {},
  ) {
    super(storable(message), { cause: options.cause });
    this.name = 'ProviderError';
  }
}

/** Refuses a write to an event that its provider has in a form that we cannot read whole. */
export const unreadableEvent = () => new ProviderError('refused', 'The existing event is unreadable.');

/** Rounds of tries after which a write that its provider answers with a conflict each time is refused. */
export const maxConflicts = 5;

/** The failure of a write to an event that {@link WriteTarget.mustExist} and does not. */
export const missingEvent = (): ProviderError =>
  new ProviderError('refused', 'The event no longer exists.', { refusal: 'event_deleted' });

/** The failure of a change of an instance that its series does not have, or has no longer. */
export const missingInstance = (): ProviderError =>
  new ProviderError('refused', 'The instance of the series no longer takes place.', { refusal: 'event_deleted' });

/** The failure of a write to an event that {@link WriteTarget.mustNotRecur} and does. */
export const recurringEvent = (): ProviderError =>
  new ProviderError('refused', 'The event recurs by now, and only its own program can change it.', {
    refusal: 'recurring_event',
  });

/** Why a write was refused, as far as the status of the answer shows it. */
export function refusalIn(status: number): { refusal?: RefusalCode } {
  if (status === 401 || status === 403) return { refusal: 'not_permitted' };
  return status === 507 ? { refusal: 'storage_full' } : {};
}
