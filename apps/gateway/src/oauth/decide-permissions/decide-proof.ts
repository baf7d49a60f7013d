import { isBuiltIn, isPublished } from '@kalends/provider-registry';
import type { CalendarRecord, ProfileRecord } from '@kalends/contracts';
import type { Connections } from '../../read-model/connections.js';

/** A profile, and those of its calendars that are to become unrestricted. */
export interface RaisedProfile {
  profile: ProfileRecord;
  calendars: CalendarRecord[];
}

/** The requested calendars that still exist, by profile. */
export const groupByProfile = (
  calendarIds: readonly string[],
  { profiles, calendars }: Pick<Connections, 'profiles' | 'calendars'>,
): RaisedProfile[] =>
  profiles
    .map((profile) => ({
      profile,
      calendars: calendars.filter(
        ({ calendar_id, profile_id }) => profile_id === profile.profile_id && calendarIds.includes(calendar_id),
      ),
    }))
    .filter((one) => one.calendars.length > 0);

/** Whether there is no sign-in with which somebody could prove to be the owner. */
export const hasNoSignIn = (profile: ProfileRecord): boolean => isBuiltIn(profile) || isPublished(profile);

/** What a browser has proved: profiles at providers, and whether its user has connected the account in it. */
interface Proved {
  proved: readonly string[];
  isLinked: boolean;
}

/**
 * The first profile whose owner the browser has not proved to be (PERM-3); null: none. A calendar at a provider needs a
 * sign-in at this provider: an application could have connected others of its own to the account. A built-in calendar has no
 * sign-in, and only events that the application created, and a published one nobody's identity, and cannot be written: there the
 * browser's link to the account is enough.
 */
export function nextToProve(profiles: readonly RaisedProfile[], { proved, isLinked }: Proved): RaisedProfile | null {
  const isProved = ({ profile }: RaisedProfile) =>
    hasNoSignIn(profile) ? isLinked : proved.includes(profile.profile_id);
  return profiles.find((one) => !isProved(one)) ?? null;
}
