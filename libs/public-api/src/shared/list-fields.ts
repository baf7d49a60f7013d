import { z } from 'zod';
import { keyed } from './errors.js';

const maxEntries = 200;
const limitMessage = keyed('must_be_integer', `limit must be a whole number from 1 to ${maxEntries}`);

/** The query of a list that continues with `after`, the `next_after` of the page before. */
export const listFields = {
  after: z
    .string({ error: keyed('must_be_string', 'after must be a string') })
    .max(300, keyed('cursor_invalid', 'after is longer than any that was issued'))
    .optional()
    .describe('next_after of the page before. Default: the first page.'),
  limit: z.coerce
    .number({ error: limitMessage })
    .int(limitMessage)
    .min(1, limitMessage)
    .max(maxEntries, limitMessage)
    .default(50)
    .describe(`Maximum number of entries per page, 1 to ${maxEntries}. Default: 50.`),
};

export const nextAfter = z.string().nullable().describe('The after of the next page; null on the last.');
