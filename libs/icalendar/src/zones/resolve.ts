import { ianaName } from './iana.js';
import { WINDOWS_ZONES } from './windows.js';

const windowsNames = new Map(Object.entries(WINDOWS_ZONES).map(([name, iana]) => [name.toLowerCase(), iana]));

/**
 * The IANA zone meant by a TZID as found in the field: an IANA name in any case, quoted, behind a vendor prefix
 * (`/mozilla.org/20050126_1/Europe/Berlin`), a Windows name, also with a number behind it (`Romance Standard Time 1`)
 * or shortened (`Pacific Time`, `(UTC-08:00) Pacific Time (US & Canada)`). `null` where the name says nothing.
 */
export function resolveTimeZone(name: string): string | null {
  const plain = name
    .trim()
    .replace(/^["']+|["']+$/g, '')
    .trim();
  if (plain === '' || plain.length > 200) return null;
  return fromIana(plain) ?? fromWindows(plain);
}

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
