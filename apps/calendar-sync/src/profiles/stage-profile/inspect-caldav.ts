import { passwordProviderName, type ProvedIdentity, type StageProfile } from '@kalends/contracts';
import { SealError } from '@kalends/security';
import { isUtc } from '@kalends/icalendar';
import { ProviderError, type CalendarProvider, type RemoteCalendar, isSameIdentity } from '@kalends/provider-port/sync';
import type { ProviderOf } from '../../stored-credentials/provider-of.js';
import type { ProfileRow } from '../../published-state/rows.js';
import type { Refusals } from '../../published-state/try-connection.js';

/** What a failure means to the user who entered address, user name and password. */
export const caldavRefusals: Refusals = {
  'authentication-failed': 'authentication-failed',
  'address-refused': 'address-refused',
  'not-a-provider': 'not-a-caldav-server',
  unavailable: 'address-unreachable',
  refused: 'not-a-caldav-server',
  'calendar-gone': 'not-a-caldav-server',
  'identity-not-proved': 'identity-not-proved',
};

/** The contents of an account, as shown to its owner before it is connected. */
interface AccountFindings {
  calendarNames: string[];
  ownAddresses: string[];
  /** IANA zone; null: the provider states none. */
  timeZone: string | null;
}

/** What a CalDAV server reports for accepted credentials. */
interface CaldavFindings extends AccountFindings {
  identity: ProvedIdentity;
}

const maxNames = 200;
const longestName = 256;

/** Text as a page shows it: bounded, without characters that cannot be stored. */
const shown = (name: string) => name.slice(0, longestName).replaceAll(/[\p{Cc}\p{Cs}]/gu, ' ');

/** A guess only: an account whose zone cannot be read is connected all the same. UTC is what servers state that know no better. */
async function zoneOf(provider: CalendarProvider, calendars: readonly RemoteCalendar[]): Promise<string | null> {
  const stated = calendars.find(({ primary }) => primary)?.tzid;
  const zone = stated ?? (await provider.timeZone?.().catch(ignoreFailure)) ?? null;
  return zone === null || isUtc(zone) ? null : zone;
}

function ignoreFailure(error: unknown): null {
  if (error instanceof ProviderError) return null;
  throw error;
}

export async function readAccount(provider: CalendarProvider): Promise<AccountFindings> {
  const calendars = await provider.calendars({ ctags: false });
  const calendarNames = calendars.slice(0, maxNames).map(({ name }) => shown(name));
  const ownAddresses = await provider.ownAddresses();
  return { calendarNames, ownAddresses, timeZone: await zoneOf(provider, calendars) };
}

/**
 * Proves the identity behind the credentials, then reads the account with them. In this order a server that counts
 * wrong passwords sees the right one last.
 */
export async function inspectCaldav(provider: CalendarProvider): Promise<CaldavFindings> {
  if (!provider.prove) throw new ProviderError('identity-not-proved', 'This provider has no passwords.');
  const identity = await provider.prove();
  return { identity, ...(await readAccount(provider)) };
}

/** Whether profiles of this kind have a user name and a password. */
export const hasPassword = ({ provider_name }: Pick<ProfileRow, 'provider_name'>): boolean =>
  passwordProviderName.safeParse(provider_name).success;

const originOf = (url: string | null) => (url !== null && URL.canParse(url) ? new URL(url).origin : null);

/**
 * Whether the stored user name and password of an earlier profile prove the same identity. They are sent to the root of its
 * origin, or the well-known address there, if that is the profile's own: never to a path or a host that somebody typed, where
 * somebody else may listen.
 */
export async function provesEarlier(
  { providerOf, signal }: { providerOf: ProviderOf; signal: AbortSignal },
  earlier: ProfileRow | null,
  identity: ProvedIdentity,
): Promise<boolean> {
  if (!earlier || !hasPassword(earlier) || earlier.deleted || earlier.sealed_password === null) return false;
  if (originOf(earlier.url) !== identity.origin) return false;
  try {
    const own = await providerOf({ ...earlier, url: `${identity.origin}/` }, 'write', signal).prove?.();
    return own !== undefined && isSameIdentity(own, identity);
  } catch (error) {
    if (error instanceof ProviderError || error instanceof SealError) return false;
    throw error;
  }
}

/** Whether a relinked profile still has the same identity; a profile from before identities were proved matches any. */
export const isAnotherUser = (
  { identity_origin: origin, identity_principal: principal }: ProfileRow,
  now: ProvedIdentity,
) => origin !== null && principal !== null && !isSameIdentity({ origin, principal }, now);

export type Credentials<Kind> = Extract<StageProfile['credentials'], { kind: Kind }>;
