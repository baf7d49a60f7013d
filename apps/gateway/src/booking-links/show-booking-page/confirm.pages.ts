import { html } from '@kalends/design';
import { toIso } from '@kalends/icalendar';
import type { Slot } from '../booking-link.js';
import { shownParts } from '../link-parts.js';
import { bookedList, layout, summaryOf, whatPart } from './layout.pages.js';
import { scriptOf } from './open.pages.js';
import { addressOf, type Shown } from './shown.js';
import { formFields, waysPart } from './times.pages.js';

export interface ConfirmPage {
  shown: Shown;
  slot: Slot;
  /** The slot's day in the visitor's zone. */
  day: string;
  zone: string;
  nonce: string;
}

/** The picked time once more, before it is booked. */
export function confirmPage({ shown, slot, day, zone, nonce }: ConfirmPage): string {
  const { t, b, link } = shown;
  const start = toIso(slot.start);
  return layout(
    { t, title: summaryOf(shown), brand: link.brand, head: scriptOf(shown), isSequence: slot.parts.length > 1 },
    html`<div class="parts">
      ${whatPart(shown)}
      <section class="step">
        <h2>${b.confirm}</h2>
        ${bookedList(shown, slot, zone)}
        <form method="post" action="${addressOf(shown, { day })}">
          ${formFields(shown, nonce)}
          <input type="hidden" name="start" value="${start}" />
          ${slot.parts.length > 1 && html`<input type="hidden" name="parts" value="${shownParts(slot)}" />`}
          <div class="buttons">
            <button name="action" value="book">${b.book}</button>
            <a class="button button-quiet" href="${addressOf(shown, { day })}#times">${b.otherTime}</a>
          </div>
        </form>
        ${waysPart(shown, { start })}
      </section>
    </div>`,
  );
}
