import { z } from 'zod';

const used = z.number().int().describe('Requests that were sent in it.');
const limit = z.number().int().nullable().describe('How many the provider permits in it; null: it has no limit.');

/** Requests of our client to a provider, of all its users together. */
export const budgetShape = z.object({
  minute: z
    .object({ used, limit })
    .describe('The last 60 seconds of the process that answered; the limit is divided among the processes.'),
  day: z
    .object({
      used,
      limit,
      forecast: z
        .number()
        .int()
        .describe('Requests that it is expected to end with: for the remaining hours as many as on the days before.'),
    })
    .describe("The provider's day so far, of all processes."),
  closed_until: z
    .string()
    .nullable()
    .describe(
      'Until when only what people request is sent, and slowly, because the provider refused requests; null: it is not so.',
    ),
});

export const budgetExample = {
  minute: { used: 120, limit: 10_000 },
  day: { used: 21_000, limit: 1_000_000, forecast: 64_000 },
  closed_until: null,
};
