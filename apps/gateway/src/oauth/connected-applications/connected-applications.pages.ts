import type { Localized, Provider } from '@kalends/provider-registry';
import { html, providerMark, type Html } from '@kalends/design';
import type { Brand } from '../journey/brand.js';
import { journeyPage } from '../journey/journey-page.js';
import { localized } from '../journey/texts/localized.js';
import type { Texts } from '../journey/texts/texts.js';

export interface Connection {
  brand: Brand;
  account: string;
  accountId: string;
  since: Date;
  /** Their names. */
  calendars: readonly string[];
  /** Whether there are more, which are still being read. */
  isReading: boolean;
  /** Sealed; names the account for this browser. */
  token: string;
}

/** What a user has just revoked. */
export interface Revoked {
  application: string;
  /** Names of its profiles at providers. */
  profiles: readonly string[];
  hasBuiltIn: boolean;
  /** Where users withdraw consents that only they can withdraw. */
  withdrawals: readonly Localized[];
}

function notice(t: Texts, { application, profiles, hasBuiltIn, withdrawals }: Revoked, retentionDays: number) {
  const kept = retentionDays === 0 ? t.revokedAtOnce : t.revokedKept(String(retentionDays));
  const lines = [
    ...(profiles.length > 0 ? [t.revokedWhat(profiles.join(', ')), kept] : []),
    ...withdrawals.map((text) => localized(t, text)),
    ...(hasBuiltIn ? [t.revokedBuiltIn] : []),
  ];
  return html`<section role="status" class="notice notice-ok">
    <h2>${t.revokedTitle(application)}</h2>
    ${lines.map((line) => html`<p>${line}</p>`)}
  </section>`;
}

interface Shown {
  connections: readonly Connection[];
  revoked: Revoked | null;
  retentionDays: number;
  /** Where users can sign in to see what they connected in other browsers. */
  signIn: readonly Pick<Provider, 'id' | 'name'>[];
  /** The provider at which the user has just signed in; null: they have not. */
  provedAt: string | null;
  /** Address of this page while calendars are being read; null: all are known. */
  again: string | null;
}

const dayOf = (t: Texts, since: Date): string =>
  new Intl.DateTimeFormat(t.lang, { dateStyle: 'long', timeZone: 'UTC' }).format(since);

const calendarsOf = (t: Texts, { account, calendars, isReading }: Connection): Html =>
  html`${calendars.length > 0 && calendars.join() !== account ? html`<p class="dim">${new Intl.ListFormat(t.lang).format(calendars)}</p>` : null}
  ${isReading ? html`<p class="dim" role="status">${t.beingRead}</p>` : null}`;

const card = (t: Texts, one: Connection) =>
  html`<section>
    <h2>${one.brand.name}</h2>
    <p class="dim">${t.since(one.account, dayOf(t, one.since))}</p>
    ${calendarsOf(t, one)}
    <form method="post" action="/connected-applications/revoke">
      <input type="hidden" name="account_id" value="${one.accountId}" />
      <input type="hidden" name="token" value="${one.token}" />
      <button class="button-danger">${t.revokeAccess(one.brand.name)}</button>
    </form>
  </section>`;

const signInLink = (t: Texts, { id, name }: Pick<Provider, 'id' | 'name'>): Html =>
  html`<a class="button provider ${id}" href="/oauth/providers/${id}/start?list=1" rel="nofollow"
    >${providerMark(id)}<span>${t.signInWith(name)}</span></a
  >`;

const elsewhere = (t: Texts, signIn: Shown['signIn']): Html | null =>
  signIn.length === 0
    ? null
    : html`<section>
        <h2>${t.revokeElsewhere}</h2>
        <p class="dim">${t.revokeElsewhereNote}</p>
        <div class="providers">${signIn.map((one) => signInLink(t, one))}</div>
      </section>`;

export function connectedPage(t: Texts, shown: Shown): string {
  const { connections, revoked, retentionDays, signIn, provedAt, again } = shown;
  const none = provedAt === null ? t.noApplications : t.revokeNone(provedAt);
  const head = again === null ? undefined : html`<meta http-equiv="refresh" content="3;url=${again}" />`;
  return journeyPage(
    { t, title: t.connectedApplications, brand: null, head },
    html`<h1>${t.connectedApplications}</h1>
      ${revoked === null ? null : notice(t, revoked, retentionDays)}
      ${connections.length === 0 ? html`<section><p>${none}</p></section>` : connections.map((one) => card(t, one))}
      ${elsewhere(t, signIn)}`,
  );
}

export const formRejectedPage = (t: Texts): string =>
  journeyPage(
    { t, title: t.notPossible, brand: null },
    html`<h1>${t.nothingChanged}</h1>
      <section>
        <p>${t.formRejected}</p>
        <p><a href="/connected-applications">${t.connectedApplications}</a></p>
      </section>`,
  );
