import type { CalendarRecord, ProfileRecord } from '@kalends/contracts';
import type { Texts } from './texts/texts.js';
import type { Connections } from '../../read-model/connections.js';

type KnownCalendars = Pick<Connections, 'profiles' | 'calendars'>;
type Profile = Pick<ProfileRecord, 'profile_id' | 'profile_name'>;
type Calendar = Pick<CalendarRecord, 'profile_id' | 'calendar_name'>;

/** A connection that is not published yet. `calendarNames`: empty if unknown. */
export interface StagedCalendars {
  profileId: string;
  profileName: string;
  calendarNames: readonly string[];
}

function withStaged({ profiles, calendars }: KnownCalendars, staged: StagedCalendars | null) {
  const all: { profiles: Profile[]; calendars: Calendar[] } = { profiles: [...profiles], calendars: [...calendars] };
  if (staged === null || profiles.some(({ profile_id }) => profile_id === staged.profileId)) return all;
  const { profileId: profile_id, profileName: profile_name, calendarNames } = staged;
  all.profiles.push({ profile_id, profile_name });
  all.calendars.push(...calendarNames.map((calendar_name) => ({ profile_id, calendar_name })));
  return all;
}

/**
 * The lines that list which calendars an application would see, including those of a connection that is published only when
 * it is allowed. With several profiles, each line names its own.
 */
export function sharedCalendars(t: Texts, connections: KnownCalendars, staged: StagedCalendars | null): string[] {
  const { profiles, calendars } = withStaged(connections, staged);
  const line = (name: string, { profile_name }: Profile) =>
    profiles.length > 1 && name !== profile_name ? `${name} (${profile_name})` : name;
  return profiles.flatMap((profile) => {
    const own = calendars.filter(({ profile_id }) => profile_id === profile.profile_id);
    if (own.length === 0) return [t.calendarsOf(profile.profile_name)];
    return own.map(({ calendar_name }) => line(calendar_name, profile));
  });
}

/** Whether calendars of a connected profile are still being read for the first time. */
export const isReading = ({ profiles, calendars }: KnownCalendars): boolean =>
  profiles.some(
    ({ profile_id, connected }) => connected && !calendars.some((calendar) => calendar.profile_id === profile_id),
  );
