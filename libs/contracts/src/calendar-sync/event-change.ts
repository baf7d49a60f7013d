import type { WrittenChange } from '@kalends/icalendar';
import { z } from 'zod';
import { eventOverride, eventRecurrence, eventTime } from './event-series.js';

const person = z.object({ email: z.string(), display_name: z.string().optional() });

/**
 * `explicit`: people join at `join_url`. `integrated`: the provider adds a conference of its own, and once it has, the
 * texts in `templates` are filled and replace those of the event.
 */
const conferencing = z.discriminatedUnion('kind', [
  z.object({ kind: z.literal('explicit'), join_url: z.string(), name: z.string().optional() }),
  z.object({
    kind: z.literal('integrated'),
    templates: z.object({ description: z.string().optional(), location: z.string().optional() }).optional(),
  }),
  z.object({ kind: z.literal('none') }),
]);

/**
 * The changes that a write through the API requests. An absent member stays as it is, `null` removes it. `attendees` is
 * a change, not the whole list. `transparency` absent on a first write: opaque for a timed event, transparent for an
 * all-day event.
 */
const members = z.object({
  summary: z.string().optional(),
  description: z.string().nullish(),
  start: eventTime.optional(),
  end: eventTime.optional(),
  location: z
    .object({ description: z.string().optional(), lat: z.string().optional(), long: z.string().optional() })
    .nullish(),
  url: z.string().nullish(),
  color: z.string().nullish(),
  event_private: z.boolean().nullish(),
  categories: z.array(z.string()).nullish(),
  tags: z.array(z.string()).nullish(),
  reminders: z.array(z.number().int()).nullish(),
  reminders_create_only: z.boolean().optional(),
  transparency: z.enum(['opaque', 'transparent']).optional(),
  extended_transparency: z.enum(['out_of_office', 'working_elsewhere', 'tentative']).nullish(),
  attendees: z.object({ invite: z.array(person).optional(), remove: z.array(person).optional() }).optional(),
  conferencing: conferencing.optional(),
  /** Replaces the complete recurrence. */
  recurrence: eventRecurrence.nullish(),
  /** The calendar owner's own answer (RFC 5545 §3.2.12), set on the attendee with one of their addresses. */
  own_attendance: z
    .object({ addresses: z.array(z.string()), status: z.enum(['accepted', 'tentative', 'declined']) })
    .optional(),
});

/**
 * `instance`: the write changes one instance of the series, or deletes it, and nothing else; a release before 0.3.0, which does not know the
 * member, changes nothing. `existing`: the event
 * is changed only if it exists. `created`: the write creates the event, whoever it belongs to, with these instances that differ.
 */
export const eventChange: z.ZodType<WrittenChange> = members.extend({
  instance: z
    .object({ recurrence_id: eventTime, deleted: z.boolean().optional(), change: members.optional() })
    .optional(),
  existing: z.boolean().optional(),
  created: z.object({ overrides: z.array(eventOverride) }).optional(),
});

export type EventChange = z.infer<typeof eventChange>;
