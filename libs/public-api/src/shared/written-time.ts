import { instantMs, parseDate, parseLocal } from '@kalends/icalendar';
import { z } from 'zod';
import { keyed } from './errors.js';
import { timeError, zone } from './fields.js';

/** Whether a text is a time with an offset, or a local one. */
export const isMoment = (text: string) => instantMs(text) !== null || parseLocal(text) !== null;

const accepted = 'a time (2026-11-20T15:00:00Z, or 2026-11-20T15:00:00 with a tzid)';

const dateOrMoment = (name: string) =>
  z
    .string()
    .refine(
      (value) => parseDate(value) !== null || isMoment(value),
      timeError(name, `${name} is neither a date (2026-11-20) nor ${accepted}`, 'must_be_date'),
    );

/** A time in a request: a date, a time with an offset, a local time of the event's `tzid`, or `{time, tzid}` (HTTP-4). */
export const writtenTime = (name: string) =>
  z
    .union(
      [
        dateOrMoment(name),
        z.object({
          time: z
            .string({ error: keyed('must_be_time', `${name}.time must be a time`) })
            .refine(isMoment, timeError(`${name}.time`, `${name}.time is not ${accepted}`))
            .describe('A time with Z or an offset, such as 2026-11-20T15:00:00Z, or a local time of tzid without one.')
            .meta({ examples: ['2026-11-20T15:00:00Z'] }),
          tzid: zone(`${name}.tzid`)
            .describe('IANA time zone in which the time is kept, such as Europe/Berlin.')
            .meta({ examples: ['Europe/Berlin'] }),
        }),
      ],
      {
        error: (issue) =>
          issue.input === undefined
            ? keyed('required', `${name} must be specified`)
            : keyed('must_be_date', `${name} must be a date, ${accepted}, or {time, tzid}`),
      },
    )
    .meta({
      examples: ['2026-11-20T15:00:00Z'],
    });

interface Times {
  start?: unknown;
  end?: unknown;
  tzid?: unknown;
  recurrence?: { exceptions?: readonly unknown[] | null | undefined } | null | undefined;
}

const needsZone = (value: unknown) => typeof value === 'string' && parseLocal(value) !== null;

/** The paths of local times that no `tzid` belongs to: which instants they mean is unknown. */
function localWithoutZone({ start, end, tzid, recurrence }: Times): PropertyKey[][] {
  if (typeof tzid === 'string') return [];
  const exceptions = (Array.isArray(recurrence?.exceptions) ? recurrence.exceptions : []).map((value, n) => ({
    path: ['recurrence', 'exceptions', n],
    value,
  }));
  const all = [{ path: ['start'], value: start }, { path: ['end'], value: end }, ...exceptions];
  return all.filter(({ value }) => needsZone(value)).map(({ path }) => path);
}

/** An event in which each local time has a zone (EVT-40); checked even if other fields are wrong. */
export const withZones = <Event extends z.ZodType>(event: Event) =>
  event.superRefine(
    (value, context) => {
      const message = keyed('must_have_tzid', 'a time without an offset requires tzid');
      for (const path of localWithoutZone(value as Times)) context.addIssue({ code: 'custom', path, message });
    },
    { when: ({ value }) => typeof value === 'object' && value !== null },
  );
