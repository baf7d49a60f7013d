import { isTimeZone, parseDate } from '@kalends/icalendar';
import { z } from 'zod';
import { endpoint } from './endpoint.js';
import { bodyErrors, forbidden, keyed, notFound, unauthorized } from './errors.js';
import { dateOrTime, email, filled, httpUrl, instant, instantMs, plainText, zone } from './fields.js';

const writtenTime = (name: string) =>
  z.union([dateOrTime(name), z.object({ time: instant(`${name}.time`), tzid: zone(`${name}.tzid`) })], {
    error: (issue) =>
      issue.input === undefined
        ? keyed('required', `${name} must be specified`)
        : keyed('must_be_date', `${name} must be a date, a time, or {time, tzid}`),
  });

const person = (name: string) =>
  z.object({ email: email(`${name}.email`), display_name: plainText(`${name}.display_name`, 256).nullish() });

const coordinate = (name: string, limit: number) =>
  z
    .union([z.string(), z.number()])
    .transform(String)
    .refine((value) => value.trim() !== '' && Math.abs(Number(value)) <= limit, {
      error: keyed('invalid', `${name} must be a number from -${limit} to ${limit}`),
    });

const fields = {
  event_id: filled('event_id', 1024),
  summary: plainText('summary', 1024),
  description: plainText('description', 4096).nullish(),
  start: writtenTime('start'),
  end: writtenTime('end'),
  tzid: zone('tzid').nullish(),
  location: z
    .object({
      description: plainText('location.description', 1024).nullish(),
      lat: coordinate('location.lat', 90).nullish(),
      long: coordinate('location.long', 180).nullish(),
    })
    .nullish(),
  url: httpUrl('url').nullish(),
  reminders: z
    .array(z.object({ minutes: z.number().int().min(0).max(40_320) }))
    .max(5, keyed('too_many', 'an event has at most 5 reminders'))
    .nullish(),
  reminders_create_only: z.boolean({ error: keyed('must_be_boolean', 'must be true or false') }).nullish(),
  transparency: z
    .enum(['opaque', 'transparent'], { error: keyed('not_recognized', 'transparency is opaque or transparent') })
    .nullish(),
  attendees: z
    .object({
      invite: z.array(person('attendees.invite')).max(200).nullish(),
      remove: z.array(person('attendees.remove')).max(200).nullish(),
      reject: z.array(person('attendees.reject')).max(200).nullish(),
    })
    .nullish(),
  color: z
    .string()
    .regex(/^#[0-9a-fA-F]{6}$/, keyed('invalid', 'color is written as #49BED8'))
    .nullish(),
  event_private: z.boolean({ error: keyed('must_be_boolean', 'event_private must be true or false') }).nullish(),
  categories: z.array(plainText('categories', 256)).max(50).nullish(),
};

type Written = z.output<ReturnType<typeof z.object<typeof fields>>>;

const day = (value: Written['start']) => (typeof value === 'string' && parseDate(value) !== null ? value : null);
const moment = (value: Written['start']) => instantMs(typeof value === 'string' ? value : value.time);

/** `start` and `end` are of one kind and in order; an all-day event lasts a day or more, a timed one may be a moment. */
function timePair(event: Pick<Written, 'start' | 'end'>): string | null {
  const [startDay, endDay] = [day(event.start), day(event.end)];
  if ((startDay === null) !== (endDay === null)) return 'start and end must both be dates or both be times';
  if (startDay !== null && endDay !== null) return startDay < endDay ? null : 'end must be after start';
  return moment(event.start)! <= moment(event.end)! ? null : 'end must not be before start';
}

const bothParse = (value: unknown): value is Pick<Written, 'start' | 'end'> => {
  const parses = (one: unknown) => {
    if (typeof one === 'string') return parseDate(one) !== null || instantMs(one) !== null;
    const { time, tzid } = (one ?? {}) as { time?: unknown; tzid?: unknown };
    return typeof time === 'string' && instantMs(time) !== null && typeof tzid === 'string' && isTimeZone(tzid);
  };
  const { start, end } = (value ?? {}) as { start?: unknown; end?: unknown };
  return parses(start) && parses(end);
};

/** Checked even when other fields are wrong, so that one answer names them all. */
export const upsertEventBody = z
  .object(fields)
  .superRefine(
    (event, context) => {
      const refusal = timePair(event);
      if (refusal) context.addIssue({ code: 'custom', path: ['end'], message: keyed('invalid_time_pair', refusal) });
    },
    { when: (payload) => bothParse(payload.value) },
  )
  .meta({ id: 'EventWrite' });
export type UpsertEventBody = z.output<typeof upsertEventBody>;

const params = z.object({ calendar_id: z.string() });

export const upsertEvent = endpoint({
  method: 'post',
  path: '/v1/calendars/{calendar_id}/events',
  operation: 'upsertEvent',
  summary: 'Create or update an event, keyed on event_id within the calendar',
  tag: 'events',
  credential: 'access-token',
  anyScope: ['create_event'],
  params,
  body: upsertEventBody,
  responses: {
    202: { description: 'Durable, and seen by the next read; the provider follows. Empty body.' },
    ...bodyErrors,
    401: unauthorized,
    403: forbidden,
    404: notFound,
  },
});

export const deleteEventBody = z.object({ event_id: filled('event_id', 1024) }).meta({ id: 'EventDelete' });

export const deleteEvent = endpoint({
  method: 'delete',
  path: '/v1/calendars/{calendar_id}/events',
  operation: 'deleteEvent',
  summary: 'Delete an event that the application made',
  tag: 'events',
  credential: 'access-token',
  anyScope: ['delete_event'],
  params,
  query: z.object({ event_id: z.string().optional() }),
  body: deleteEventBody,
  responses: {
    202: { description: 'Gone from the next read on, also when there was no such event. Empty body.' },
    ...bodyErrors,
    401: unauthorized,
    403: forbidden,
    404: notFound,
  },
});
