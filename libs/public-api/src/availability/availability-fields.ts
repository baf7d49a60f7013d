import { instantMs } from '@kalends/icalendar';
import { z } from 'zod';
import { keyed } from '../shared/errors.js';
import { instant } from '../shared/fields.js';
import { notSupported } from '../shared/unsupported.js';

const isEmptyObject = (value: unknown) =>
  typeof value === 'object' && value !== null && !Array.isArray(value) && Object.keys(value).length === 0;

/** `null` and `{}` count as absent: clients send them for members that were not set (HTTP-15). */
export const absentIfEmpty = <T extends z.ZodType>(schema: T) =>
  z.preprocess((value) => (value === null || isEmptyObject(value) ? undefined : value), schema.optional());

interface Limit {
  min: number;
  max: number;
}

const arrayOf = <T extends z.ZodType>(name: string, element: T, { min, max }: Limit) =>
  z
    .array(element, { error: keyed('invalid', `${name} must be a list`) })
    .min(min, keyed('required', `${name} must not be empty`))
    .max(max, keyed('too_many', `${name} may have at most ${max} entries`));

const asList = (value: unknown) =>
  value === null || value === undefined ? undefined : Array.isArray(value) ? value : [value];

/** A single value counts as a list of one, null as absent. */
export const oneOrMany = <T extends z.ZodType>(name: string, element: T, limit: Limit) =>
  z.preprocess(asList, arrayOf(name, element, limit));

/** The same, for an optional member. */
export const anyOf = <T extends z.ZodType>(name: string, element: T, limit: Limit) =>
  z.preprocess(asList, arrayOf(name, element, limit).optional());

const count = (name: string) =>
  z
    .int({ error: keyed('must_be_integer', `${name} must be a whole number`) })
    .min(0, keyed('must_be_integer', `${name} must not be negative`))
    .max(1_000_000, keyed('invalid', `${name} is too large`))
    .nullish();

/** A `Duration` of the API: `{hours?, minutes?}`, minutes below 60 if hours are present; parsed into minutes. */
export const duration = (name: string, least: number) =>
  z
    .object(
      {
        hours: count(`${name}.hours`)
          .describe('Whole hours. Default: 0.')
          .meta({ examples: [1] }),
        minutes: count(`${name}.minutes`)
          .describe('Whole minutes, below 60 if there are hours. Default: 0.')
          .meta({ examples: [30] }),
      },
      { error: keyed('invalid', `${name} must be {hours, minutes}`) },
    )
    .superRefine(({ hours, minutes }, context) => {
      if (hours && (minutes ?? 0) >= 60) {
        context.addIssue({ code: 'custom', path: ['minutes'], message: keyed('invalid', 'minutes must be below 60') });
      }
      if ((hours ?? 0) * 60 + (minutes ?? 0) < least) {
        context.addIssue({ code: 'custom', message: keyed('invalid', `${name} must be at least ${least} minutes`) });
      }
    })
    .transform(({ hours, minutes }) => (hours ?? 0) * 60 + (minutes ?? 0));

/** The document shows both forms, although the shorter one is parsed as the other. */
function showDuration({ jsonSchema }: { jsonSchema: { properties?: Record<string, object>; anyOf?: object[] } }) {
  const { properties, ...others } = jsonSchema;
  const { properties: ofDuration } = properties!.minimum as { properties: Record<string, object> };
  for (const name of Object.keys(jsonSchema)) delete jsonSchema[name as 'anyOf'];
  jsonSchema.anyOf = [
    { type: 'object', properties: ofDuration },
    { ...others, properties },
  ];
}

