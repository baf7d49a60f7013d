import type { Scope } from '@kalends/public-api';
import { html } from '@kalends/design';
import { page } from '../../http/pages/layout.js';
import { foreignNotice, journeyField, type Shown } from './shown.js';

/** Content of the consent page. */
interface RequestedConsent {
  scope: readonly Scope[];
  /** Names of the calendars. */
  calendars: readonly string[];
  /** The account that a link token names, if this browser is not linked to it. */
  foreign: string | null;
  /** Where the user returns to. */
  redirectHost: string;
}

/** What the application will be able to do. */
export function consentPage(shown: Shown, { scope, calendars, foreign, redirectHost }: RequestedConsent): string {
  const { t } = shown;
  return page(
    t.lang,
    t.allowAccess,
    html`<h1>${t.allowTitle(shown.application)}</h1>
      ${foreignNotice(t, foreign)}
      <section>
        <h2>${t.ableTo}</h2>
        <ul>
          ${scope.map((one) => html`<li>${t.scopes[one]}</li>`)}
        </ul>
        <h2>${t.inCalendars}</h2>
        <ul>
          ${calendars.map((name) => html`<li>${name}</li>`)}
        </ul>
        <p class="dim">
          ${t.youReturnTo(redirectHost)} <a href="/connected-applications">${t.connectedApplications}</a>.
        </p>
        <form method="post" action="/oauth/authorize/consent">
          ${journeyField(shown)}
          <div class="buttons">
            <button name="decision" value="allow">${t.allow}</button>
            <button class="second" name="decision" value="deny">${t.deny}</button>
          </div>
        </form>
      </section>`,
  );
}
