import { useEffect, useState } from 'react';

const steps: readonly [Intl.RelativeTimeFormatUnit, number][] = [
  ['day', 86_400_000],
  ['hour', 3_600_000],
  ['minute', 60_000],
  ['second', 1_000],
];
const relative = new Intl.RelativeTimeFormat('en', { numeric: 'auto' });
const absolute = new Intl.DateTimeFormat('en-GB', { dateStyle: 'medium', timeStyle: 'medium', timeZone: 'UTC' });

/** The distance of an instant (epoch ms) from now, in the largest unit that fits. */
function distance(at: number, now: number): string {
  const passed = at - now;
  const [unit, length] = steps.find(([, ms]) => Math.abs(passed) >= ms) ?? steps.at(-1)!;
  return relative.format(Math.round(passed / length), unit);
}

/** A UTC time as a distance that goes on, with the time itself on hover. */
export function Time({ at }: { at: string }) {
  const [now, setNow] = useState(() => Date.now());
  useEffect(() => {
    const timer = setInterval(() => setNow(Date.now()), 5_000);
    return () => clearInterval(timer);
  }, []);
  const instant = Date.parse(at);
  return (
    <time dateTime={at} title={`${absolute.format(instant)} UTC`}>
      {distance(instant, now)}
    </time>
  );
}

const appointment = (timeZone: string) =>
  new Intl.DateTimeFormat('en-GB', { dateStyle: 'full', timeStyle: 'short', timeZone });

/** The time of an appointment, or its span, in its zone, which is named. */
export function Appointment({ start, end, zone }: { start: string; end?: string | null; zone: string }) {
  const format = appointment(zone);
  const from = Date.parse(start);
  return (
    <time dateTime={start}>
      {end ? format.formatRange(from, Date.parse(end)) : format.format(from)} <span className="dim">{zone}</span>
    </time>
  );
}
