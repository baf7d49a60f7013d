import { addDays, weekday } from '@kalends/icalendar';

type Json = Record<string, unknown>;

interface Timed extends Json {
  days: number;
  from: string;
  to: string;
}

/** Realistic events in the week of `today`, a date, and the next, with days counted from its Monday. */
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
  const weekly = (week: number) => {
    const id = (name: string) => (week === 0 ? `demo-${name}` : `demo-${name}-${week + 1}`);
    const day = (number: number) => week * 7 + number;
    const place = (description: string) => ({ location: { description } });
    return [
      timed(id('planning'), 'Planning for the week', { days: day(0), from: '09:00', to: '10:00', ...place('Room 2') }),
      timed(id('customer'), 'Call with a customer', { days: day(0), from: '14:00', to: '15:00' }),
      timed(id('focus'), 'Focus time', { days: day(1), from: '09:00', to: '12:00', transparency: 'transparent' }),
      timed(id('interview'), 'Interview', { days: day(1), from: '13:30', to: '14:30', ...place('Room 1') }),
      timed(id('lunch'), 'Lunch with Priya', { days: day(2), from: '12:00', to: '13:00', ...place('Corner café') }),
      timed(id('review'), 'Design review', {
        ...{ days: day(3), from: '14:00', to: '15:30', description: 'The booking page, second round.' },
      }),
      timed(id('demo'), 'Demo for everybody', { days: day(4), from: '11:00', to: '12:00' }),
    ];
  };
  return [
    ...weekly(0),
    ...weekly(1),
    timed('demo-dentist', 'Dentist', { days: 8, from: '15:30', to: '16:30' }),
    { event_id: 'demo-offsite', summary: 'Team offsite', start: addDays(monday, 10), end: addDays(monday, 12) },
  ];
}
