import type { Egress } from '@kalends/security';
import { requestOnce, fine, refusalOf, signInUrl, type RegistrationFinding } from '@kalends/provider-port/consent';
import type { MicrosoftClient } from './microsoft-strategy.js';
import { readSecretEnd } from './read-secret-end.js';

/*
 * In one tenant the application signs in as itself (client credentials), which checks everything but the redirect address. Tenant
 * words do not permit that: there an impossible code is exchanged, and it is not documented what Microsoft checks before the code.
 */

const registration =
  'Open https://entra.microsoft.com, choose Entra ID, App registrations, All applications, and open the one that Kalends uses.';
const restart = 'Start Kalends again, and repeat this check.';
const newSecret = [
  registration,
  'Choose Certificates & secrets, Client secrets, New client secret.',
  'Copy the column Value, not Secret ID: Entra shows it once. Set MICROSOFT_CLIENT_SECRET to it.',
  restart,
];

type Failed = Omit<RegistrationFinding, 'result'>;

const redirectRefused = (address: string): Failed => ({
  check: 'redirect',
  detail: `The registration does not have the redirect address ${address}.`,
  steps: [
    registration,
    'Choose Authentication, and below Web press Add URI.',
    `Enter exactly ${address} and save.`,
    'If the address is not the one at which browsers reach Kalends, correct PUBLIC_URL.',
  ],
});

const unknownClient: Failed = {
  check: 'client',
  detail: 'Microsoft knows no application with the id in MICROSOFT_CLIENT_ID in this tenant.',
  steps: [
    registration,
    'Copy Application (client) ID, not Object ID, from its overview to MICROSOFT_CLIENT_ID.',
    'If MICROSOFT_TENANT names one tenant, the application has to be registered in it, or approved there.',
    restart,
  ],
};

/** What Microsoft's numbers mean; the first part of each finding is what was right before. */
const byNumber = new Map<string, Failed>(
  Object.entries<Failed>({
    700016: unknownClient,
    7000215: {
      check: 'secret',
      detail: 'Microsoft rejects the secret in MICROSOFT_CLIENT_SECRET.',
      steps: newSecret,
    },
    7000222: { check: 'secret', detail: 'The secret in MICROSOFT_CLIENT_SECRET has expired.', steps: newSecret },
    700025: {
      check: 'client',
      detail: 'The application is registered as a public client, which has no secret.',
      steps: [registration, 'Choose Authentication, and set Allow public client flows to No.', restart],
    },
    90002: {
      check: 'tenant',
      detail: 'Microsoft knows no tenant as in MICROSOFT_TENANT.',
      steps: [
        'Open https://entra.microsoft.com, and copy Tenant ID from the overview to MICROSOFT_TENANT, or set it to organizations.',
        restart,
      ],
    },
    50194: {
      check: 'tenant',
      detail: 'The application is registered for one tenant, and MICROSOFT_TENANT permits several.',
      steps: [
        registration,
        'Either choose Authentication, and below Supported account types permit accounts in any organizational directory,',
        'or set MICROSOFT_TENANT to Directory (tenant) ID of its overview.',
        restart,
      ],
    },
  }),
);

const numberIn = (text: string): string | null => /AADSTS(\d{4,8})\b/.exec(text)?.[1] ?? null;

const away: RegistrationFinding = {
  check: 'client',
  result: 'unknown',
  detail: 'Microsoft cannot be reached now, or does not answer.',
  steps: ['Check that this machine may send requests to login.microsoftonline.com.', restart],
};

const isWord = (tenant: string) => ['common', 'organizations', 'consumers'].includes(tenant);

const formOf = ({ tenant, id, secret, callbackUrl }: MicrosoftClient) => ({
  ...(isWord(tenant)
    ? { grant_type: 'authorization_code', code: 'kalends-check', redirect_uri: callbackUrl, scope: 'openid' }
    : { grant_type: 'client_credentials', scope: 'https://graph.microsoft.com/.default' }),
  client_id: id,
  client_secret: secret,
});

const accepted = () => [
  fine('client', 'Microsoft knows the application.'),
  fine('secret', 'Microsoft accepts the secret.'),
];

/** The request was refused before the secret was examined. */
const notExamined: RegistrationFinding = {
  check: 'secret',
  result: 'unknown',
  detail: 'Microsoft did not examine the secret: that is certain only with MICROSOFT_TENANT as one tenant.',
  steps: [],
};

function findingsIn(status: number, text: string): RegistrationFinding[] {
  if (status === 200) return accepted();
  const { error, description } = refusalOf(text);
  const number = numberIn(description);
  const failed = number === null ? undefined : byNumber.get(number);
  if (failed) {
    const before = failed.check === 'secret' ? [fine('client', 'Microsoft knows the application.')] : [];
    return [...before, { ...failed, result: 'failed' }];
  }
  // the code is examined once the client is right (RFC 6749 §5.2)
  if (error === 'invalid_grant') return accepted();
  if (error === 'invalid_request') return [notExamined];
  const code = number === null ? error || 'none' : `AADSTS${number}`;
  return [{ ...away, detail: `Microsoft answered with an error that is not known here (${code}).`, steps: [] }];
}

async function redirectFinding(
  client: MicrosoftClient,
  egress: Pick<Egress, 'dispatcher'>,
): Promise<RegistrationFinding> {
  const { callbackUrl, authorityUrl, tenant } = client;
  const url = signInUrl(`${authorityUrl}/${tenant}/oauth2/v2.0/authorize`, client, 'openid');
  const page = await requestOnce({ egress, url });
  if (page && numberIn(page.text) === '50011') return { ...redirectRefused(callbackUrl), result: 'failed' };
  if (page && page.status < 400) return fine('redirect', `Microsoft accepts the redirect address ${callbackUrl}.`);
  return { check: 'redirect', result: 'unknown', detail: `Microsoft did not answer for ${callbackUrl}.`, steps: [] };
}

/** Tries the application at Microsoft without a user. */
export async function checkRegistration(
  client: MicrosoftClient,
  { egress, graphUrl }: { egress: Pick<Egress, 'dispatcher'>; graphUrl: string },
): Promise<RegistrationFinding[]> {
  const url = new URL(`${client.authorityUrl}/${client.tenant}/oauth2/v2.0/token`);
  const answer = await requestOnce({ egress, url, form: formOf(client) });
  if (!answer) return [away];
  const findings = findingsIn(answer.status, answer.text);
  if (findings.some(({ result }) => result !== 'ok')) return findings;
  const lifetime = await readSecretEnd(client, { egress, graphUrl, answer: answer.text, steps: newSecret });
  return [...findings, ...lifetime, await redirectFinding(client, egress)];
}
