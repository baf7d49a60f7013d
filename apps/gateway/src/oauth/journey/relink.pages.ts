import { html, type Html } from '@kalends/design';
import type { Brand } from './brand.js';
import { alarm, journeyPage } from './journey-page.js';
import type { Texts } from './texts/texts.js';

interface RelinkedProfile {
  t: Texts;
  brand: Brand;
  /** As displayed: an e-mail address, or a user name. */
  profileName: string;
}

const relinkForm = (sealed: string, fields: Html | null, button: string): Html =>
  html`<form method="post" action="/oauth/relink">
    <input type="hidden" name="relink" value="${sealed}" />
    ${fields}
    <div class="buttons"><button>${button}</button></div>
  </form>`;

/** The way out: nothing is known of where the owner came from. */
const cancelForm = (t: Texts, sealed: string): Html =>
  html`<form method="post" action="/oauth/relink" class="leave">
    <input type="hidden" name="relink" value="${sealed}" />
    <button class="button-link" name="decision" value="deny">${t.cancel}</button>
  </form>`;

const addressField = (t: Texts): Html =>
  html`<label for="password">${t.calendarAddress}</label>
    <input id="password" name="password" inputmode="url" dir="ltr" required autocomplete="off" spellcheck="false" />`;

const passwordField = (t: Texts, isApple: boolean): Html =>
  html`${isApple ? html`<p class="dim">${t.appPasswordHelp}</p>` : null}
    <label for="password">${isApple ? t.appPassword : t.password}</label>
    <input id="password" name="password" type="password" required autocomplete="off" />`;

interface RelinkPage extends RelinkedProfile {
  isApple: boolean;
  /** A published calendar: by its address. */
  isPublished: boolean;
  /** The provider at which the owner signs in; null: with a password here. */
  signIn: string | null;
  /** The day on which its provider ends it by itself, as text; null: it is disconnected. */
  endsOn: string | null;
  /** Sealed state in the form. */
  sealed: string;
}

/** Prompts the owner to connect the profile again: at a provider, or with a password. */
export function relinkPage(
  { t, brand, profileName, isApple, isPublished, signIn, endsOn, sealed }: RelinkPage,
  error: string | null,
): string {
  const title = t.relinkTitle(profileName);
  const typed = isPublished ? addressField(t) : passwordField(t, isApple);
  const fields = signIn === null ? typed : null;
  const own = isPublished ? profileName : t.relinkUser(profileName);
  return journeyPage(
    { t, title, brand },
    html`<h1>${title}</h1>
      ${alarm(t, error)}
      <section>
        <p>${endsOn === null ? t.relinkWhy(brand.name) : t.endsOn(endsOn)}</p>
        <p class="dim">${signIn === null ? own : t.relinkAt(signIn, profileName)}</p>
        ${relinkForm(sealed, fields, signIn === null ? t.connect : t.continue)}
      </section>
      ${cancelForm(t, sealed)}`,
  );
}

type Ended = Pick<RelinkedProfile, 't' | 'brand'>;

/** The outcome, or why there is nothing to do. */
const endPage = ({ t, brand }: Ended, title: string, note: string): string =>
  journeyPage(
    { t, title, brand },
    html`<h1>${title}</h1>
      <section role="status"><p>${note}</p></section>`,
  );

export const relinkDonePage = (ended: Ended): string =>
  endPage(ended, ended.t.relinkDone, ended.t.relinkDoneNote(ended.brand.name));
/** `profileName`: as displayed. */
export const relinkCancelledPage = (ended: Ended, profileName: string): string =>
  endPage(ended, ended.t.relinkTitle(profileName), ended.t.adminNotDoneNote);
export const relinkNotNeededPage = (ended: Ended): string =>
  endPage(ended, ended.t.relinkNotNeeded, ended.t.relinkNotNeededNote);
export const relinkOwnPage = (ended: Ended): string => endPage(ended, ended.t.notPossible, ended.t.relinkOwn);
