import { consentProviderId } from '@kalends/contracts';
import { z } from 'zod';

const finding = z
  .object({
    check: z
      .enum(['client', 'secret', 'redirect', 'tenant', 'secret_lifetime', 'consent_lifetime'])
      .describe(
        'client: the id of the OAuth client. secret: its secret. redirect: its redirect address. tenant: MICROSOFT_TENANT. secret_lifetime: how long the secret is valid. consent_lifetime: how long consents are.',
      ),
    result: z
      .enum(['ok', 'failed', 'warning', 'unknown'])
      .describe(
        'failed: nobody can connect. warning: it works, but not for long. unknown: the provider did not answer that question.',
      ),
    detail: z.string().describe('What was found, in a sentence.'),
    steps: z
      .array(z.string())
      .describe('What to click at the provider, in this order; empty if nothing is to be done.'),
  })
  .meta({ id: 'ProviderFinding' });

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
    settings: z.array(z.string()).describe('The settings for its client.'),
    ending_profiles: z
      .number()
      .int()
      .describe(
        'Connected profiles whose consent the provider ends by itself; more than 1,000 are not counted further.',
      ),
    findings: z.array(finding).describe('What is known without requests: consents that end.'),
  })
  .meta({ id: 'Provider' });

export const checkedProviderShape = z
  .object({
    ...identified,
    result: z.enum(['ok', 'failed', 'warning', 'unknown']).describe('The worst of the findings.'),
    findings: z.array(finding).describe('What was found, in the order in which it was checked.'),
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
  ending_profiles: 0,
  findings: [],
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
