import type { ProvedIdentity, StageProfile } from '@kalends/contracts';
import { SealError } from '@kalends/security';
import { ProviderError, type CalendarProvider } from '../../providers/port/provider.port.js';
import type { ProviderOf } from '../../providers/port/provider-registry.js';
import type { ProfileRow } from '../../published-state/rows.js';
import type { Refusals } from '../../published-state/try-connection.js';

/** What a failure means to the person who typed address, user name and password. */
export const caldavRefusals: Refusals = {
  'authentication-failed': 'authentication-failed',
  'address-refused': 'address-refused',
  'not-a-provider': 'not-a-caldav-server',
  unavailable: 'address-unreachable',
  refused: 'not-a-caldav-server',
  'calendar-gone': 'not-a-caldav-server',
  'identity-not-proved': 'identity-not-proved',
};

/** What an account holds, as far as its owner is told before it is connected. */
interface AccountFindings {
  calendarNames: string[];
  ownAddresses: string[];
}

/** What a CalDAV server says to credentials that it accepts. */
interface CaldavFindings extends AccountFindings {
  identity: ProvedIdentity;
}

const mostNames = 200;
const longestName = 256;

/** As a page shows it: bounded, without what cannot be stored. */
const shown = (name: string) => name.slice(0, longestName).replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ');

export async function readAccount(provider: CalendarProvider): Promise<AccountFindings> {
  const calendars = await provider.calendars({ ctags: false });
  const calendarNames = calendars.slice(0, mostNames).map(({ name }) => shown(name));
  return { calendarNames, ownAddresses: await provider.ownAddresses() };
}

/**
 * Proves whose the credentials are, then reads the account with them: in this order, so that a server which counts
 * wrong passwords sees the right one last.
 */
export async function inspectCaldav(provider: CalendarProvider): Promise<CaldavFindings> {
  if (!provider.prove) throw new ProviderError('identity-not-proved', 'This provider has no passwords.');
  const identity = await provider.prove();
  return { identity, ...(await readAccount(provider)) };
}

const sameIdentity = (one: ProvedIdentity, other: ProvedIdentity) =>
  one.origin === other.origin && one.principal === other.principal;

/**
 * Whether the user name and password that an earlier profile has stored are accepted for the same identity, at the
 * address where wrong passwords have just been refused: its own address may be one that checks none.
 */
export async function provesEarlier(
  { providerOf, signal }: { providerOf: ProviderOf; signal: AbortSignal },
  earlier: ProfileRow | null,
  { identity, url }: { identity: ProvedIdentity; url: string },
): Promise<boolean> {
  const isCaldav = earlier?.provider_name === 'caldav' || earlier?.provider_name === 'apple';
  if (!isCaldav || earlier.deleted || earlier.sealed_password === null) return false;
  try {
    const own = await providerOf({ ...earlier, url }, signal).identify?.();
    return own !== undefined && sameIdentity(own, identity);
  } catch (error) {
    if (error instanceof ProviderError || error instanceof SealError) return false;
    throw error;
  }
}

/** Whether a profile that is connected again is still whom it was; one of before identities were proved is anybody. */
export const isAnotherUser = (
  { identity_origin: origin, identity_principal: principal }: ProfileRow,
  now: ProvedIdentity,
) => origin !== null && principal !== null && !sameIdentity({ origin, principal }, now);

export type Credentials<Kind> = Extract<StageProfile['credentials'], { kind: Kind }>;
