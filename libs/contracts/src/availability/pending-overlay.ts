import { z } from 'zod';

/** Half-open `[start, end)`, epoch ms. */
export const periodMs = z.object({ start: z.number().int(), end: z.number().int() });

/**
 * What the gateway has just accepted for the members of a query, so that the very next computation counts it (AVL-13).
 * `calendars`: created by the API and not yet published (empty, known, fresh). `events`: writes still pending
 * (`revision` null: always replace that event's rows) or acknowledged in the last minute (replace them only if
 * `revision` is newer than the projection's). `busy`: the event's occurrences within the requested span and its
 * buffers; none if deleted or free.
 */
export const pendingOverlay = z.object({
  calendars: z.array(z.object({ account_id: z.string(), calendar_id: z.string() })),
  events: z.array(
    z.object({
      account_id: z.string(),
      calendar_id: z.string(),
      event_uid: z.string(),
      revision: z.number().int().nullable(),
      managed: z.boolean(),
      busy: z.array(periodMs.extend({ tentative: z.boolean() })),
    }),
  ),
});
export type PendingOverlay = z.infer<typeof pendingOverlay>;
