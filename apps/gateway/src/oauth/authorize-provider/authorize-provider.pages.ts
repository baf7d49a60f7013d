import { html } from '@kalends/design';
import type { Brand } from '../journey/brand.js';
import { alarm, journeyPage } from '../journey/journey-page.js';
import { journeyField, type Shown } from '../journey/shown.js';
import type { Texts } from '../journey/texts/texts.js';

/** The account at the provider cannot be added to this account: the user chooses another, or returns. */
export function connectedElsewherePage(shown: Shown, provider: string, email: string): string {
  const { t, brand } = shown;
  const application = brand.name;
  return journeyPage(
    { t, title: t.elsewhere, brand },
    html`<h1>${t.elsewhereTitle(email)}</h1>
      ${alarm(t, t.elsewhereWhy(provider, application))}
      <section>
        <p>${t.elsewhereHelp(application)}</p>
        <form method="get" action="/oauth/authorize/choose">
          ${journeyField(shown)}
          <div class="buttons"><button>${t.chooseAnother}</button></div>
        </form>
        <form method="post" action="/oauth/authorize/consent">
          ${journeyField(shown)}
          <div class="buttons">
            <button class="second" name="decision" value="deny">${t.backTo(application)}</button>
          </div>
        </form>
      </section>`,
  );
}

/** A profile that its owner is to connect again. */
interface RelinkProblem {
  t: Texts;
  brand: Brand;
  /** As displayed. */
  provider: string;
  profileName: string;
  /** Address of another attempt. */
  again: string;
}

/** A profile was not connected again, and why. */
export const relinkProblemPage = ({ t, brand, provider, profileName, again }: RelinkProblem, what: string): string =>
  journeyPage(
    { t, title: t.notPossible, brand },
    html`<h1>${t.relinkTitle(profileName)}</h1>
      ${alarm(t, what)}
      <form method="get" action="${again}">
        <p>${t.relinkAt(provider, profileName)}</p>
        <div class="buttons"><button>${t.continue}</button></div>
      </form>`,
  );
