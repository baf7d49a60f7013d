import type { Calendar, CalendarColor } from '@microsoft/microsoft-graph-types';

/**
 * The colours of calendars that can be chosen by name, about as Outlook shows them; `hexColor` is exact, once the user
 * has opened the calendar there.
 */
const palette: Partial<Record<CalendarColor, string>> = {
  lightBlue: '#a6d1f5',
  lightGreen: '#87d28e',
  lightOrange: '#fcab73',
  lightGray: '#c0c0c0',
  lightYellow: '#f5f077',
  lightTeal: '#4adacc',
  lightPink: '#ee9cca',
  lightBrown: '#c8a283',
  lightRed: '#f8838e',
};

const channels = (color: string): number[] => [1, 3, 5].map((at) => parseInt(color.slice(at, at + 2), 16));

function distance(a: string, b: string): number {
  const other = channels(b);
  return channels(a).reduce((sum, value, index) => sum + (value - other[index]!) ** 2, 0);
}

/** The name of the colour nearest to `#RRGGBB`; undefined if that is not a colour. */
export function colorNameOf(color: string | undefined): CalendarColor | undefined {
  if (color === undefined || !/^#[0-9a-f]{6}$/i.test(color)) return undefined;
  const names = Object.keys(palette) as CalendarColor[];
  return names.reduce((best, name) =>
    distance(palette[name]!, color) < distance(palette[best]!, color) ? name : best,
  );
}

/** `#RRGGBB` of a calendar; undefined if the user has not chosen one. */
export function colorOf({ color, hexColor }: { color?: unknown; hexColor?: Calendar['hexColor'] }): string | undefined {
  return hexColor && /^#[0-9a-f]{6}$/i.test(hexColor) ? hexColor : palette[color as CalendarColor];
}
