import { html, type Html } from '@kalends/design';
import type { Brand } from '../journey/brand.js';
import { alarm, journeyPage } from '../journey/journey-page.js';
import { localized } from '../journey/texts/localized.js';
import type { Texts } from '../journey/texts/texts.js';
import type { Localized } from '@kalends/provider-registry';

/** A sign-in that failed at the provider, and what the user can do next. */
export interface SignInProblem {
  t: Texts;
  brand: Brand;
  /** In words. */
  problem: string;
  /** The provider's error, for whoever operates Kalends. */
  detail: string | null;
  /** Address of another attempt. */
  again: string;
  /** Address of the choice of another calendar; null: there is none. */
  choose: string | null;
  /** Address at which the application gets the error; null: nothing is returned. */
  back: string | null;
  /** An organization has to approve first: its words, and its addresses, for this browser and to forward. Null: it does not. */
  approve: { why: Localized; message: Localized; here: string; forward: string } | null;
}

const button = (address: string, text: string, isSecond = false): Html =>
  html`<a class="button${isSecond ? ' second' : ''}" href="${address}">${text}</a>`;

const ways = ({ t, brand, again, choose, back }: SignInProblem): Html =>
  html`<div class="buttons">${button(again, t.signInAgain)}</div>
    <div class="buttons">
      ${choose === null ? null : button(choose, t.chooseAnother, true)}
      ${back === null ? null : button(back, t.backTo(brand.name), true)}
    </div>`;

const approval = (shown: SignInProblem, approve: NonNullable<SignInProblem['approve']>): Html => {
  const { t, brand } = shown;
  const message = localized(t, approve.message)
    .replace('{application}', () => brand.name)
    .replace('{address}', () => approve.forward);
  return html`<section>
      <h2>${t.adminIfYou}</h2>
      <div class="buttons">${button(approve.here, t.adminApprove)}</div>
    </section>
    <section>
      <h2>${t.adminForward}</h2>
      <blockquote>${message}</blockquote>
    </section>
    <section>
      <h2>${t.adminThen}</h2>
      ${ways(shown)}
    </section>`;
};

/** Why nothing was connected, in plain words, with a way on. */
export function signInProblemPage(shown: SignInProblem): string {
  const { t, brand, problem, detail, approve } = shown;
  const title = approve ? t.adminTitle : t.signInProblem;
  return journeyPage(
    { t, title, brand },
    html`<h1>${title}</h1>
      ${alarm(t, approve ? localized(t, approve.why) : problem)}
      ${approve ? approval(shown, approve) : html`<section>${ways(shown)}</section>`}
      ${detail === null ? null : html`<p class="dim" lang="en"><code>${detail}</code></p>`}`,
  );
}
