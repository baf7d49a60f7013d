import type { Texts } from './texts/texts.js';
import { html, type Html } from '../../http/pages/html.js';

/** Common input of each page of the journey. */
export interface Shown {
  t: Texts;
  application: string;
  /** Sealed; hidden in each form. */
  journey: string;
}

export const journeyField = ({ journey }: Shown): Html =>
  html`<input type="hidden" name="journey" value="${journey}" />`;
