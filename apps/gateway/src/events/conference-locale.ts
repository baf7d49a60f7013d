import { invalidField } from '../http/refusals.js';

/** Refuses placeholders that would have to be filled in a language other than English (EVT-26); `field`: where it is given. */
export function checkLocale(locale: string | null | undefined, field = 'locale'): void {
  if (!locale || /^en(?:[-_]|$)/i.test(locale)) return;
  throw invalidField(field, 'not_supported', 'Placeholders for conferencing are filled in English only: use en.');
}
