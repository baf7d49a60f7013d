import { z } from 'zod';

/** A write that was accepted with 202 and that the calendar's provider then refused (EVT-43). */
export const refusedWriteShape = z
  .object({
    operation: z.string().describe('What was refused: upsert or delete.'),
    reason: z.string().describe("Why, in the provider's words or Kalends'; at most 500 characters."),
    refused_at: z.string().describe('When, UTC.'),
  })
  .meta({ id: 'RefusedWrite' });

export const refusedWriteExample = {
  operation: 'upsert',
  reason: 'The calendar is read-only.',
  refused_at: '2026-11-26T09:30:00Z',
};
