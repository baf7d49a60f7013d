import type { Brand } from './brand.js';
import type { Texts } from './texts/texts.js';
import { html, type Html } from '@kalends/design';

/** For a browser that a link token leads to an account it is not linked to: whose that is. */
export const foreignNotice = (t: Texts, account: string | null): Html | null =>
  account === null
    ? null
    : html`<div class="alarm" role="note">
        <p><strong>${t.addedTo(account)}</strong></p>
        <p>${t.addedToWhy}</p>
      </div>`;

/** Common input of each page of the journey. */
export interface Shown {
  t: Texts;
  brand: Brand;
  /** Sealed; hidden in each form. */
  journey: string;
}

export const journeyField = ({ journey }: Shown): Html =>
  html`<input type="hidden" name="journey" value="${journey}" />`;

const backAddress = ({ journey }: Shown): string => `/oauth/authorize/choose?journey=${journey}`;

/** The way out of a page on which the user decides anyway: one step back. */
export const back = (shown: Shown): Html =>
  html`<p class="leave"><a href="${backAddress(shown)}">${shown.t.back}</a></p>`;

/** The ways out of a page: one step back, unless it is the first, or to the application without having connected anything. */
export const leave = (shown: Shown, { isFirst = false } = {}): Html => {
  const { t, brand } = shown;
  return html`<form method="post" action="/oauth/authorize/consent" class="leave">
    ${journeyField(shown)} ${isFirst ? null : html`<a href="${backAddress(shown)}">${t.back}</a>`}
    <button class="button-link" name="decision" value="deny">${t.cancelTo(brand.name)}</button>
  </form>`;
};
