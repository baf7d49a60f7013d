import { documentOf, html, simulatedMark, simulatorStyles, type Html } from '@kalends/design';
import type { Answer } from './routing.js';

interface PageOptions {
  status?: number;
  isWide?: boolean;
  /** Whose page it is: undefined of all. */
  provider?: 'Google' | 'Microsoft';
}

/** Nothing runs and nothing is loaded; no other site can frame it. */
const headers = {
  'content-security-policy':
    "default-src 'none';style-src 'unsafe-inline';img-src 'self';base-uri 'none';frame-ancestors 'none'",
  'x-frame-options': 'DENY',
};

const head = (provider: PageOptions['provider'], width: string): Html =>
  html`<header class="journey-head ${width}">
    ${simulatedMark(32)} <span>${provider === undefined ? 'Simulated providers' : `Simulated ${provider}`}</span>
    <span class="badge badge-warn">For tests only</span>
  </header>`;

/** A page in the design of all pages, which shows that it is a simulation; plain forms, without scripts. */
export function page(title: string, body: Html, { status = 200, isWide = false, provider }: PageOptions = {}): Answer {
  const width = isWide ? 'wide' : '';
  const text = documentOf(
    { lang: 'en', title: `${title} – simulated`, styles: simulatorStyles },
    html`${head(provider, width)}
      <main class="${width}">
        <h1>${title}</h1>
        ${body}
      </main>`,
  );
  return { status, body: text, headers };
}

/** The icon of all pages. */
export const icon = (): Answer => ({
  status: 200,
  body: simulatedMark(32).text,
  headers: { 'content-type': 'image/svg+xml', 'x-content-type-options': 'nosniff' },
});

/** Hidden inputs that carry parameters through a form. */
export const hidden = (values: Iterable<[string, string]>): Html =>
  html`${[...values].map(([name, value]) => html`<input type="hidden" name="${name}" value="${value}" />`)}`;

interface Account {
  email: string;
  name: string;
}

export const initialOf = ({ name, email }: Account): string => ([...name.trim()][0] ?? email[0] ?? '').toUpperCase();

interface SignIn {
  /** Where the forms are sent; undefined: to this address. */
  action?: string;
  accounts: readonly Account[];
  /** What the request has. */
  values: Iterable<[string, string]>;
  /** Of the button that allows. */
  allow: (account: Account) => string;
}

/** An account each, with a button that allows; below, one that declines. */
export function signIn({ action = '', accounts, values, allow }: SignIn): Html {
  const carried = hidden(values);
  const row = (account: Account): Html =>
    html`<li>
      <form method="post" action="${action}" aria-label="${account.email}">
        ${carried}<input type="hidden" name="email" value="${account.email}" />
        <span class="initial" aria-hidden="true">${initialOf(account)}</span>
        <span class="who">${account.name}<span class="dim">${account.email}</span></span>
        <button name="decision" value="allow" class="button-s">${allow(account)}</button>
      </form>
    </li>`;
  return html`<ul class="choices">
      ${accounts.map(row)}
    </ul>
    <form method="post" action="${action}">
      ${carried}
      <div class="buttons"><button name="decision" value="deny" class="second">Cancel</button></div>
    </form>`;
}

/** What an application requests, and where the answer goes. */
export const asked = (redirectUri: string, scopes: readonly string[]): Html =>
  html`<p class="lead">
      ${URL.canParse(redirectUri) ? new URL(redirectUri).host : redirectUri} requests access. Nothing is real here: no
      password is needed.
    </p>
    ${
      scopes.length > 0 &&
      html`<ul class="scopes">
        ${scopes.map((one) => html`<li><code>${one}</code></li>`)}
      </ul>`
    }`;
