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
  application: string;
  /** Sealed; hidden in each form. */
  journey: string;
}

export const journeyField = ({ journey }: Shown): Html =>
  html`<input type="hidden" name="journey" value="${journey}" />`;
