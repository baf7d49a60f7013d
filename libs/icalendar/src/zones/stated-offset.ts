/**
 * Abbreviations that mean one offset: RFC 822 §5.1 (summer time and Pacific, Central), and those of Europe. In hours.
 */
const ABBREVIATIONS = new Map(
  Object.entries<number>({
    EDT: -4,
    CST: -6,
    CDT: -5,
    MDT: -6,
    PST: -8,
    PDT: -7,
    AKST: -9,
    AKDT: -8,
    BST: 1,
    CEST: 2,
    EEST: 3,
    WEST: 1,
  }),
);

const OFFSET = /^\(?\s*(?:GMT|UTC|Z)\s*([+\-\u2212])\s*(\d{1,2})(?:[:.]?(\d{2}))?\s*\)?$/i;

/**
 * Seconds east of UTC if a zone's name states an offset and nothing else: `GMT-0500`, `GMT+01:00`, `(GMT +01:00)`,
 * `UTC+5`, `EDT`; `null` otherwise. (`Etc/GMT+5` is an IANA name, with the opposite sign.)
 */
export function statedOffset(name: string): number | null {
  const hours = ABBREVIATIONS.get(name.trim().toUpperCase());
  if (hours !== undefined) return hours * 3600;
  const m = OFFSET.exec(name.trim());
  if (!m) return null;
  const size = +m[2]! * 3600 + +(m[3] ?? 0) * 60;
  return size > 14 * 3600 || +(m[3] ?? 0) > 59 ? null : (m[1] === '+' ? 1 : -1) * size;
}

/** The IANA zone that always has an offset of whole hours; `null` for others. */
export function fixedZone(seconds: number): string | null {
  if (seconds % 3600 !== 0 || seconds < -12 * 3600 || seconds > 14 * 3600) return null;
  const hours = seconds / 3600;
  return hours === 0 ? 'Etc/UTC' : `Etc/GMT${hours > 0 ? '-' : '+'}${Math.abs(hours)}`;
}
