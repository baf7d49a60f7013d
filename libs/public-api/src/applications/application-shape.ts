import { z } from 'zod';
import { brandingExample, brandingShape, brandingShown } from './branding-fields.js';

export const applicationShape = z
  .object({
    client_id: z.string().describe('The id that the application sends.'),
    name: z.string().describe('What users see on the pages.'),
    redirect_uris: z.array(z.string()).describe('Addresses to which the browser may return after the journey.'),
    plan: z.string().describe('emerging includes Smart Invites; starter does not.'),
    client_type: z
      .enum(['confidential', 'public'])
      .describe('confidential if it can keep a secret; a public client needs PKCE (RFC 6749 §2.1).'),
    allowed_origins: z.array(z.string()).describe('Origins whose pages may call the API; public clients only.'),
    frame_origins: z
      .array(z.string())
      .describe('Origins whose pages may show its booking pages in a frame; by default none.'),
    hide_managed_events: z
      .boolean()
      .describe('Whether reads leave out events that the application wrote, unless they choose them.'),
    secrets: z
      .array(
        z.object({
          secret_id: z.string().describe('The id of the secret, with which it can be deleted.'),
          created_at: z.string().describe('The instant at which it was created, in UTC.'),
        }),
      )
      .describe('Its client secrets, the oldest first, without the secrets themselves.'),
    ...brandingShape,
    rate_limit_per_second: z
      .number()
      .int()
      .nullable()
      .describe("Requests per second; 0: no limit; null: the deployment's default."),
    rate_limit_per_minute: z
      .number()
      .int()
      .nullable()
      .describe("Requests per minute; 0: no limit; null: the deployment's default."),
  })
  .meta({ id: 'Application' });

export const applicationExample = {
  client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
  name: 'Room booking',
  redirect_uris: ['https://example.com/oauth/callback'],
  plan: 'emerging',
  client_type: 'confidential',
  allowed_origins: [],
  frame_origins: [],
  hide_managed_events: false,
  secrets: [{ secret_id: 'sec_2MPyGxgyny6w', created_at: '2026-11-19T08:00:00.000Z' }],
  ...brandingShown,
  rate_limit_per_second: null,
  rate_limit_per_minute: null,
};

export const secretFields = {
  secret_id: z.string().describe('The id of the secret, with which it can be deleted.'),
  client_secret: z.string().describe('The secret, which is also the API key; it cannot be read again.'),
};

/** Every setting of an application, as it is written. */
export const settingsExample = {
  name: 'Room booking',
  redirect_uris: ['https://example.com/oauth/callback'],
  plan: 'emerging',
  client_type: 'public',
  allowed_origins: ['https://app.example.com'],
  frame_origins: ['https://www.example.com'],
  hide_managed_events: true,
  ...brandingExample,
  rate_limit_per_second: 20,
  rate_limit_per_minute: 400,
};

export const secretExample = { secret_id: 'sec_2MPyGxgyny6w', client_secret: 'the-secret-of-the-application' };
