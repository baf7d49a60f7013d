import { ianaName } from './iana.js';
import { fixedZone, statedOffset } from './stated-offset.js';
import { WINDOWS_ZONES } from './windows.js';

const windowsNames = new Map([...WINDOWS_ZONES].map(([name, iana]) => [name.toLowerCase(), iana]));

/**
 * The IANA zone meant by a TZID as found in the field: an IANA name in any case, quoted, after a vendor prefix
 * (`/mozilla.org/20050126_1/Europe/Berlin`), a Windows name, also with a number after it (`Romance Standard Time 1`) or
 * shortened (`Pacific Time`, `(UTC-08:00) Pacific Time (US & Canada)`). `null` if the name is unknown.
 */
export function knownZone(name: string): string | null {
  const plain = plainName(name);
  if (plain === '' || plain.length > 200) return null;
  return fromIana(plain) ?? fromWindows(plain);
}

/** As {@link knownZone}, or the zone of whole hours that the name states (`GMT-0500`, `(GMT +01:00)`, `EDT`). */
export function resolveTimeZone(name: string): string | null {
  const known = knownZone(name);
  if (known !== null) return known;
  const offset = statedOffset(plainName(name));
  return offset === null ? null : fixedZone(offset);
}

/** Without quotes, and without the backslashes of TEXT that servers put before commas. */
const plainName = (name: string): string =>
  name
    .trim()
    .replace(/^["']{1,9}|["']{1,9}$/g, '')
    .replace(/\\([,;\\])/g, '$1')
    .trim();

function fromIana(name: string): string | null {
  const whole = ianaName(name);
  if (whole) return whole;
  if (!name.includes('/')) return null;
  const parts = name.split('/').filter((part) => part !== '');
  for (let i = Math.max(0, parts.length - 3); i < parts.length - 1; i++) {
    const found = ianaName(parts.slice(i).join('/'));
    if (found) return found;
  }
  const last = parts.at(-1);
  return last !== undefined && /^(UTC|GMT)$/i.test(last) ? ianaName(last) : null;
}

function fromWindows(name: string): string | null {
  const key = name
    .toLowerCase()
    .replace(/^\((?:utc|gmt)[^)]*\)\s*/, '')
    .replace(/\s+/g, ' ')
    .trim();
  for (const candidate of [key, key.replace(/ \d+$/, ''), key.replace(/ \(.*\)$/, '')]) {
    const found =
      windowsNames.get(candidate) ??
      windowsNames.get(candidate.replace(/ daylight time$/, ' standard time')) ??
      windowsNames.get(candidate.replace(/ time$/, ' standard time'));
    if (found) return found;
  }
  return null;
}
