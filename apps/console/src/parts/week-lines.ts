const days = ['monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday', 'sunday'] as const;

interface WeeklyPeriod {
  day: string;
  start_time: string;
  end_time: string;
}

const hoursOf = (periods: readonly WeeklyPeriod[], day: string): string =>
  periods
    .filter((one) => one.day === day)
    .map((one) => `${one.start_time}–${one.end_time}`)
    .sort()
    .join(', ');

const short = (day: string) => `${day[0]!.toUpperCase()}${day.slice(1, 3)}`;

/** Hours of a week, weekdays that follow one another with the same ones together; those without hours are left out. */
export function weekLines(periods: readonly WeeklyPeriod[]): { name: string; hours: string }[] {
  const lines: { first: string; last: string; hours: string }[] = [];
  for (const day of days) {
    const hours = hoursOf(periods, day);
    const before = lines.at(-1);
    if (before?.hours === hours) before.last = day;
    else lines.push({ first: day, last: day, hours });
  }
  return lines
    .filter(({ hours }) => hours !== '')
    .map(({ first, last, hours }) => ({
      name: first === last ? short(first) : `${short(first)}–${short(last)}`,
      hours,
    }));
}
