import { z } from 'zod';

/** A write that was accepted with 202 and that the calendar's provider then refused (EVT-43). */
export const refusedWriteShape = z
  .object({
    operation: z.string().describe('What was refused: upsert or delete.'),
    reason: z.string().describe("Why, in the provider's words or Kalends'; at most 500 characters."),
    code: z
      .string()
      .optional()
      .describe(
        'The same as a code: read_only, not_permitted (the user has to allow changes), organizer_only, storage_full, event_deleted, recurring_event, calendar_deleted, account_deleted or other. More may be added; absent in refusals of releases before 0.3.0.',
      ),
    refused_at: z.string().describe('When, UTC.'),
  })
  .meta({ id: 'RefusedWrite' });

export const refusedWriteExample = {
  operation: 'upsert',
  reason: 'The calendar is read-only.',
  code: 'read_only',
  refused_at: '2026-11-26T09:30:00Z',
};
