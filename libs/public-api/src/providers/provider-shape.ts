import { consentProviderId } from '@kalends/contracts';
import { z } from 'zod';
import { budgetExample, budgetShape } from './budget-shape.js';

const finding = z
  .object({
    check: z
      .enum(['client', 'secret', 'redirect', 'tenant', 'secret_lifetime', 'consent_lifetime'])
      .describe(
        'client: the id of the OAuth client. secret: its secret. redirect: its redirect address. tenant: the setting for whose accounts may sign in, where the provider has one. secret_lifetime: how long the secret is valid. consent_lifetime: how long consents are.',
      ),
    result: z
      .enum(['ok', 'failed', 'warning', 'unknown'])
      .describe(
        'failed: nobody can connect. warning: it works, but not for long. unknown: the provider did not answer that question.',
      ),
    detail: z.string().describe('What was found, in a sentence.'),
    steps: z
      .array(z.string())
      .max(20)
      .describe('What to click at the provider, in this order; empty if nothing is to be done.'),
  })
  .meta({ id: 'ProviderFinding' });

const result = z.enum(['ok', 'failed', 'warning', 'unknown']);

const count = (meaning: string) => z.number().int().describe(`${meaning} More than 10,000 are not counted further.`);

const profilesShape = z
  .object({
    provider_name: z.string().describe('As in a profile: a provider has one for each kind of account.'),
    ok: count('Those whose calendars are read.'),
    pending: count('Those whose first read is not complete.'),
    failing: count('Those that cannot be read, and are tried again.'),
    set_aside: count('Those that wait because the program ended twice while reading them.'),
    disconnected: count('Those that their users have to connect again.'),
  })
  .meta({ id: 'ProviderProfiles' });

const identified = {
  provider: consentProviderId.describe('The provider, as in the address of its journey.'),
  name: z.string().describe('Its name, as displayed.'),
};

export const providerShape = z
  .object({
    ...identified,
    configured: z.boolean().describe('Whether it has an OAuth client here, so that users can connect.'),
    redirect_address: z
      .string()
      .nullable()
      .describe('The address to register at the provider; null if it is not configured.'),
    settings: z.array(z.string()).max(10).describe('The settings for its client.'),
    budget: budgetShape
      .nullable()
      .describe('Requests against the limits of the provider; null: it has none, or calendar-sync does not answer.'),
    profiles: z
      .array(profilesShape)
      .max(10)
      .describe('Its profiles by their state, for each kind of account that it has.'),
    ending_profiles: z
      .number()
      .int()
      .describe(
        'Connected profiles whose consent the provider ends by itself; more than 1,000 are not counted further.',
      ),
    checked_at: z
      .string()
      .nullable()
      .describe(
        'UTC time of the last check of its client: at the start of the service, once a day, or on request; null: the client that is configured now was not checked.',
      ),
    result: result.nullable().describe('The worst of the findings; null: there is none.'),
    findings: z
      .array(finding)
      .max(6)
      .describe('What that check found, and, as of now, consents that end. Nothing is sent for it.'),
  })
  .meta({ id: 'Provider' });

export const checkedProviderShape = z
  .object({
    ...identified,
    result: result.describe('The worst of the findings.'),
    findings: z.array(finding).max(6).describe('What was found, in the order in which it was checked.'),
  })
  .meta({ id: 'CheckedProvider' });

const steps = [
  'Open https://console.cloud.google.com/auth/clients and choose the project at the top.',
  'Open the client of type Web application that Kalends uses.',
];

export const providerExample = {
  provider: 'google',
  name: 'Google',
  configured: true,
  redirect_address: 'https://calendar.example.com/oauth/providers/google/callback',
  settings: ['GOOGLE_CLIENT_ID', 'GOOGLE_CLIENT_SECRET'],
  budget: budgetExample,
  profiles: [{ provider_name: 'google', ok: 4210, pending: 3, failing: 12, set_aside: 0, disconnected: 85 }],
  ending_profiles: 0,
  checked_at: '2026-11-19T08:00:00Z',
  result: 'ok',
  findings: [{ check: 'client', result: 'ok', detail: 'Google knows the client.', steps: [] }],
};

export const checkedProviderExample = {
  provider: 'google',
  name: 'Google',
  result: 'failed',
  findings: [
    { check: 'client', result: 'ok', detail: 'Google knows the client.', steps: [] },
    { check: 'secret', result: 'failed', detail: 'Google rejects the secret in GOOGLE_CLIENT_SECRET.', steps },
  ],
};
