import type { Texts } from '../journey/texts/texts.js';
import { html } from '../../http/pages/html.js';
import { alarm, page } from '../../http/pages/layout.js';

/** The Google account cannot be added to this account: the user chooses another, or goes back. */
export const connectedElsewherePage = (t: Texts, email: string, application: string, journey: string): string =>
  page(
    t.lang,
    t.elsewhere,
    html`<h1>${t.elsewhereTitle(email)}</h1>
      ${alarm(t, t.elsewhereWhy(application))}
      <section>
        <p>${t.elsewhereHelp(application)}</p>
        <form method="get" action="/oauth/authorize/choose">
          <input type="hidden" name="journey" value="${journey}" />
          <div class="buttons"><button>${t.chooseAnother}</button></div>
        </form>
        <form method="post" action="/oauth/authorize/consent">
          <input type="hidden" name="journey" value="${journey}" />
          <div class="buttons">
            <button class="second" name="decision" value="deny">${t.backTo(application)}</button>
          </div>
        </form>
      </section>`,
  );

/** A Google profile was not connected again; `again` leads to another try. */
export const relinkProblemPage = (t: Texts, profileName: string, what: string, again: string): string =>
  page(
    t.lang,
    t.notPossible,
    html`<h1>${t.relinkTitle(profileName)}</h1>
      ${alarm(t, what)}
      <form method="get" action="${again}">
        <p>${t.relinkGoogle(profileName)}</p>
        <div class="buttons"><button>${t.continue}</button></div>
      </form>`,
  );
