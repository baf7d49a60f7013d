import { z } from 'zod';
import { keyed } from '../shared/errors.js';

/** An id of the application's own. */
export const bookableId = (name: string) =>
  z
    .string({ error: keyed('must_be_string', `${name} must be a string`) })
    .regex(/^[A-Za-z0-9_-]{1,128}$/, keyed('invalid', `${name} must be 1 to 128 letters, digits, _ or -`));

export const bookableCall = { tag: 'availability', credential: 'api-key' } as const;

export const bookableParams = z.object({
  bookable_event_id: z.string().describe("The application's own id of the bookable event, as it was written."),
});
