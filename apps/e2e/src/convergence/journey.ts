import { Browser } from '../harness/form-browser.js';
import { call, type Account, type Application, type Kalends } from '../harness/kalends.js';

/** An account as the application gets it with its tokens. */
export type Connected = Pick<Account, 'sub' | 'access_token' | 'refresh_token'>;

/** Google's redirect after the person chose `email` and granted the requested permissions. */
async function consentAtGoogle(authorizeUrl: string, email: string): Promise<string> {
  const page = new URL(authorizeUrl);
  const body = new URLSearchParams({ ...Object.fromEntries(page.searchParams), email, decision: 'allow' });
  const decided = await fetch(`${page.origin}/o/oauth2/v2/auth/callback`, { method: 'POST', body, redirect: 'manual' });
  return decided.headers.get('location') ?? '';
}

/** Microsoft's redirect after the person chose `email` and accepted. */
async function consentAtMicrosoft(authorizeUrl: string, email: string): Promise<string> {
  const page = new URL(authorizeUrl);
  const body = new URLSearchParams({ ...Object.fromEntries(page.searchParams), email, decision: 'allow' });
  const decided = await fetch(`${page.origin}${page.pathname}`, { method: 'POST', body, redirect: 'manual' });
  return decided.headers.get('location') ?? '';
}

const consents = { google: consentAtGoogle, exchange: consentAtMicrosoft };

/** A person connects their calendar to the application, in a browser without scripts. */
export async function connectInBrowser(
  kalends: Kalends,
  application: Application,
  { email, provider }: { email: string; provider: keyof typeof consents },
): Promise<Connected> {
  const redirect_uri = application.redirect_uris[0]!;
  const { client_id, client_secret } = application;
  const query = new URLSearchParams({
    response_type: 'code',
    client_id,
    redirect_uri,
    scope: 'read_write',
    state: 's',
  });
  const browser = new Browser(kalends.deployment.baseUrl);
  const follow = async () => {
    while (browser.location?.startsWith('/') || browser.location?.startsWith(kalends.deployment.baseUrl)) {
      await browser.open(browser.location);
    }
  };
  await browser.open(`/oauth/authorize?${query}`);
  await browser.choose(provider, { tzid: 'Etc/UTC' });
  await follow();
  await browser.open(await consents[provider](browser.location ?? '', email));
  await follow();
  await browser.submit({ decision: 'allow' }, 'Allow');
  const code = new URL(browser.location ?? redirect_uri).searchParams.get('code');
  const body = { grant_type: 'authorization_code', client_id, client_secret, code, redirect_uri };
  const answer = await call<Connected>('POST', kalends.url('/oauth/token'), { body });
  if (answer.status !== 200) throw new Error(`no tokens for ${email}: ${answer.status} ${answer.text} ${browser.page}`);
  return answer.body;
}

/** Another access token, before or after the current one expires. */
export async function renew(kalends: Kalends, application: Application, account: Connected): Promise<void> {
  const { client_id, client_secret } = application;
  const body = { grant_type: 'refresh_token', client_id, client_secret, refresh_token: account.refresh_token };
  const answer = await call<Connected>('POST', kalends.url('/oauth/token'), { body });
  if (answer.status === 200) account.access_token = answer.body.access_token;
}
