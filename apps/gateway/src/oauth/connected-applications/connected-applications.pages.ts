import { html } from '../../http/pages/html.js';
import type { Texts } from '../journey/texts/texts.js';
import { page } from '../../http/pages/layout.js';

export interface Connection {
  application: string;
  account: string;
  accountId: string;
  /** Local date. */
  since: string;
  /** Sealed; names the account for this browser. */
  token: string;
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

export const connectedPage = (t: Texts, connections: readonly Connection[]): string =>
  page(
    t.lang,
    t.connectedApplications,
    html`<h1>${t.connectedApplications}</h1>
      ${
        connections.length === 0
          ? html`<section><p>${t.noApplications}</p></section>`
          : connections.map((one) => card(t, one))
      }`,
  );

export const formRejectedPage = (t: Texts): string =>
  page(
    t.lang,
    t.notPossible,
    html`<h1>${t.nothingChanged}</h1>
      <section>
        <p>${t.formRejected}</p>
        <p><a href="/connected-applications">${t.connectedApplications}</a></p>
      </section>`,
  );
