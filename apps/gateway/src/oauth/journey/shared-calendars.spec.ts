import type { CalendarRecord, ProfileRecord } from '@kalends/contracts';
import { describe, expect, it } from 'vitest';
import { languages } from './texts/texts.js';
import { sharedCalendars, type StagedCalendars } from './shared-calendars.js';

const profile = (profile_id: string, profile_name: string) => ({ profile_id, profile_name }) as ProfileRecord;
const calendar = (profile_id: string, calendar_name: string) => ({ profile_id, calendar_name }) as CalendarRecord;
const google = profile('pro_g', 'ada@example.com');
const apple = profile('pro_a', 'ada');

describe('the calendars that a page lists as shared', () => {
  const staged = (calendarNames: string[]): StagedCalendars => ({
    profileId: 'pro_x',
    profileName: 'zoe',
    calendarNames,
  });

  it.each([
    ['nothing yet', [], [], null, []],
    ['a staged one, its calendars unknown', [], [], staged([]), ['The calendars of zoe']],
    ['a staged one, with calendars', [], [], staged(['Home', 'Work']), ['Home', 'Work']],
    ['one without calendars yet', [google], [], null, ['The calendars of ada@example.com']],
    ['one profile', [google], [calendar('pro_g', 'Home'), calendar('pro_g', 'Work')], null, ['Home', 'Work']],
    [
      'one that is connected again',
      [google],
      [calendar('pro_g', 'Home')],
      { ...staged(['Other']), profileId: 'pro_g' },
      ['Home'],
    ],
    [
      'two, and a staged one',
      [google, apple],
      [calendar('pro_g', 'Home'), calendar('pro_a', 'Home'), calendar('pro_g', 'ada@example.com')],
      staged(['Home']),
      ['Home (ada@example.com)', 'ada@example.com', 'Home (ada)', 'Home (zoe)'],
    ],
  ] as [string, ProfileRecord[], CalendarRecord[], StagedCalendars | null, string[]][])(
    'given %s, then each is named once',
    (_what, profiles, calendars, connection, lines) =>
      expect(sharedCalendars(languages.get('en')!, { profiles, calendars }, connection)).toEqual(lines),
  );
});
