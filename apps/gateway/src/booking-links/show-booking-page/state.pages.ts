import { changeStyles, html } from '@kalends/design';
import { brandHeader } from '../../oauth/journey/journey-page.js';
import type { Texts } from '../../oauth/journey/texts/texts.js';
import { bookingTextsOf } from '../../oauth/journey/texts/booking/booking-texts.js';
import type { EpochMs } from '@kalends/icalendar';
import type { Booking } from '../booking-link.js';
import { changeWays, fileOf, formerTime, refusalOf } from './changed.pages.js';
import { bookedList, continueLink, icons, layout, notice, own, sign, summaryOf } from './layout.pages.js';
import { reportForm } from './open.pages.js';
import { addressOf, type Shown } from './shown.js';
import { shownText } from './shown-text.js';

interface BookedPage {
  booking: Booking;
  zone: string;
  /** What happened to the last action. */
  alert: string | null;
}

/** Somebody has picked a time, and its calendar has not confirmed it yet. `isLong`: the visitor has waited for some time. */
export function reservedPage(shown: Shown, { booking, zone, alert, isLong }: BookedPage & { isLong: boolean }): string {
  const { t, b, link } = shown;
  return layout(
    { t, title: b.reserved, brand: link.brand, isOne: true, isSequence: booking.parts.length > 1 },
    html`${brandHeader(link.brand)} ${notice(alert)} ${sign('busy', null)}
      <h1>${b.reserved}</h1>
      <p role="status">${b.reservedNote} ${isLong && html`${b.reservedLong}`}</p>
      <p><strong>${own(summaryOf(shown))}</strong></p>
      ${bookedList(shown, booking, zone)}`,
  );
}

interface CompletedPage extends BookedPage {
  token: string;
  now: EpochMs;
}

export function completedPage(shown: Shown, { booking, zone, alert, token, now }: CompletedPage): string {
  const { t, b, link } = shown;
  return layout(
    {
      ...{ t, title: b.booked, brand: link.brand, isOne: true, styles: changeStyles },
      isSequence: booking.parts.length > 1,
    },
    html`${brandHeader(link.brand)} ${notice(alert ?? refusalOf(shown))} ${sign('', icons.check)}
      <h1>${b.booked}</h1>
      <p><strong>${own(summaryOf(shown))}</strong></p>
      ${bookedList(shown, booking, zone)} ${formerTime(shown)}
      <div class="buttons">
        <a class="button button-quiet" href="${fileOf(token)}" download>
          ${(booking.sequence ?? 0) > 0 ? b.updateCalendar : b.addToCalendar}
        </a>
        ${continueLink(shown)}
      </div>
      ${changeWays(shown, { token, now })}`,
  );
}

export function disabledPage(shown: Shown): string {
  const { t, b, link } = shown;
  return layout(
    { t, title: b.closed, brand: link.brand, isOne: true },
    html`${brandHeader(link.brand)} ${sign('still', icons.closed)}
      <h1>${b.closed}</h1>
      <p><strong>${own(summaryOf(shown))}</strong></p>
      <p class="message" dir="auto">${shownText(link.displayMessage ?? '', 500)}</p>
      <div class="buttons">${continueLink(shown)}</div>`,
  );
}

/** Nothing is free at all; the visitor can report it once. `alert`: what happened to the last action. */
export function nothingFreePage(shown: Shown, nonce: string, alert: string | null): string {
  const { t, b, link } = shown;
  const { name } = link.brand;
  const isHeard = link.definition.callbackUrls.noneDisplayed !== null;
  const report = () =>
    isHeard ? reportForm(shown, { nonce, action: 'none_displayed', text: b.reportNothing(name) }) : null;
  return layout(
    { t, title: b.nothingFree, brand: link.brand, isOne: true },
    html`${brandHeader(link.brand)} ${notice(alert)} ${sign('still', icons.clock)}
      <h1>${b.nothingFree}</h1>
      <p><strong>${own(summaryOf(shown))}</strong></p>
      <p>${b.nothingFreeNote}</p>
      ${link.isNoneDisplayed ? notice(b.nothingReported(name), 'notice-ok') : report()}
      <div class="buttons"><a class="button button-quiet" href="${addressOf(shown)}">${b.tryAgain}</a></div>`,
  );
}

/** The times cannot be read: the bus or its services are away, or are too busy. */
export function awayPage(shown: Shown): string {
  const { t, b, link } = shown;
  return layout(
    { t, title: b.away, brand: link.brand, isOne: true },
    html`${brandHeader(link.brand)} ${sign('still', icons.clock)}
      <h1>${b.away}</h1>
      <p role="alert">${b.awayNote}</p>
      <div class="buttons">
        <a class="button" href="${addressOf(shown, { day: shown.request.day })}">${b.tryAgain}</a>
      </div>`,
  );
}

/** No link has this token. */
export function unknownPage(t: Texts): string {
  const b = bookingTextsOf(t);
  return layout(
    { t, title: b.unknown, brand: null, isOne: true },
    html`${sign('still', icons.closed)}
      <h1>${b.unknown}</h1>
      <p role="alert">${b.unknownNote}</p>`,
  );
}
