import { z } from 'zod';

export const holdConflict = z
  .object({
    error: z.literal('conflict').describe('What is wrong, for programs.'),
    description: z.string().describe('What is wrong, for the developer.'),
    members: z
      .array(
        z.object({
          sub: z.string().describe('The id of the account.'),
          reason: z
            .enum(['busy', 'held', 'unknown'])
            .describe('Why: an event, another hold, or calendars that are not known.'),
        }),
      )
      .optional()
      .describe('Members who are not free; absent if the conflict is another one.'),
  })
  .meta({ id: 'HoldConflict' });

export const holdCall = { tag: 'availability', credential: 'api-key-or-token' } as const;

export const holdParams = z.object({
  hold_id: z.string().describe("The application's own id of the hold, as it was placed."),
});
