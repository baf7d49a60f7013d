import { html } from '@kalends/design';
import { brandHeader } from '../../oauth/journey/journey-page.js';
import type { Booked } from '../changeable.js';
import { bookedList, layout, notice, own, summaryOf } from '../show-booking-page/layout.pages.js';
import type { Shown } from '../show-booking-page/shown.js';
import { addressOf } from '../show-booking-page/shown.js';
import { formFields } from '../show-booking-page/times.pages.js';

interface CancelPage {
  link: Booked;
  zone: string;
  nonce: string;
  /** Where nothing changes. */
  back: string;
  /** What happened to the last action. */
  alert: string | null;
}

/** What would be cancelled, once more. */
export function cancelPage(shown: Shown, { link, zone, nonce, back, alert }: CancelPage): string {
  const { t, b } = shown;
  const { brand } = shown.link;
  return layout(
    { t, title: b.cancelQuestion, brand, isOne: true },
    html`${brandHeader(brand)} ${notice(alert)}
      <h1>${b.cancelQuestion}</h1>
      <p><strong>${own(summaryOf(shown))}</strong></p>
      ${bookedList(shown, link.booking, zone)}
      <form method="post" action="${addressOf(shown)}" class="step">
        ${formFields(shown, nonce)}
        <div class="field">
          <label for="reason">${b.reason}</label>
          <textarea id="reason" name="reason" rows="3" maxlength="500" dir="auto" aria-describedby="note"></textarea>
          <p class="dim" id="note">${b.reasonNote(brand.name)}</p>
        </div>
        <div class="buttons">
          <button class="button-danger">${b.cancel}</button>
          <a class="button button-quiet" href="${back}">${b.keep}</a>
        </div>
      </form>`,
  );
}
