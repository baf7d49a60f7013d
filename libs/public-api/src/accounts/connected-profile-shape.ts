import { namesAtProviders } from '@kalends/contracts';
import { z } from 'zod';

export const connectedProfileShape = z
  .object({
    profile_id: z.string().describe('The id that other calls take.'),
    provider_name: z.string().describe(`Where its calendars are: kalends, ${namesAtProviders}.`),
    profile_name: z.string().describe('What the user knows the connection by, usually an address.'),
    connected: z.boolean().describe('Whether the provider still grants access.'),
    initial_sync: z.enum(['pending', 'done', 'failed']).describe('How far the first read of its events is.'),
    last_sync: z
      .string()
      .nullable()
      .describe('The instant of the last successful sync, in UTC; null before the first.'),
    error: z
      .string()
      .optional()
      .describe('Why the provider cannot be read; absent if it can.')
      .meta({ examples: ['The provider refused the password.'] }),
  })
  .meta({ id: 'ConnectedProfile' });

export const connectedProfileExample = {
  profile_id: 'pro_2MPyGxgyny6w',
  provider_name: 'caldav',
  profile_name: 'ada@example.com',
  connected: true,
  initial_sync: 'done',
  last_sync: '2026-11-19T08:00:00Z',
};
