import type { CalendarChoice } from './addition.js';
import type { AuthorizationRequest } from './authorization-request.js';

/** Progress of a user's journey, carried in forms and addresses, sealed for their browser. */
export interface Journey {
  /** Random: identifies data left by the journey. */
  id: string;
  request: AuthorizationRequest;
  /** The account that is being connected: the browser's, the link token's, or that of a proved identity; else null. */
  accountId: string | null;
  /**
   * The account is a link token's, and this browser is not linked to it: the pages show whose it is, and the browser stays
   * unlinked. Absent in journeys of releases before 0.3.0.
   */
  unlinked?: boolean;
  /** The latest connection; published when the application redeems the code. */
  stagedId: string | null;
  /** Whether the provider has verified the identity (a consent); a CalDAV server may be anyone's. */
  vouched: boolean;
  /** When the provider ends the latest connection by itself, epoch ms; absent: no end is known. */
  endsAt?: number;
  /** The built-in calendar was chosen; it is created when the user allows it. `name`: in their language. */
  builtIn: { tzid: string; name?: string } | null;
  /** The calendar that the user has chosen for the event that is added. */
  chosen?: Pick<CalendarChoice, 'calendarId' | 'calendarName'>;
  /** IANA zone: guessed by the browser, then stated by the provider, then chosen by the user. */
  tzid: string;
  /** Whether the provider has stated `tzid`. Absent in journeys of releases before 0.4.0. */
  isZoneStated?: boolean;
  /** Epoch ms. */
  expires: number;
}

/** Whether the zone is the user's to choose: allowing it creates what has one. */
export const choosesZone = ({ accountId, builtIn }: Journey): boolean => accountId === null || builtIn !== null;

export const journeyLifetime = 30 * 60_000;

/** Whether there is anything to allow an application to use. */
export const isReady = ({ accountId, stagedId, builtIn }: Journey): boolean =>
  accountId !== null || stagedId !== null || builtIn !== null;
