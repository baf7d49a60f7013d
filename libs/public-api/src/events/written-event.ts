import { instantMs, isTimeZone, momentMs, parseDate, timeAt, toIso, utcMidnight } from '@kalends/icalendar';
import { z } from 'zod';
import { keyed } from '../shared/errors.js';
import { email, filled, httpUrl, plainText, zone } from '../shared/fields.js';
import { tags } from '../shared/tags.js';
import { notSupported } from '../shared/unsupported.js';
import { isMoment, withZones, writtenTime } from '../shared/written-time.js';
import { conferencing, locale } from './conferencing-fields.js';
import { recurrence } from './recurrence-fields.js';
import { extendedTransparency, transparencyRefusal } from './transparency-fields.js';
import { unsupportedOfEvents } from './unsupported-of-events.js';

const person = (name: string) =>
  z.object({
    email: email(`${name}.email`).describe('Address of the person. At most 320 characters.'),
    display_name: plainText(`${name}.display_name`, 256)
      .nullish()
      .describe('Name of the person. At most 256 characters.'),
  });

const coordinate = (name: string, limit: number) =>
  z
    .union([z.string(), z.number()])
    .transform(String)
    .refine((value) => value.trim() !== '' && Math.abs(Number(value)) <= limit, {
      error: keyed('invalid', `${name} must be a number from -${limit} to ${limit}`),
    });

/** The members of an event in a request, each with its check. */
export const writtenFields = {
  event_id: filled('event_id', 1024).describe(
    "The application's own id of the event, unique in the calendar. At most 1,024 characters.",
  ),
  summary: plainText('summary', 1024).describe('The title. At most 1,024 characters.'),
  description: plainText('description', 4096)
    .nullish()
    .describe('The text of the event. At most 4,096 characters.')
    .meta({ examples: ['Bring the plans.'] }),
  start: writtenTime('start').describe(
    'First moment: a local date for an all-day event, a time with an offset, or a local time of tzid, with its time zone or without. A local time stays the same when the rules of its zone change.',
  ),
  end: writtenTime('end').describe(
    'First moment after the event, in the same form as start: the date after the last day of an all-day event; a timed one may have no length.',
  ),
  tzid: zone('tzid')
    .nullish()
    .describe(
      'IANA time zone in which times without one of their own are kept, and a series follows the clock; local times require it. Default: Etc/UTC.',
    ),
  location: z
    .object({
      description: plainText('location.description', 1024)
        .nullish()
        .describe('The place in words. At most 1,024 characters.'),
      lat: coordinate('location.lat', 90)
        .nullish()
        .describe('Latitude in degrees, from -90 to 90.')
        .meta({ examples: ['51.4769'] }),
      long: coordinate('location.long', 180)
        .nullish()
        .describe('Longitude in degrees, from -180 to 180.')
        .meta({ examples: ['-0.0005'] }),
    })
    .nullish()
    .describe('Where it takes place; replaced as a whole.'),
  url: httpUrl('url')
    .nullish()
    .describe('A page about the event, http or https. At most 2,048 characters.')
    .meta({ examples: ['https://example.com/visits/42'] }),
  reminders: z
    .array(
      z.object({
        minutes: z
          .number()
          .int()
          .min(0)
          .max(40_320)
          .describe('Minutes before the start, from 0 to 40,320 (28 days).')
          .meta({ examples: [30] }),
      }),
    )
    .max(5, keyed('too_many', 'an event may have at most 5 reminders'))
    .nullish()
    .describe('When the user is reminded; replaced as a whole. At most 5.'),
  reminders_create_only: z
    .boolean({ error: keyed('must_be_boolean', 'must be true or false') })
    .nullish()
    .describe(
      'True: reminders are ignored if the event exists already, so that those of the user stay. Default: false.',
    )
    .meta({ examples: [true] }),
  transparency: z
    .enum(['opaque', 'transparent'], { error: keyed('not_recognized', 'transparency must be opaque or transparent') })
    .nullish()
    .describe(
      'Whether it takes up time: opaque blocks it, transparent does not. Default: opaque, for an all-day event transparent.',
    )
    .meta({ examples: ['opaque'] }),
  extended_transparency: extendedTransparency
    .nullish()
    .describe(
      'More than transparency: out_of_office and tentative take up time, working_elsewhere does not, unless transparency is given too. null: the same as transparency.',
    )
    .meta({ examples: ['out_of_office'] }),
  attendees: z
    .object({
      invite: z
        .array(person('attendees.invite'))
        .max(200)
        .nullish()
        .describe('Attendees to add. At most 200.')
        .meta({ examples: [[{ email: 'ann@example.com', display_name: 'Ann' }]] }),
      remove: z
        .array(person('attendees.remove'))
        .max(200)
        .nullish()
        .describe('Attendees to remove. At most 200.')
        .meta({ examples: [[{ email: 'bob@example.com', display_name: 'Bob' }]] }),
      reject: z
        .array(person('attendees.reject'))
        .max(200)
        .nullish()
        .describe('The same as remove. At most 200.')
        .meta({ examples: [[{ email: 'bob@example.com', display_name: 'Bob' }]] }),
    })
    .nullish()
    .describe('A change of the attendees; those it does not name stay. An event has at most 500 in all.'),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, keyed('invalid', 'color must have the form #49BED8'))
    .nullish()
    .describe(
      'Its colour as #RRGGBB; at Google the nearest of the eleven colours there. Reads do not return it. Default: none of its own.',
    )
    .meta({ examples: ['#49BED8'] }),
  event_private: z
    .boolean({ error: keyed('must_be_boolean', 'event_private must be true or false') })
    .nullish()
    .describe('Whether others who see the calendar are kept from reading its details. Default: false.')
    .meta({ examples: [false] }),
  categories: z
    .array(plainText('categories', 256))
    .max(50)
    .nullish()
    .describe('Labels of the event; replaced as a whole. At most 50, of at most 256 characters each.')
    .meta({ examples: [['Visits']] }),
  tags: tags
    .nullish()
    .describe("The application's own marks, which availability_constraints can count; replaced as a whole. At most 20.")
    .meta({ examples: [[{ value: 'sales' }]] }),
  conferencing: conferencing
    .optional()
    .describe('The online meeting of the event; null removes it, omitted leaves it as it is. Default: none.'),
  locale: locale
    .nullish()
    .describe(
      'Language of what Kalends writes in place of {{ cronofy.conferencing.join_url }} and {{ cronofy.conferencing.invite_block }} in description and location. Default: en, the only one.',
    )
    .meta({ examples: ['en'] }),
  recurrence: recurrence.nullish().describe('How it repeats; null ends the recurrence. Default: once.'),
  ...unsupportedOfEvents,
};

