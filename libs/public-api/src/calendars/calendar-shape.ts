import { namesAtProviders } from '@kalends/contracts';
import { z } from 'zod';

export const calendarShape = z
  .object({
    provider_name: z.string().describe(`Where the calendar is: kalends for the built-in one, ${namesAtProviders}.`),
    profile_id: z.string().describe('The connection to the provider that the calendar belongs to.'),
    profile_name: z.string().describe('What the user knows the connection by, usually an address.'),
    calendar_id: z.string().describe('The id that other calls take.'),
    calendar_name: z.string().describe('The name that the user gave it.'),
    calendar_readonly: z.boolean().describe('Whether events cannot be written to it.'),
    calendar_deleted: z.boolean().describe('Whether it exists no more.'),
    calendar_primary: z.boolean().describe("Whether it is the profile's main calendar."),
    calendar_integrated_conferencing_available: z
      .boolean()
      .describe(
        'Whether its provider can add an online meeting (conferencing integrated): Google Meet in a Google calendar.',
      ),
    calendar_attachments_available: z
      .boolean()
      .describe('Whether its events can have attachments; false in this release.'),
    calendar_invitations_sent: z
      .boolean()
      .describe(
        'Whether its provider mails the guests of an event. If false, attendees.invite mails nobody: send a Smart Invite instead.',
      ),
    permission_level: z
      .enum(['sandbox', 'unrestricted'])
      .describe(
        'sandbox: the application changes only events that it created. unrestricted: others as well, as the user has allowed (POST /v1/permissions).',
      ),
  })
  .meta({ id: 'Calendar' });

export const calendarExample = {
  provider_name: 'kalends',
  profile_id: 'pro_2MPyGxgyny6w',
  profile_name: 'ada@example.com',
  calendar_id: 'cal_2MPyGxgyny6w_FK37MLy2ihIu',
  calendar_name: 'Calendar',
  calendar_readonly: false,
  calendar_deleted: false,
  calendar_primary: true,
  calendar_integrated_conferencing_available: false,
  calendar_attachments_available: false,
  calendar_invitations_sent: false,
  permission_level: 'sandbox',
};
