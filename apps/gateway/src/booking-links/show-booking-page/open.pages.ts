import { html, Html } from '@kalends/design';
import { layout, notice, summaryOf, whatPart } from './layout.pages.js';
import { monthPart, nothingPart, type MonthShown } from './month.pages.js';
import { addressOf, type Shown } from './shown.js';
import { formFields, timesPart, type TimesShown } from './times.pages.js';
import { zoneScript } from './zone-script.js';

export interface OpenPage {
  shown: Shown;
  free: MonthShown;
  /** null: nothing is free in this month. */
  times: TimesShown | null;
  zone: string;
  nonce: string;
  /** What happened to the last action. */
  alert: string | null;
}

/** Only if the zone is a guess: the browser knows better. */
export const scriptOf = ({ request }: Shown): Html | null =>
  request.isZoneGiven ? null : new Html(`<script>${zoneScript}</script>`);

/** Reports to the application, where that wants to know. */
export const reportForm = (shown: Shown, { nonce, action, text }: Report): Html =>
  html`<form method="post" action="${addressOf(shown)}">
    ${formFields(shown, nonce)}
    <button class="${action === 'none_suitable' ? 'button-link' : 'button-quiet'}" name="action" value="${action}">
      ${text}
    </button>
  </form>`;

interface Report {
  nonce: string;
  action: 'none_suitable' | 'none_displayed';
  text: string;
}

function noneFits(shown: Shown, nonce: string): Html | null {
  const { link, b } = shown;
  if (link.isNoneSuitable) return notice(b.noneReported(link.brand.name), 'notice-ok');
  if (link.definition.callbackUrls.noneSuitable === null) return null;
  return reportForm(shown, { nonce, action: 'none_suitable', text: b.noneFits });
}

/** A link on which a time can be picked. */
export function openPage({ shown, free, times, zone, nonce, alert }: OpenPage): string {
  const { t, b, link } = shown;
  const skip = html`<a class="skip" href="#times">${b.skipToTimes}</a>`;
  const none = noneFits(shown, nonce);
  return layout(
    { t, title: summaryOf(shown), brand: link.brand, skip, head: scriptOf(shown) },
    html`${alert !== null && html`<div class="alerts">${notice(alert)}</div>`}
      <div class="parts">
        ${whatPart(shown)}
        <section class="pick" aria-label="${b.chooseTime}">
          ${monthPart(shown, free)} ${times ? timesPart(shown, times) : nothingPart(shown, free, zone)}
        </section>
      </div>
      ${none && html`<div class="other">${none}</div>`}`,
  );
}
