import type { Localized } from '@kalends/provider-registry';
import { html } from '@kalends/design';
import { localized } from '../journey/texts/localized.js';
import type { Texts } from '../journey/texts/texts.js';
import { journeyPage } from '../journey/journey-page.js';

export interface Connection {
  application: string;
  account: string;
  accountId: string;
  /** Local date. */
  since: string;
  /** Sealed; names the account for this browser. */
  token: string;
}

/** What this browser's user has just revoked. */
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
  return html`<section role="status">
    <h2>${t.revokedTitle(application)}</h2>
    ${lines.map((line) => html`<p>${line}</p>`)}
  </section>`;
}

interface Shown {
  connections: readonly Connection[];
  revoked: Revoked | null;
  retentionDays: number;
}

const card = (t: Texts, one: Connection) =>
  html`<section>
    <h2>${one.application}</h2>
    <p class="dim">${t.since(one.account, one.since)}</p>
    <form method="post" action="/connected-applications/revoke">
      <input type="hidden" name="account_id" value="${one.accountId}" />
      <input type="hidden" name="token" value="${one.token}" />
      <div class="buttons"><button class="second">${t.revokeAccess(one.application)}</button></div>
    </form>
  </section>`;

export const connectedPage = (t: Texts, { connections, revoked, retentionDays }: Shown): string =>
  journeyPage(
    { t, title: t.connectedApplications, brand: null },
    html`<h1>${t.connectedApplications}</h1>
      ${revoked === null ? '' : notice(t, revoked, retentionDays)}
      ${
        connections.length === 0
          ? html`<section><p>${t.noApplications}</p></section>`
          : connections.map((one) => card(t, one))
      }`,
  );

export const formRejectedPage = (t: Texts): string =>
  journeyPage(
    { t, title: t.notPossible, brand: null },
    html`<h1>${t.nothingChanged}</h1>
      <section>
        <p>${t.formRejected}</p>
        <p><a href="/connected-applications">${t.connectedApplications}</a></p>
      </section>`,
  );
