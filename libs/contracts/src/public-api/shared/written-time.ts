import { z } from 'zod';
import { keyed } from './errors.js';
import { dateOrTime, instant, zone } from './fields.js';

/** A time in a request: a date, an instant, or `{time, tzid}` (HTTP-4). */
export const writtenTime = (name: string) =>
  z
    .union(
      [
        dateOrTime(name),
        z.object({
          time: instant(`${name}.time`).describe(
            'An instant: a time with Z or an offset, such as 2026-11-20T15:00:00Z.',
          ),
          tzid: zone(`${name}.tzid`).describe('IANA time zone in which the time is kept, such as Europe/Berlin.'),
        }),
      ],
      {
        error: (issue) =>
          issue.input === undefined
            ? keyed('required', `${name} must be specified`)
            : keyed(
                'must_be_date',
                `${name} must be a date, a time with Z or an offset (2026-11-20T15:00:00Z), or {time, tzid}`,
              ),
      },
    )
    .meta({
      examples: ['2026-11-20T15:00:00Z', '2026-11-20', { time: '2026-11-20T15:00:00Z', tzid: 'Europe/Berlin' }],
    });
