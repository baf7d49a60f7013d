import { html, type Html } from '@kalends/design';
import { alarm, page } from '../../http/pages/layout.js';
import type { Texts } from './texts/texts.js';

interface RelinkedProfile {
  t: Texts;
  application: string;
  /** As displayed: an e-mail address, or a user name. */
  profileName: string;
}

const relinkForm = (sealed: string, fields: Html | null, button: string): Html =>
  html`<form method="post" action="/oauth/relink">
    <input type="hidden" name="relink" value="${sealed}" />
    ${fields}
    <div class="buttons"><button>${button}</button></div>
  </form>`;

const passwordField = (t: Texts, isApple: boolean): Html =>
  html`${isApple ? html`<p class="dim">${t.appPasswordHelp}</p>` : null}
    <label for="password">${isApple ? t.appPassword : t.password}</label>
    <input id="password" name="password" type="password" required autocomplete="off" />`;

interface RelinkPage extends RelinkedProfile {
  isApple: boolean;
  /** The provider at which the owner signs in; null: with a password here. */
  signIn: string | null;
  /** Sealed state in the form. */
  sealed: string;
}

/** Prompts the owner to connect the profile again: at a provider, or with a password. */
export function relinkPage(
  { t, application, profileName, isApple, signIn, sealed }: RelinkPage,
  error: string | null,
): string {
  const title = t.relinkTitle(profileName);
  const fields = signIn === null ? passwordField(t, isApple) : null;
  return page(
    t.lang,
    title,
    html`<h1>${title}</h1>
      ${alarm(t, error)}
      <section>
        <p>${t.relinkWhy(application)}</p>
        <p class="dim">${signIn === null ? t.relinkUser(profileName) : t.relinkAt(signIn, profileName)}</p>
        ${relinkForm(sealed, fields, signIn === null ? t.connect : t.continue)}
      </section>`,
  );
}

/** The outcome, or why there is nothing to do. */
const endPage = (t: Texts, title: string, note: string): string =>
  page(
    t.lang,
    title,
    html`<h1>${title}</h1>
      <section role="status"><p>${note}</p></section>`,
  );

export const relinkDonePage = ({ t, application }: Pick<RelinkedProfile, 't' | 'application'>): string =>
  endPage(t, t.relinkDone, t.relinkDoneNote(application));
export const relinkNotNeededPage = (t: Texts): string => endPage(t, t.relinkNotNeeded, t.relinkNotNeededNote);
export const relinkOwnPage = (t: Texts): string => endPage(t, t.notPossible, t.relinkOwn);
