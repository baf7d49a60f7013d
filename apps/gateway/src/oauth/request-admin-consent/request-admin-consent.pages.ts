import { html } from '@kalends/design';
import type { Brand } from '../journey/brand.js';
import { journeyPage } from '../journey/journey-page.js';
import type { Texts } from '../journey/texts/texts.js';

interface Decided {
  t: Texts;
  /** The application whose journey the browser has; null: none. */
  brand: Brand | null;
  isApproved: boolean;
  /** Where a browser with a journey can sign in again. */
  next: string | null;
}

/** What an administrator decided. */
export function decidedPage({ t, brand, isApproved, next }: Decided): string {
  const title = isApproved ? t.adminDone : t.adminNotDone;
  return journeyPage(
    { t, title, brand },
    html`<h1>${title}</h1>
      <section role="status">
        <p>${isApproved ? t.adminDoneNote : t.adminNotDoneNote}</p>
        ${next === null ? null : html`<div class="buttons"><a class="button" href="${next}">${t.signInAgain}</a></div>`}
      </section>`,
  );
}
