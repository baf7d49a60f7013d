import { z } from 'zod';

export const accountSummaryShape = z
  .object({
    sub: z.string().describe('The id of the account.'),
    client_id: z.string().describe('The application that it belongs to.'),
    application_name: z.string().describe('Name of the application.'),
    email: z.string().nullable().describe('An address that a provider or an administrator vouches for, or null.'),
    name: z.string().nullable().describe('Name of the user; null if it is not known.'),
    created_at: z.string().describe('The instant at which it was created, in UTC.'),
    access: z
      .enum(['granted', 'ended'])
      .describe('ended: no grant covers it any longer, so its calendars are not read.'),
    abandoned_at: z
      .string()
      .nullable()
      .describe(
        'Since when nobody can use it any more, in UTC: without a grant and without a connected calendar. Null: somebody can.',
      ),
    profiles: z.number().int().describe('How many profiles it has.'),
    failing_profiles: z.number().int().describe('How many of them cannot be read, or are disconnected.'),
  })
  .meta({ id: 'AccountSummary' });

export const accountSummaryExample = {
  sub: 'acc_5ba21743f408617d1269ea1e',
  client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
  application_name: 'Room booking',
  email: 'ada@example.com',
  name: 'Ada Example',
  created_at: '2026-11-19T08:00:00.000Z',
  access: 'granted',
  abandoned_at: null,
  profiles: 2,
  failing_profiles: 1,
};
