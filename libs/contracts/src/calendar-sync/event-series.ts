import { eventTypes, type EventComponent, type EventSeries, type EventTime, type Recurrence } from '@kalends/icalendar';
import { z } from 'zod';

const localDate = z.string().regex(/^\d{4}-\d{2}-\d{2}$/);
const localDateTime = z.string().regex(/^\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}$/);

export const eventTime: z.ZodType<EventTime> = z.union([
  z.object({ date: localDate }),
  z.object({ local: localDateTime, tzid: z.string().nullable(), instant: z.number().int().optional() }),
]);

export const participationStatus = z.enum(['needs_action', 'accepted', 'declined', 'tentative', 'unknown']);

const component = {
  summary: z.string(),
  description: z.string().optional(),
  start: eventTime,
  end: eventTime,
  duration: z.string().optional(),
  location: z
    .object({ description: z.string().optional(), lat: z.string().optional(), long: z.string().optional() })
    .optional(),
  status: z.enum(['confirmed', 'tentative', 'cancelled']),
  transparency: z.enum(['opaque', 'transparent']),
  extended_transparency: z.enum(['out_of_office', 'working_elsewhere', 'tentative']).optional(),
  event_type: z.enum(eventTypes).optional(),
  categories: z.array(z.string()).optional(),
  attendees: z
    .array(z.object({ email: z.string(), display_name: z.string().optional(), status: participationStatus }))
    .optional(),
  /** The calendar owner's answer, where the provider states it beside the attendees. */
  own_status: participationStatus.optional(),
  organizer: z.object({ email: z.string(), display_name: z.string().optional() }).optional(),
  url: z.string().optional(),
  conference_url: z.string().optional(),
  conference_name: z.string().optional(),
  conference_pending: z.boolean().optional(),
  color: z.string().optional(),
  event_private: z.boolean().optional(),
  tags: z.array(z.string()).optional(),
  reminders: z.array(z.number()).optional(),
  created: z.string().optional(),
  updated: z.string().optional(),
  sequence: z.number().optional(),
};

export const eventComponent: z.ZodType<EventComponent> = z.object(component);

const componentChange = z.object(
  Object.fromEntries(Object.entries(component).map(([name, schema]) => [name, (schema as z.ZodType).nullish()])),
) as z.ZodType<EventSeries['overrides'][number]['change']>;

/** When a series recurs (RFC 5545 §3.8.5). */
export const eventRecurrence: z.ZodType<Recurrence> = z.object({
  rrules: z.array(z.string()),
  exrules: z.array(z.string()).optional(),
  rdates: z.array(z.object({ start: eventTime, end: eventTime.optional() })),
  exdates: z.array(eventTime),
});

/** An instance that differs (RFC 5545 §3.8.4.4). */
export const eventOverride: z.ZodType<EventSeries['overrides'][number]> = z.object({
  recurrence_id: eventTime,
  range: z.literal('THISANDFUTURE').optional(),
  change: componentChange,
});

/** `EventSeries` as JSON: master, overrides as differences, recurrence (RFC 5545 §3.8.5). */
export const eventSeries: z.ZodType<EventSeries> = z.object({
  uid: z.string(),
  master: eventComponent.nullable(),
  recurrence: eventRecurrence.optional(),
  overrides: z.array(eventOverride),
  zones: z
    .record(z.string(), z.object({ initial: z.number(), transitions: z.array(z.tuple([z.number(), z.number()])) }))
    .optional(),
  truncated: z.array(z.string()).optional(),
});
