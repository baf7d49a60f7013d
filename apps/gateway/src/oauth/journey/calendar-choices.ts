import type { Connections } from '../../read-model/connections.js';
import type { CalendarChoice } from './addition.js';
import type { StagedCalendars } from './shared-calendars.js';
import type { Texts } from './texts/texts.js';

interface Choosable {
  t: Texts;
  /** Of the account that the journey adds to; null: it has none yet. */
  connections: Pick<Connections, 'profiles' | 'calendars'> | null;
  staged: StagedCalendars | null;
  /** A built-in calendar is created. */
  isBuiltIn: boolean;
}

/** Of a provider with very many calendars, those that the page lists. */
const most = 100;

/** The calendars that a user can add an event to: what this journey connects comes first. */
export function choicesOf({ t, connections, staged, isBuiltIn }: Choosable): CalendarChoice[] {
  const { profiles = [], calendars = [] } = connections ?? {};
  const nameOf = (profileId: string) => profiles.find(({ profile_id }) => profile_id === profileId)?.profile_name ?? '';
  const isNew = staged !== null && !profiles.some(({ profile_id }) => profile_id === staged.profileId);
  const names = isNew ? staged.calendarNames : [];
  const unnamed = isNew && names.length === 0;
  return [
    ...(isBuiltIn ? [{ value: 'new', label: t.builtIn, calendarId: null, calendarName: null }] : []),
    ...(unnamed
      ? [{ value: 'new', label: t.calendarsOf(staged.profileName), calendarId: null, calendarName: null }]
      : []),
    ...names.map((name, n) => ({ value: `new-${n}`, label: name, calendarId: null, calendarName: name })),
    ...calendars
      .filter((one) => !one.calendar_readonly)
      .map(({ calendar_id, calendar_name, profile_id }) => {
        const profile = nameOf(profile_id);
        const label = profile === '' || profile === calendar_name ? calendar_name : `${calendar_name} (${profile})`;
        return { value: calendar_id, label, calendarId: calendar_id, calendarName: null };
      }),
  ].slice(0, most);
}
