import type { Localized } from '@kalends/provider-registry';
import type { Texts } from './texts.js';

/** A provider's text in the language of the page. */
export const localized = ({ lang }: Pick<Texts, 'lang'>, text: Localized): string =>
  typeof text === 'string' ? text : (new Map(Object.entries(text)).get(lang) ?? text.en);
