import { EventTime } from '../model.js';
import { isAllDay } from '../zones/event-time.js';

/** TEXT (RFC 5545 §3.3.11). Control characters that are not allowed in content lines are dropped. */
export const escapeText = (text: string): string =>
  withoutControls(text)
    .replace(/\\/g, '\\\\')
    .replace(/;/g, '\\;')
    .replace(/,/g, '\\,')
    .replace(/\r\n|\n|\r/g, '\\n');

const withoutControls = (text: string): string => text.replace(/[\u0000-\u0008\u000b\u000c\u000e-\u001f\u007f]/g, '');

/** A value that is not TEXT, such as a URI: kept on one line. */
export const rawValue = (text: string): string => withoutControls(text).replace(/[\r\n]+/g, '');

/** A URI: ASCII characters not allowed in one are percent-encoded (RFC 3986 §2.1). */
export const uriValue = (text: string): string =>
  rawValue(text).replace(/[\s"<>\\^`{|}]/g, (character) => encodeURIComponent(character));

/** `;NAME=value`, encoded (RFC 6868) and quoted where needed. */
export function param(name: string, value: string): string {
  const encoded = withoutControls(value)
    .replace(/\^/g, '^^')
    .replace(/\r\n|\n|\r/g, '^n')
    .replace(/"/g, "^'");
  return `;${name}=${/[,;:]/.test(encoded) ? `"${encoded}"` : encoded}`;
}

const compact = (text: string): string => text.replace(/[-:]/g, '');

/** `20261120T150000Z` for a UTC ISO text. */
export const utcValue = (iso: string): string => compact(iso.slice(0, 19)) + 'Z';

/** The value alone: `20261120`, `20261120T100000` or, in UTC, `20261120T150000Z`. */
export function timeValue(time: EventTime): string {
  if (isAllDay(time)) return compact(time.date);
  return compact(time.local) + (time.tzid === 'Etc/UTC' ? 'Z' : '');
}

/** The parameters that a property needs for such a value. */
export function timeParams(time: EventTime): string {
  if (isAllDay(time)) return ';VALUE=DATE';
  return time.tzid === null || time.tzid === 'Etc/UTC' ? '' : param('TZID', time.tzid);
}

export const timeLine = (name: string, time: EventTime): string => `${name}${timeParams(time)}:${timeValue(time)}`;
