import { z } from 'zod';
import { pagesShape } from '../shared/pages-shape.js';

export const bookableEventShape = z
  .object({
    bookable_event_id: z.string().describe("The application's own id of the bookable event."),
    start: z.string().describe('First instant, in UTC.'),
    end: z.string().describe('Instant at which it has ended, in UTC.'),
    status: z.enum(['confirmed', 'cancelled']).describe('Whether it takes place.'),
    registration: z
      .object({
        capacity: z
          .number()
          .nullable()
          .describe('Maximum number of accepted registrations; null if there is no limit.'),
        registered_count: z.number().describe('Number of accepted registrations.'),
        total_count: z.number().describe('Number of registrations of any status.'),
        registrations: z
          .array(
            z.object({
              registration_id: z.string().describe("The application's own id of the registration."),
              status: z
                .enum(['pending', 'accepted', 'tentative', 'declined'])
                .describe('Its status; only an accepted one takes a place.'),
              metadata: z
                .record(z.string(), z.union([z.string(), z.number(), z.boolean()]))
                .describe('What the application stored with it; empty if nothing.'),
            }),
          )
          .describe('Registrations in the order in which they were first made, 100 to a page.'),
        pages: pagesShape.describe('The place in the list of registrations.'),
      })
      .describe('How many are registered, and who.'),
  })
  .meta({ id: 'BookableEvent' });

export const bookableEventExample = {
  bookable_event_id: 'yoga-2026-12-01',
  start: '2026-12-01T17:00:00Z',
  end: '2026-12-01T18:30:00Z',
  status: 'confirmed' as const,
  registration: {
    capacity: 12,
    registered_count: 1,
    total_count: 2,
    registrations: [
      { registration_id: 'guest-17', status: 'accepted' as const, metadata: { language: 'de' } },
      { registration_id: 'guest-18', status: 'pending' as const, metadata: {} },
    ],
    pages: { current: 1, total: 1 },
  },
};