type Written = z.output<ReturnType<typeof z.object<typeof writtenFields>>>;

const day = (value: Written['start']) => (typeof value === 'string' && parseDate(value) !== null ? value : null);

const zoneOf = (value: Written['start'], tzid: Written['tzid']) =>
  [typeof value === 'string' ? tzid : value.tzid].find((zone) => zone && isTimeZone(zone)) ?? 'Etc/UTC';

const moment = (value: Written['start'], tzid: Written['tzid']) =>
  momentMs(typeof value === 'string' ? value : value.time, zoneOf(value, tzid));

/**
 * `start` and `end` must be of one kind and in order; an all-day event lasts a day or more, a timed one may have no
 * length.
 */
function timePair(event: Pick<Written, 'start' | 'end' | 'tzid'>): string | null {
  const [startDay, endDay] = [day(event.start), day(event.end)];
  if ((startDay === null) !== (endDay === null)) return 'start and end must both be dates or both be times';
  if (startDay !== null && endDay !== null) return startDay < endDay ? null : 'end must be after start';
  return moment(event.start, event.tzid)! <= moment(event.end, event.tzid)! ? null : 'end must not be before start';
}

const bothParse = (value: unknown): value is Pick<Written, 'start' | 'end'> => {
  const parses = (one: unknown) => {
    if (typeof one === 'string') return parseDate(one) !== null || isMoment(one);
    const { time, tzid } = (one ?? {}) as { time?: unknown; tzid?: unknown };
    return typeof time === 'string' && isMoment(time) && typeof tzid === 'string' && isTimeZone(tzid);
  };
  const { start, end } = (value ?? {}) as { start?: unknown; end?: unknown };
  return parses(start) && parses(end);
};

/** A day has ended everywhere on earth when it has ended 12 hours west of UTC. */
const endedEverywhere = (date: string) => utcMidnight(date) + 36 * 3_600_000;

/** A rule that ends before the first instance, if any: RFC 5545 §3.8.5.3 leaves the result undefined. */
function emptyRule({
  start,
  tzid,
  recurrence: requested,
}: Pick<Written, 'start' | 'tzid' | 'recurrence'>): number | null {
  const firstDay = day(start);
  const index = (requested?.rules ?? []).findIndex(({ until }) => {
    if (!until) return false;
    const lastDay = day(until);
    if (firstDay !== null) return (lastDay ?? toIso(instantMs(until)!).slice(0, 10)) < firstDay;
    return (lastDay === null ? instantMs(until)! : endedEverywhere(lastDay)) < moment(start, tzid)!;
  });
  return index < 0 ? null : index;
}

const secondPass = 'a series cannot begin in the second pass of a repeated hour; send its start in UTC';

/**
 * Whether no local time of the zone names the start (RFC 5545 §3.3.5), so that a series could not follow the zone's
 * clock.
 */
function isSecondPass({ start, tzid }: Pick<Written, 'start' | 'tzid'>): boolean {
  if (day(start) !== null) return false;
  const zone = (typeof start === 'string' ? tzid : start.tzid) ?? 'Etc/UTC';
  if (!isTimeZone(zone)) return false;
  const time = timeAt(zone, moment(start, tzid)!);
  return !('date' in time) && time.tzid !== zone;
}

/**
 * Checks `start` against `end` and against the recurrence, even if other fields are wrong, so that one response names
 * all errors.
 */
export const withTimePair = <Shape extends z.ZodRawShape>(event: z.ZodObject<Shape>) =>
  withZones(event).superRefine(
    (value, context) => {
      const written = value as unknown as Written;
      const refusal = timePair(written);
      if (refusal) context.addIssue({ code: 'custom', path: ['end'], message: keyed('invalid_time_pair', refusal) });
      const contradiction = transparencyRefusal(written);
      if (contradiction) context.addIssue({ code: 'custom', path: ['extended_transparency'], message: contradiction });
      const rule = recurrence.safeParse(written.recurrence).success ? emptyRule(written) : null;
      const message = keyed('invalid_time_pair', 'until must not be before start');
      if (rule !== null) context.addIssue({ code: 'custom', path: ['recurrence', 'rules', rule, 'until'], message });
      if (written.recurrence?.rules?.length && isSecondPass(written)) {
        context.addIssue({ code: 'custom', path: ['start'], message: notSupported(secondPass) });
      }
    },
    { when: (payload) => bothParse(payload.value) },
  );
