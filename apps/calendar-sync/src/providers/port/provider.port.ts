import type { EventChange, ProvedIdentity } from '@kalends/contracts';
import type { EpochMs, EventSeries } from '@kalends/icalendar';
import type { SkipReason } from './read-object.js';

/** A calendar as its provider shows it. `href` names it within the profile and never changes. */
export interface RemoteCalendar {
  href: string;
  name: string;
  readonly: boolean;
  primary: boolean;
  color?: string;
  /** IANA zone of floating and all-day times, where the provider says one. */
  tzid?: string;
  /** Changes whenever anything in the calendar does, where the provider has such a mark (CalDAV: getctag). */
  ctag?: string;
}

/** An event as its provider holds it: `href` names it within the calendar, `etag` its version. */
export interface RemoteEvent {
  href: string;
  etag: string;
  series: EventSeries;
}

/** Part of what changed; a provider hands over as many as it needs so that memory stays bounded. */
export interface ChangeBatch {
  changed: RemoteEvent[];
  /** Hrefs that are gone. */
  removed: string[];
  /** Hrefs that are as we know them: seen, not handed over again. */
  unchanged?: string[];
  /** What is there but makes no event: a task, or something that cannot be read. */
  skipped?: SkippedObject[];
}

interface SkippedObject {
  href: string;
  etag: string;
  reason: SkipReason;
}

/**
 * How a read of changes ended: `cursor` is where the next one begins (null: the provider has none). After a `full` read
 * whatever was not seen in it is gone.
 */
export interface ChangesRead {
  kind: 'delta' | 'full';
  cursor: string | null;
}

/** Hrefs and etags that we hold, for providers that only tell what there is, not what changed. */
export type Known = ReadonlyMap<string, string>;

/** What we hold of a calendar since it was read last. */
export interface LastRead {
  /** Where that read ended; null: the calendar is to be read in full. */
  cursor: string | null;
  known: Known;
}

export interface WriteTarget {
  /** iCalendar UID; for an event of an application it is derived, so that a repeated create meets the first one. */
  uid: string;
  /** Null when we do not know it at the provider. */
  href: string | null;
  /** Its version when we last saw it. */
  etag?: string | null;
}

/** What is to become of an event, and when that was asked for (epoch ms). */
export interface RequestedChange {
  change: EventChange;
  now: EpochMs;
}

/** A channel over which a provider tells that a calendar changed. */
export interface WatchRequest {
  /** Chosen by us, never used before. */
  channelId: string;
  /** Where notifications go. */
  address: string;
  /** Repeated in every notification. */
  token: string;
}

/** What is wanted of a list of calendars. */
export interface RequestedCalendars {
  /** Their ctags as well (true): there are servers that look at every object for one. */
  ctags?: boolean;
}

/** A calendar that is to be made. */
export interface NewCalendar {
  /** Hexadecimal digits, always the same for the same wish: a repeated one meets the calendar that the first made. */
  key: string;
  name: string;
  /** `#RRGGBB`; left out where the provider does not take it. */
  color?: string;
  /** IANA zone, for providers that give a calendar one. */
  tzid: string;
}

/**
 * One profile at a calendar provider. Methods throw {@link ProviderError}s only; everything else is a bug.
 * Instances are made for one piece of work and hold no state between them.
 */
export interface CalendarProvider {
  calendars(wanted?: RequestedCalendars): Promise<RemoteCalendar[]>;
  /** E-mail addresses that the provider knows as the person's own, in lower case. */
  ownAddresses(): Promise<string[]>;
  /**
   * Whom the provider says that it has authenticated. With {@link prove}, absent where the identity comes with the
   * consent (OAuth), or where there are no credentials.
   */
  identify?(): Promise<ProvedIdentity>;
  /**
   * The same, to be believed: the same request with another password was refused. `identity-not-proved` where it was
   * not, or where the provider does not say who it is.
   */
  prove?(): Promise<ProvedIdentity>;
  /** Makes a calendar for events. Repeating it makes no second one; who may not is `refused`. */
  createCalendar(wanted: NewCalendar): Promise<RemoteCalendar>;
  /** Reads what changed since the last read. A cursor that is no longer valid leads to a full read. */
  changes(
    calendar: RemoteCalendar,
    last: LastRead,
    onBatch: (batch: ChangeBatch) => Promise<void>,
  ): Promise<ChangesRead>;
  /**
   * Writes a change over what the provider has now, keeping what it does not speak of; creates the event when it is not
   * there. Meets a concurrent change by reading again and reapplying. Repeating it makes no second event.
   */
  upsert(calendar: RemoteCalendar, target: WriteTarget, requested: RequestedChange): Promise<RemoteEvent>;
  /** Removes the event; one that is not there is removed already. */
  remove(calendar: RemoteCalendar, target: WriteTarget): Promise<void>;
  /** Opens a channel; absent where the provider has none and is only polled. `expiresAt`: epoch ms. */
  watch?(calendar: RemoteCalendar, channel: WatchRequest): Promise<{ resourceId: string; expiresAt: EpochMs }>;
  /** Closes a channel; one that is not there is closed already. */
  unwatch?(channel: { channelId: string; resourceId: string }): Promise<void>;
}

/**
 * `authentication-failed`: the profile is to be disconnected. `unavailable`: try again later. `refused`: this write will
 * never be taken. `calendar-gone`: the calendar is not there any more. `not-a-provider`: something else answers there.
 * `address-refused`: the egress guard does not let us go there. `identity-not-proved`: it cannot be told whose
 * credentials these are.
 */
export type ProviderFailure =
  | 'authentication-failed'
  | 'unavailable'
  | 'refused'
  | 'calendar-gone'
  | 'not-a-provider'
  | 'address-refused'
  | 'identity-not-proved';

export class ProviderError extends Error {
  constructor(
    readonly failure: ProviderFailure,
    /** For the person who connected the profile, or the operator. */
    message: string,
    readonly options: { retryAfterMs?: number; cause?: unknown } = {},
  ) {
    super(message, { cause: options.cause });
    this.name = 'ProviderError';
  }
}
