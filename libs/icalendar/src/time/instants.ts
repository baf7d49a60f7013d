import { EpochMs, LocalDateTime } from '../model.js';
import { DAY, HOUR, MINUTE, SECOND, dayNumber, wallString } from './civil.js';
import { isRealDay } from './dates.js';

const INSTANT =
  /^(\d{4})-?(\d{2})-?(\d{2})[T ](\d{2}):?(\d{2})(?::?(\d{2})(?:[.,](\d{1,9}))?)? ?(Z|UTC|GMT|[+-]\d{2}(?::?\d{2})?)$/i;

export type InstantRefusal = 'not-an-instant' | 'no-such-day' | 'no-such-time' | 'fraction-of-second' | 'out-of-range';

/** In every zone, four digits name the years of instants between these. */
const [FIRST, LAST] = [dayNumber(0, 1, 2) * DAY, dayNumber(9999, 12, 31) * DAY];

/**
 * An ISO 8601 time with an offset: `2026-11-20T15:00:00Z`, a space for the `T`, `UTC`, `+01:00`, `+0100`, `+01`; the
 * seconds are optional. Fractions other than zero are refused, as is what is after 30 December 9999. The value is epoch ms.
 */
export function parseInstant(text: string): { ok: true; ms: EpochMs } | { ok: false; reason: InstantRefusal } {
  const m = INSTANT.exec(text);
  if (!m) return { ok: false, reason: 'not-an-instant' };
  const [year, month, day, hour, minute] = [+m[1]!, +m[2]!, +m[3]!, +m[4]!, +m[5]!];
  const second = m[6] === undefined ? 0 : +m[6];
  if (!isRealDay(year, month, day)) return { ok: false, reason: 'no-such-day' };
  if (hour > 23 || minute > 59 || second > 59) return { ok: false, reason: 'no-such-time' };
  if (m[7] !== undefined && +m[7] !== 0) return { ok: false, reason: 'fraction-of-second' };
  const offset = offsetMinutes(m[8]!);
  if (offset === null) return { ok: false, reason: 'no-such-time' };
  const wall = dayNumber(year, month, day) * DAY + hour * HOUR + minute * MINUTE + second * SECOND;
  const ms = wall - offset * MINUTE;
  return ms >= FIRST && ms < LAST ? { ok: true, ms } : { ok: false, reason: 'out-of-range' };
}

/** The instant that {@link parseInstant} reads, epoch ms; null if the text is not one or has a fraction of a second. */
export function instantMs(text: string): EpochMs | null {
  const parsed = parseInstant(text);
  return parsed.ok ? parsed.ms : null;
}

const LOCAL = /^(\d{4})-(\d{2})-(\d{2})T(\d{2}):(\d{2})(?::(\d{2}))?$/;

/** A local time, ISO 8601 without an offset: `2026-12-01T10:00:00`, the seconds are optional. Null if the text is not one. */
export function parseLocal(text: string): LocalDateTime | null {
  const m = LOCAL.exec(text);
  if (!m || !isRealDay(+m[1]!, +m[2]!, +m[3]!)) return null;
  const day = dayNumber(+m[1]!, +m[2]!, +m[3]!) * DAY;
  if (day < FIRST || day >= LAST) return null;
  const second = m[6] ?? '00';
  return +m[4]! > 23 || +m[5]! > 59 || +second > 59 ? null : `${text.slice(0, 16)}:${second}`;
}

function offsetMinutes(text: string): number | null {
  if (!/^[+-]/.test(text)) return 0;
  const digits = text.slice(1).replace(':', '').padEnd(4, '0');
  const hours = +digits.slice(0, 2);
  const minutes = +digits.slice(2);
  if (hours > 23 || minutes > 59) return null;
  return (text[0] === '-' ? -1 : 1) * (hours * 60 + minutes);
}

/** UTC, whole seconds (rounded down): `2026-11-20T15:00:00Z`. */
export const toIso = (ms: EpochMs): string => `${wallString(Math.floor(ms / SECOND) * SECOND)}Z`;
