import { parseDate } from '@kalends/icalendar';
import { z } from 'zod';
import type { SimulatorRequest } from '../../http/routing.js';
import { bodyRead } from '../graph-error.js';

const text = (max: number) => z.string().max(max);
const day = z.enum(['sunday', 'monday', 'tuesday', 'wednesday', 'thursday', 'friday', 'saturday']);
const date = z.string().refine((value) => parseDate(value) !== null);
/** `YYYY-MM-DDTHH:MM:SS`, a fraction of zeros is dropped. */
const local = z
  .string()
  .regex(/^\d{4}-\d\d-\d\dT([01]\d|2[0-3]):[0-5]\d(:[0-5]\d(\.0+)?)?$/)
  .refine((value) => parseDate(value.slice(0, 10)) !== null)
  .transform((value) => `${value}:00`.slice(0, 19));
export const time = z.strictObject({ dateTime: local, timeZone: text(100) });
const address = z.strictObject({ name: text(255).nullish(), address: text(320) });
const part = text(255).optional();
const place = z.strictObject({
  displayName: text(1024).nullish(),
  locationUri: text(2048).nullish(),
  locationType: text(50).optional(),
  locationEmailAddress: text(320).nullish(),
  uniqueId: text(1024).nullish(),
  uniqueIdType: text(50).optional(),
  address: z.strictObject({ street: part, city: part, state: part, countryOrRegion: part, postalCode: part }).nullish(),
  coordinates: z.strictObject({ latitude: z.number().optional(), longitude: z.number().optional() }).nullish(),
});

const pattern = z.strictObject({
  type: z.enum(['daily', 'weekly', 'absoluteMonthly', 'relativeMonthly', 'absoluteYearly', 'relativeYearly']),
  interval: z.int().min(1).max(999),
  month: z.int().min(0).max(12).optional(),
  dayOfMonth: z.int().min(0).max(31).optional(),
  daysOfWeek: z.array(day).max(7).optional(),
  firstDayOfWeek: day.optional(),
  index: z.enum(['first', 'second', 'third', 'fourth', 'last']).optional(),
});
const range = z.strictObject({
  type: z.enum(['endDate', 'noEnd', 'numbered']),
  startDate: date,
  endDate: date.optional(),
  recurrenceTimeZone: text(100).optional(),
  numberOfOccurrences: z.int().min(0).max(999).optional(),
});
const property = z.strictObject({
  id: z.string().regex(/^[A-Za-z]{3,20} \{[0-9a-fA-F-]{36}\} (Name .{1,255}|Id 0x[0-9a-fA-F]{1,8})$/),
  value: text(32_000),
});

/** What may be written of an event; `transactionId` at creation only. */
const written = z.strictObject({
  subject: text(255).nullish(),
  body: z.strictObject({ contentType: z.enum(['text', 'html', 'Text', 'HTML']), content: text(1_000_000) }).nullish(),
  start: time.optional(),
  end: time.optional(),
  isAllDay: z.boolean().optional(),
  showAs: z.enum(['free', 'tentative', 'busy', 'oof', 'workingElsewhere', 'unknown']).optional(),
  sensitivity: z.enum(['normal', 'personal', 'private', 'confidential']).optional(),
  importance: z.enum(['low', 'normal', 'high']).optional(),
  isReminderOn: z.boolean().optional(),
  reminderMinutesBeforeStart: z.int().min(0).max(2_629_800).optional(),
  location: place.nullish(),
  locations: z.array(place).max(50).optional(),
  categories: z.array(text(255)).max(50).optional(),
  attendees: z
    .array(z.strictObject({ emailAddress: address, type: z.enum(['required', 'optional', 'resource']).optional() }))
    .max(500)
    .optional(),
  recurrence: z.strictObject({ pattern, range }).nullish(),
  isOnlineMeeting: z.boolean().optional(),
  onlineMeetingProvider: z.enum(['unknown', 'teamsForBusiness', 'skypeForBusiness', 'skypeForConsumer']).optional(),
  responseRequested: z.boolean().optional(),
  hideAttendees: z.boolean().optional(),
  allowNewTimeProposals: z.boolean().optional(),
  singleValueExtendedProperties: z.array(property).max(50).optional(),
  transactionId: text(255).optional(),
});
export type WrittenEvent = z.infer<typeof written>;

const writtenCalendar = z.strictObject({
  name: text(255).min(1).optional(),
  color: z
    .enum(
      'auto lightBlue lightGreen lightOrange lightGray lightYellow lightTeal lightPink lightBrown lightRed'.split(
        ' ',
      ) as ['auto'],
    )
    .optional(),
});

/** The body as a schema has it; 400 RequestBodyRead names the first member that is unknown or of another type. */
export function readBody<Value>(request: SimulatorRequest, schema: z.ZodType<Value>): Value {
  let given: unknown;
  try {
    given = JSON.parse(request.body);
  } catch {
    throw bodyRead('The request body is not valid JSON.');
  }
  return parsedBy(schema, given);
}

/** No member that can be written is deeper. */
const deepest = 8;

/** Without control information (OData JSON Format 4.01 §4.5): Microsoft's client for Python names the type of each object. */
function withoutControl(given: unknown, depth = 0): unknown {
  if (typeof given !== 'object' || given === null || depth === deepest) return given;
  if (Array.isArray(given)) return given.map((one) => withoutControl(one, depth + 1));
  const members = Object.entries(given).filter(([name]) => !name.startsWith('@odata.'));
  return Object.fromEntries(members.map(([name, value]) => [name, withoutControl(value, depth + 1)]));
}

function parsedBy<Value>(schema: z.ZodType<Value>, given: unknown): Value {
  const parsed = schema.safeParse(withoutControl(given));
  if (parsed.success) return parsed.data;
  const { path, code, message, ...issue } = parsed.error.issues[0]!;
  if (code !== 'unrecognized_keys') throw bodyRead(`Cannot read the property '${path.join('.')}': ${message}`);
  const name = String((issue as { keys?: string[] }).keys?.[0]).slice(0, 100);
  throw bodyRead(`The property '${[...path, name].join('.')}' does not exist on the type or cannot be written.`);
}

/** An event as an application writes it; a GraphError if it cannot be written. */
export const parseEvent = (given: unknown): WrittenEvent => parsedBy(written, given);
export const readEvent = (request: SimulatorRequest): WrittenEvent => readBody(request, written);
export const readCalendar = (request: SimulatorRequest) => readBody(request, writtenCalendar);
