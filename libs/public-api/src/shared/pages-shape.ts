import { z } from 'zod';

export const pagesShape = z.object({
  current: z.number().describe('Number of this page, from 1.'),
  total: z.number().describe('Number of pages: exact on page 1, later corrected if entries change.'),
  next_page: z
    .string()
    .optional()
    .meta({
      description: 'URL of the next page, for the same credential; absent on the last.',
      examples: ['https://kalends.example.com/v1/events/pages/eyJwYWdlIjoyfQ'],
    }),
});
