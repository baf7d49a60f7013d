import { html } from '@kalends/design';
import { journeyPage } from '../journey/journey-page.js';
import type { Texts } from '../journey/texts/texts.js';

/** What an administrator decided. `next`: where a browser with a journey can sign in again. */
export function decidedPage(t: Texts, isApproved: boolean, next: string | null): string {
  const title = isApproved ? t.adminDone : t.adminNotDone;
  return journeyPage(
    { t, title, brand: null },
    html`<h1>${title}</h1>
      <section role="status">
        <p>${isApproved ? t.adminDoneNote : t.adminNotDoneNote}</p>
        ${next === null ? null : html`<div class="buttons"><a class="button" href="${next}">${t.signInAgain}</a></div>`}
      </section>`,
  );
}
