import { instantMs, isTimeZone, parseDate, parseInstant } from '@kalends/icalendar';
import { z } from 'zod';
import { keyed } from './errors.js';

export const text = (name: string) => z.string({ error: keyed('must_be_string', `${name} must be a string`) });

/**
 * Characters that cannot be stored or forwarded: control characters other than line breaks and tabs, unpaired
 * surrogates.
 */
const unfit = /[\p{Cs}]|(?![\t\n\r])\p{Cc}/u;

/** A text of whole Unicode characters without control characters. */
export const plainText = (name: string, max: number) =>
  text(name)
    .max(max, keyed('too_long', `${name} may have at most ${max} characters`))
    .refine((value) => !unfit.test(value), { error: keyed('invalid', `${name} contains control characters`) });

export const filled = (name: string, max: number) =>
  plainText(name, max).refine((value) => value.trim() !== '', {
    error: keyed('required', `${name} must be specified`),
  });

export const email = (name: string) =>
  text(name)
    .regex(/^[^\s@<>"]+@[^\s@<>"]+$/, keyed('invalid_email', `${name} is not an e-mail address`))
    .max(320);

export const httpUrl = (name: string) =>
  text(name)
    .max(2048, keyed('too_long', `${name} may have at most 2048 characters`))
    .refine((value) => URL.canParse(value) && /^https?:$/.test(new URL(value).protocol), {
      error: keyed('invalid_url', `${name} is not an http or https URL`),
    });

const unknownZone = (name: string) =>
  keyed('tzid_unrecognized', `${name} is not a known IANA time zone such as Europe/Berlin or Etc/UTC`);

/** An IANA zone name. */
export const zone = (name: string) =>
  z.string({ error: unknownZone(name) }).refine(isTimeZone, { error: unknownZone(name) });

/** `true`/`false` in any case, as query strings and some clients send them. */
export const flag = (name: string) =>
  z.preprocess(
    (value) =>
      typeof value === 'string'
        ? ({ true: true, false: false, '1': true, '0': false, '': undefined }[value.toLowerCase()] ??
          (value === '' ? undefined : value))
        : value,
    z.boolean({ error: keyed('must_be_boolean', `${name} must be true or false`) }).optional(),
  );

/** The error of a text that is not a time: `expected`, unless its year is the reason. */
export const timeError = (name: string, expected: string, key = 'must_be_time') => ({
  error: ({ input }: { input?: unknown }) => {
    const parsed = typeof input === 'string' ? parseInstant(input) : null;
    const isBeyond = parsed && !parsed.ok && parsed.reason === 'out-of-range';
    return keyed(key, isBeyond ? `${name} must be before 31 December 9999` : expected);
  },
});

/** A `Date` or a full `Time`, as text that is known to parse. */
export const dateOrTime = (name: string) =>
  z
    .string({ error: keyed('must_be_date', `${name} must be a date or a time`) })
    .refine(
      (value) => parseDate(value) !== null || instantMs(value) !== null,
      timeError(
        name,
        `${name} is neither a date (2026-11-20) nor a time with Z or an offset (2026-11-20T15:00:00Z)`,
        'must_be_date',
      ),
    );

export const instant = (name: string) =>
  z
    .string({ error: keyed('must_be_time', `${name} must be a time`) })
    .refine(
      (value) => instantMs(value) !== null,
      timeError(name, `${name} is not a time with Z or an offset, such as 2026-11-20T15:00:00Z`),
    );

/** Most calendars that a request names. */
export const maxCalendars = 500;

const tooManyCalendars = keyed('too_many', `calendar_ids may name at most ${maxCalendars} calendars`);
const idsMessage = keyed('invalid_calendar_ids', 'calendar_ids must name at least one calendar');

/** `calendar_ids` of a read: an empty list is refused, as it would be read as "all calendars" by some and "none" by others. */
export const calendarIdsFilter = z.preprocess(
  (value) => (value === null ? undefined : value === '' ? [] : typeof value === 'string' ? [value] : value),
  z
    .array(z.string({ error: idsMessage }).min(1, idsMessage), { error: idsMessage })
    .min(1, idsMessage)
    .max(maxCalendars, tooManyCalendars)
    .optional(),
);

/** Calendar ids, by name or as a list: a single one counts as a list of one; `''` and null as an empty list. */
export const calendarList = <T extends z.ZodType>(element: T) =>
  z.preprocess(
    (value) =>
      value === undefined || value === null || value === '' ? undefined : Array.isArray(value) ? value : [value],
    z.array(element).max(maxCalendars, tooManyCalendars).optional(),
  );
