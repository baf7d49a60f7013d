import type { Egress } from '@kalends/security';
import type { CalendarRights } from '../calendar-rights.js';
import type { ConsentFailed } from './consent-failure.js';
import type { RegistrationFinding } from './registration.js';
import type { ConsentStrategy } from './consent-strategy.js';

/** What a consent half is made from. */
export interface ConsentContext<Config> {
  config: Config;
  egress: Pick<Egress, 'dispatcher'>;
  /** Current time, epoch ms. */
  clock: () => number;
  /** The redirect target that is registered at the provider. */
  callbackUrl: string;
}

/** A provider at which users consent. */
export interface ConsentHalf {
  strategy: ConsentStrategy;
  /** The minimum scopes at the provider for what an application needs. */
  scopesFor(needed: CalendarRights): string[];
  /** Scopes that prove who somebody is, and nothing else; absent: the fewest with calendars. */
  identityScopes?: readonly string[];
  /** Whether the granted scopes cover what an application needs. */
  covers(granted: readonly string[], needed: CalendarRights): boolean;
  /** Whether every permission was granted that the operator wants in addition to those; absent: there are none. */
  coversOptional?(granted: readonly string[], needed: CalendarRights): boolean;
  /** An error in the redirect instead of a code. */
  failureOfRedirect(error: string, description: string): ConsentFailed;
  /** RFC 7009; null: the provider has no such endpoint. */
  revokeUrl: string | null;
  /** Tries the client at the provider, without a user; never throws for what it finds. */
  check(): Promise<RegistrationFinding[]>;
  /** Why the provider ends consents by itself, in a sentence, and what the operator clicks; absent: it ends none. */
  ending?: { why: string; steps: readonly string[] };
  /** The page on which an administrator approves the application for an organization; absent: there is none. */
  approvalUrl?(approval: { returnUrl: string; state: string | null }): string;
}

/** The module `consent` of a provider. */
export interface ConsentModule<Config = object> {
  create(context: ConsentContext<Config>): ConsentHalf;
}
