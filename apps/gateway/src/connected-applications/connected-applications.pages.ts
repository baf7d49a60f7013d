import { html } from '../pages/html.js';
import { page } from '../pages/layout.js';

export interface Connection {
  application: string;
  account: string;
  accountId: string;
  /** Local date. */
  since: string;
  /** Sealed; names the account for this browser. */
  token: string;
}

const card = (one: Connection) =>
  html`<section>
    <h2>${one.application}</h2>
    <p class="dim">${one.account}, since ${one.since}</p>
    <form method="post" action="/connected-applications/revoke">
      <input type="hidden" name="account_id" value="${one.accountId}" />
      <input type="hidden" name="token" value="${one.token}" />
      <div class="buttons"><button class="second">Revoke access of ${one.application}</button></div>
    </form>
  </section>`;

export const connectedPage = (connections: readonly Connection[]): string =>
  page(
    'Connected applications',
    html`<h1>Connected applications</h1>
      ${
        connections.length === 0
          ? html`<section><p>No application uses a calendar that was connected in this browser.</p></section>`
          : connections.map(card)
      }`,
  );

export const strangeFormPage = (): string =>
  page(
    'Not possible',
    html`<h1>Nothing was changed</h1>
      <section>
        <p>This form is of another browser, or was used already.</p>
        <p><a href="/connected-applications">Connected applications</a></p>
      </section>`,
  );
