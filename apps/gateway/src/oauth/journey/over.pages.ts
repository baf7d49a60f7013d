import { html } from '@kalends/design';
import type { Brand } from './brand.js';
import { journeyPage } from './journey-page.js';
import type { Texts } from './texts/texts.js';

/** How a journey ended, or that only this step of it did. */
export type Over = 'allowed' | 'declined' | 'step';

interface OverStep {
  t: Texts;
  brand: Brand;
  over: Over;
  /** What is known of a step that is over; null: nothing more. */
  reason: string | null;
  /** Where the user continues. */
  next: { address: string; text: string } | null;
}

function wordsFor(t: Texts, { name }: Brand, over: Over): [title: string, note: string] {
  if (over === 'allowed') return [t.allowedAlready, t.allowedAlreadyNote(name)];
  if (over === 'declined') return [t.declinedAlready, t.declinedAlreadyNote(name)];
  return [t.stepOver, t.stepOverNote(name)];
}

/** The truth about a step that somebody opens again: nothing went wrong, and here is where to continue. */
export function overPage({ t, brand, over, reason, next }: OverStep): string {
  const [title, note] = wordsFor(t, brand, over);
  return journeyPage(
    { t, title, brand },
    html`<h1>${title}</h1>
      <section role="status"><p>${(over === 'step' ? reason : null) ?? note}</p></section>
      ${
        next === null
          ? null
          : html`<div class="buttons"><a class="button" href="${next.address}" rel="noreferrer">${next.text}</a></div>`
      }`,
  );
}
