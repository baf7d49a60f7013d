import type { Egress } from '@kalends/security';
import {
  requestOnce,
  fine,
  refusalOf,
  signInUrl,
  type OAuthClient,
  type RegistrationFinding,
} from '@kalends/provider-port/consent';

/*
 * Google's token endpoint checks the client before the code, so that an impossible code shows whether id and secret are right. That
 * order, and the error page to which the sign-in page redirects, are not documented: what cannot be read is unknown.
 */

const clients = 'Open https://console.cloud.google.com/auth/clients and choose the project at the top.';
const openClient = 'Open the client of type Web application that Kalends uses.';
const restart = 'Start Kalends again, and repeat this check.';

const unknownClient: RegistrationFinding = {
  check: 'client',
  result: 'failed',
  detail: 'Google knows no client with the id in GOOGLE_CLIENT_ID.',
  steps: [
    clients,
    'If there is no client: press Create client, choose Web application, and enter the redirect address of this installation.',
    'Copy its Client ID, which ends in .apps.googleusercontent.com, to GOOGLE_CLIENT_ID, and its secret to GOOGLE_CLIENT_SECRET.',
    restart,
  ],
};

const unusableClient = (error: string): RegistrationFinding => ({
  check: 'client',
  result: 'failed',
  detail: `Google does not admit the client (${error}).`,
  steps: [
    clients,
    'If the client was deleted, restore it in the list of deleted credentials, or create another one.',
    'Its type must be Web application: other types cannot be changed, so create another one if it is not.',
    restart,
  ],
});

const wrongSecret: RegistrationFinding = {
  check: 'secret',
  result: 'failed',
  detail: 'Google rejects the secret in GOOGLE_CLIENT_SECRET.',
  steps: [
    clients,
    openClient,
    'Under Client secrets press Add secret, and copy it: Google shows it once.',
    'Set GOOGLE_CLIENT_SECRET to it.',
    restart,
    'Disable the earlier secret when everything works.',
  ],
};

const wrongRedirect = (address: string): RegistrationFinding => ({
  check: 'redirect',
  result: 'failed',
  detail: `The client does not have the redirect address ${address}.`,
  steps: [
    clients,
    openClient,
    `Under Authorized redirect URIs press Add URI, and enter exactly ${address}`,
    'Press Save, and wait some minutes until Google has it everywhere.',
    'If the address is not the one at which browsers reach Kalends, correct PUBLIC_URL.',
  ],
});

/** Google's end of consents is seven days for clients in Testing; shorter or longer, if a user chose so. */
export const endingConsents = {
  why: 'If consents last seven days, the OAuth client is in Testing: publish it, and have each user connect again.',
  steps: [
    'Open https://console.cloud.google.com/auth/audience and choose the project at the top.',
    'Below Publishing status press Publish app, and confirm; or, if all users are of your Google Workspace, make the user type Internal.',
    'Google may require a verification of the scopes; until it is done, users see a warning, but consents last.',
    'Have each user connect again: a consent that was given in Testing still ends.',
  ],
} as const;

const away: RegistrationFinding = {
  check: 'client',
  result: 'unknown',
  detail: 'Google cannot be reached now, or does not answer.',
  steps: ['Check that this machine may send requests to oauth2.googleapis.com and accounts.google.com.', restart],
};

function clientFindings(error: string, description: string, address: string): RegistrationFinding[] {
  const known = fine('client', 'Google knows the client.');
  const accepted = fine('secret', 'Google accepts the secret.');
  if (error === 'invalid_client') return /not found/i.test(description) ? [unknownClient] : [known, wrongSecret];
  if (error === 'deleted_client' || error === 'disabled_client' || error === 'unauthorized_client')
    return [unusableClient(error)];
  if (error === 'redirect_uri_mismatch') return [known, accepted, wrongRedirect(address)];
  if (error === 'invalid_grant') return [known, accepted];
  return [{ ...away, detail: `Google answered with an error that is not known here (${error || 'none'}).`, steps: [] }];
}

/** Google redirects to an error page, whose address has the reason in base64; the simulator shows a page. */
function isRedirectRefused({ text, location }: { text: string; location: string }): boolean {
  const encoded = URL.canParse(location) ? (new URL(location).searchParams.get('authError') ?? '') : '';
  const reason = Buffer.from(encoded.slice(0, 4_000), 'base64').toString();
  return `${reason} ${text}`.includes('redirect_uri_mismatch');
}

/** Tries the client at Google without a user. */
export async function checkRegistration(
  client: OAuthClient,
  egress: Pick<Egress, 'dispatcher'>,
): Promise<RegistrationFinding[]> {
  const { id, secret, callbackUrl } = client;
  const form = { grant_type: 'authorization_code', code: '4/kalends-check', redirect_uri: callbackUrl };
  const answer = await requestOnce({
    egress,
    url: new URL(client.tokenUrl),
    form: { ...form, client_id: id, client_secret: secret },
  });
  if (!answer) return [away];
  const { error, description } = refusalOf(answer.text);
  const findings = clientFindings(error, description, callbackUrl);
  if (findings.some(({ result }) => result !== 'ok')) return findings;
  const page = await requestOnce({ egress, url: signInUrl(client.authorizeUrl, client, 'openid') });
  if (page && isRedirectRefused(page)) return [...findings, wrongRedirect(callbackUrl)];
  const isKnown = page !== null && page.status < 400;
  return [
    ...findings,
    isKnown
      ? fine('redirect', `Google accepts the redirect address ${callbackUrl}.`)
      : { check: 'redirect', result: 'unknown', detail: `Google did not answer for ${callbackUrl}.`, steps: [] },
  ];
}