/** A buffer: a Duration, or `{minimum, maximum}` of Durations; parsed into minutes. */
const bufferSide = (name: string) =>
  absentIfEmpty(
    z.preprocess(
      (value) => {
        const isPair = typeof value === 'object' && value !== null && ('minimum' in value || 'maximum' in value);
        return isPair ? value : { minimum: value };
      },
      z
        .object({
          minimum: absentIfEmpty(duration(`${name}.minimum`, 0)).describe(
            'Minimum gap; a plain duration sets this. Default: 0.',
          ),
          maximum: absentIfEmpty(duration(`${name}.maximum`, 0)).describe(
            'In a sequence, the maximum gap to the adjacent meeting on that side. Default: unlimited.',
          ),
        })
        .superRefine(({ minimum, maximum }, context) => {
          if (maximum !== undefined && maximum < (minimum ?? 0)) {
            const message = keyed('invalid', 'maximum must not be less than minimum');
            context.addIssue({ code: 'custom', path: ['maximum'], message });
          }
        })
        .meta({ override: showDuration })
        .transform(({ minimum, maximum }) => ({ minimum: minimum ?? 0, maximum: maximum ?? null })),
    ),
  );

const none = { minimum: 0, maximum: null };

/** `{before, after}`; no buffers if absent. */
export const buffer = absentIfEmpty(
  z.object({
    before: bufferSide('buffer.before').describe('Before the meeting: a duration, or minimum and maximum. Default: 0.'),
    after: bufferSide('buffer.after').describe('After the meeting: a duration, or minimum and maximum. Default: 0.'),
  }),
).transform((given) => ({ before: given?.before ?? none, after: given?.after ?? none }));

/** One side of a member's buffer, in minutes: it has no maximum, which concerns neighbours in a sequence. */
const memberBufferSide = (name: string) =>
  bufferSide(name)
    .superRefine((side, context) => {
      if (side?.maximum == null) return;
      const message = notSupported('maximum is for the buffer of a meeting; that of a member has none');
      context.addIssue({ code: 'custom', path: ['maximum'], message });
    })
    .transform((side) => side?.minimum);

/** `{before, after}` of one member; a side that is absent is that of the meeting. */
export const memberBuffer = absentIfEmpty(
  z.object({
    before: memberBufferSide('buffer.before').describe(
      'Before the meeting: a duration, or minimum alone. Default: that of the meeting.',
    ),
    after: memberBufferSide('buffer.after').describe(
      'After the meeting: a duration, or minimum alone. Default: that of the meeting.',
    ),
  }),
);

/** A period of instants, parsed into epoch ms, half-open. */
export const requestedPeriod = (name: string) =>
  z
    .object(
      {
        start: instant(`${name}.start`).describe('First instant of the period, with Z or an offset.'),
        end: instant(`${name}.end`).describe(
          'Instant at which the period has ended, after start, with Z or an offset.',
        ),
      },
      { error: keyed('invalid', `${name} must be {start, end}`) },
    )
    .superRefine(({ start, end }, context) => {
      const [from, to] = [instantMs(start), instantMs(end)];
      if (from !== null && to !== null && from >= to) {
        const message = keyed('invalid_time_pair', 'end must be after start');
        context.addIssue({ code: 'custom', path: ['end'], message });
      }
    })
    .transform(({ start, end }) => ({ start: instantMs(start)!, end: instantMs(end)! }));

/** A requested start, parsed into epoch ms. */
export const requestedStart = (name: string) =>
  z
    .object(
      { start: instant(`${name}.start`).describe('Instant at which the meeting may start.') },
      { error: keyed('invalid', `${name} must be {start}`) },
    )
    .transform(({ start }) => instantMs(start)!);

export const booleanField = (name: string) =>
  z.boolean({ error: keyed('must_be_boolean', `${name} must be true or false`) }).nullish();

const managedAvailability = keyed('not_recognized', 'managed_availability must be true, false or "provider"');

/** Whether a member's rules count: those that are stored, or the working hours at their providers (AVL-30). */
export const managedAvailabilityField = z
  .union([z.boolean(), z.literal('provider')], { error: managedAvailability })
  .nullish();

export const reference = (name: string, max = 256) =>
  z
    .string({ error: keyed('must_be_string', `${name} must be a string`) })
    .min(1, keyed('required', `${name} must be specified`))
    .max(max, keyed('too_long', `${name} may have at most ${max.toLocaleString('en')} characters`));
