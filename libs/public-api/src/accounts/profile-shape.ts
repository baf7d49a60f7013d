import { namesAtProviders } from '@kalends/contracts';
import { z } from 'zod';

export const profileShape = z
  .object({
    provider_name: z.string().describe(`Where its calendars are: kalends for the built-in ones, ${namesAtProviders}.`),
    provider_service: z
      .string()
      .describe(
        "The provider's service: icloud for apple, office365 for exchange, outlook_com for live_connect, else the same as provider_name.",
      ),
    profile_id: z.string().describe('Id of the profile.'),
    profile_name: z.string().describe('Display name of the connection, usually an email address.'),
    profile_connected: z.boolean().describe('Whether the provider still grants access.'),
    profile_relink_url: z
      .string()
      .optional()
      .describe(
        'Page on which the user reconnects the profile; present only while it is disconnected, and in the last day before its provider ends the connection.',
      )
      .meta({ examples: ['https://kalends.example.com/oauth/relink/c2lnbmVk'] }),
    profile_set_aside: z
      .literal(true)
      .optional()
      .describe(
        'Its calendars are not read for now, because the program ended twice while reading them; absent otherwise. They are tried again after an hour, later less often; an operator can resume it at once, or the user by connecting it again.',
      )
      .meta({ examples: [true] }),
    profile_unreadable_events: z
      .number()
      .int()
      .optional()
      .describe(
        'How many objects of its calendars cannot be read, because the provider does not return them or they are not valid; absent if all can. Their events are missing, or shown as they last were.',
      )
      .meta({ examples: [1] }),
    profile_calendars_left_out: z
      .number()
      .int()
      .optional()
      .describe(
        'How many of the calendars at its provider are not read, because a profile may have at most 500; absent if none.',
      )
      .meta({ examples: [12] }),
  })
  .meta({ id: 'Profile' });

export const profileExample = {
  provider_name: 'kalends',
  provider_service: 'kalends',
  profile_id: 'pro_2MPyGxgyny6w',
  profile_name: 'ada@example.com',
  profile_connected: true,
};
