import { addDays, weekday } from '@kalends/icalendar';

/** Whom the program plays from the start, with a week of events around `today`, a date. */
export function peopleAround(today: string) {
  const monday = addDays(today, -((weekday(today) + 6) % 7));
  const at = (day: number, time: string) => ({ dateTime: `${addDays(monday, day)}T${time}:00Z` });
  const google = (calendar: string, [id, summary, day, from, to]: Entry) => ({
    calendar,
    event: { id, summary, start: at(day, from), end: at(day, to) },
  });
  const microsoft = (email: string, [, subject, day, from, to]: Entry) => ({
    email,
    event: { subject, start: { ...at(day, from), timeZone: 'UTC' }, end: { ...at(day, to), timeZone: 'UTC' } },
  });
  const ada = 'ada@example.com';
  const adaAtWork = 'ada@work.example';
  return {
    users: [
      { email: ada, name: 'Ada Lovelace' },
      { email: 'grace@example.com', name: 'Grace Hopper' },
    ],
    calendars: [
      { email: ada, primary: true, timeZone: 'Europe/London' },
      { email: 'grace@example.com', primary: true, timeZone: 'America/New_York' },
    ],
    events: [...week, ...week.map(([id, ...more]): Entry => [`${id}next`, more[0], more[1] + 7, more[2], more[3]])].map(
      (entry) => google(ada, entry),
    ),
    microsoft: {
      users: [
        { email: adaAtWork, name: 'Ada Lovelace', timeZone: 'GMT Standard Time' },
        { email: 'grace@outlook.example', name: 'Grace Hopper', tenant: 'personal', timeZone: 'Eastern Standard Time' },
        { email: 'alan@locked.example', name: 'Alan Turing', tenant: 'admin-consent' },
      ],
      events: week.map((entry) => microsoft(adaAtWork, entry)),
    },
  };
}

/** Id, title, day after Monday, start and end. */
type Entry = [id: string, title: string, day: number, from: string, to: string];

const week: Entry[] = [
  ['adaweekly', 'Weekly with the team', 0, '09:30', '10:15'],
  ['adaproofs', 'Check the proofs', 1, '13:00', '15:00'],
  ['adalunch', 'Lunch with Grace', 2, '12:00', '13:00'],
  ['adareview', 'Review of the engine', 3, '10:00', '11:30'],
  ['adatrain', 'Train to London', 4, '15:00', '16:30'],
];
