import { z } from 'zod';

export const elementHoldCall = {
  tag: 'elements',
  credential: 'element-token',
  elements: ['booking'],
} as const;

/** A page learns no more than that the time is gone. */
export const elementConflict = z
  .object({
    error: z.literal('conflict').describe('What is wrong, for programs.'),
    reason: z
      .enum(['taken', 'expired', 'booked'])
      .describe(
        'taken: the time is not free, or was never offered; expired: there is no hold any longer; booked: the event of the token has been booked.',
      ),
    description: z.string().describe('What is wrong, for the developer.'),
  })
  .meta({ id: 'ElementConflict' });

export const conflictExample = {
  error: 'conflict',
  reason: 'taken',
  description: 'This time is not free, or was never offered.',
};
