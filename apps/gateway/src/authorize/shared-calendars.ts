import type { ProfileRecord } from '@kalends/contracts';
import type { Texts } from '../journey/texts/texts.js';
import type { Connections } from '../read-model/connections.js';

/**
 * The lines that say which calendars an application would see. `justConnected`: id of a profile that may not be known
 * here yet. With several profiles, each line names its own.
 */
export function sharedCalendars(
  t: Texts,
  { profiles, calendars }: Connections,
  justConnected: string | null,
): string[] {
  const line = (name: string, { profile_name }: ProfileRecord) =>
    profiles.length > 1 && name !== profile_name ? `${name} (${profile_name})` : name;
  const known = profiles.flatMap((profile) => {
    const own = calendars.filter(({ profile_id }) => profile_id === profile.profile_id);
    if (own.length === 0) return [t.calendarsOf(profile.profile_name)];
    return own.map(({ calendar_name }) => line(calendar_name, profile));
  });
  const isMissing = justConnected !== null && !profiles.some(({ profile_id }) => profile_id === justConnected);
  return isMissing ? [...known, t.justConnected] : known;
}
