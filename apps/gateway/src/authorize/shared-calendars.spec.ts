import type { CalendarRecord, ProfileRecord } from '@kalends/contracts';
import { describe, expect, it } from 'vitest';
import { languages } from '../journey/texts/texts.js';
import { sharedCalendars } from './shared-calendars.js';

const profile = (profile_id: string, profile_name: string) => ({ profile_id, profile_name }) as ProfileRecord;
const calendar = (profile_id: string, calendar_name: string) => ({ profile_id, calendar_name }) as CalendarRecord;
const google = profile('pro_g', 'ada@example.com');
const apple = profile('pro_a', 'ada');

describe('the calendars that a page says are shared', () => {
  it.each([
    ['nothing yet', [], [], null, []],
    ['a profile that is not known here yet', [], [], 'pro_g', ['The calendars just connected']],
    ['one without calendars yet', [google], [], 'pro_g', ['The calendars of ada@example.com']],
    ['one profile', [google], [calendar('pro_g', 'Home'), calendar('pro_g', 'Work')], 'pro_g', ['Home', 'Work']],
    [
      'two, one of them new',
      [google, apple],
      [calendar('pro_g', 'Home'), calendar('pro_a', 'Home'), calendar('pro_g', 'ada@example.com')],
      'pro_x',
      ['Home (ada@example.com)', 'ada@example.com', 'Home (ada)', 'The calendars just connected'],
    ],
  ] as [string, ProfileRecord[], CalendarRecord[], string | null, string[]][])(
    'given %s, then each is named once',
    (_what, profiles, calendars, justConnected, lines) =>
      expect(sharedCalendars(languages.en!, { profiles, calendars }, justConnected)).toEqual(lines),
  );
});
