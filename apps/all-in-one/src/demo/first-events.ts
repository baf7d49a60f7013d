import { addDays, weekday } from '@kalends/icalendar';

type Json = Record<string, unknown>;

interface Timed extends Json {
  days: number;
  from: string;
  to: string;
}

/** A few realistic events in the week of `today`, a date, and the next, with days counted from its Monday. */
export function firstEvents(today: string): Json[] {
  const monday = addDays(today, -((weekday(today) + 6) % 7));
  const at = (days: number, time: string) => `${addDays(monday, days)}T${time}:00Z`;
  const timed = (event_id: string, summary: string, { days, from, to, ...more }: Timed) => ({
    event_id,
    summary,
    start: at(days, from),
    end: at(days, to),
    ...more,
  });
  return [
    timed('demo-planning', 'Planning for the week', {
      days: 0,
      from: '09:00',
      to: '09:45',
      location: { description: 'Room 2' },
    }),
    timed('demo-lunch', 'Lunch with Priya', {
      days: 2,
      from: '12:00',
      to: '13:00',
      location: { description: 'Corner café' },
    }),
    timed('demo-review', 'Design review', {
      days: 3,
      from: '14:00',
      to: '15:30',
      description: 'Second round: the booking page.',
    }),
    timed('demo-dentist', 'Dentist', { days: 8, from: '08:30', to: '09:15' }),
    { event_id: 'demo-offsite', summary: 'Team offsite', start: addDays(monday, 10), end: addDays(monday, 12) },
  ];
}
