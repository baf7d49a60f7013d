import { html, type Html } from '@kalends/design';
import { toIso, type LocalDate } from '@kalends/icalendar';
import { brandHeader } from '../../oauth/journey/journey-page.js';
import type { Slot } from '../booking-link.js';
import type { Booked } from '../changeable.js';
import { timeLine } from '../show-booking-page/changed.pages.js';
import {
  bookedList,
  icons,
  layout,
  notice,
  own,
  sign,
  summaryOf,
  whatPart,
} from '../show-booking-page/layout.pages.js';
import { monthPart, nothingPart, type MonthShown } from '../show-booking-page/month.pages.js';
import { addressOf, type Shown } from '../show-booking-page/shown.js';
import { formFields, timesPart, waysPart, type TimesShown } from '../show-booking-page/times.pages.js';

/** What each of these pages has. */
export interface MovePage {
  shown: Shown;
  link: Booked;
  zone: string;
  /** Where nothing changes. */
  back: string;
}

interface OtherTimes extends MovePage {
  free: MonthShown;
  /** null: nothing is free in this month. */
  times: TimesShown | null;
  /** What happened to the last action. */
  alert: string | null;
}

const bookedNow = ({ shown, link }: MovePage): Html =>
  html`<p class="notice">${shown.b.bookedNow} <strong>${timeLine(shown, link.booking)}</strong></p>`;

/** The times to which the booking can be moved. */
export function otherTimesPage({ free, times, alert, ...move }: OtherTimes): string {
  const { shown, zone, back } = move;
  const { t, b } = shown;
  const { brand } = shown.link;
  return layout(
    {
      t,
      title: `${b.reschedule}: ${summaryOf(shown)}`,
      brand,
      skip: html`<a class="skip" href="#times">${b.skipToTimes}</a>`,
    },
    html`<div class="alerts">${notice(alert)} ${bookedNow(move)}</div>
      <div class="parts">
        ${whatPart(shown)}
        <section class="pick" aria-label="${b.reschedule}">
          ${monthPart(shown, free)} ${times ? timesPart(shown, times) : nothingPart(shown, free, zone)}
        </section>
      </div>
      <div class="other"><a href="${back}">${b.keep}</a></div>`,
  );
}

interface ConfirmMove extends MovePage {
  slot: Slot;
  /** The slot's day in the visitor's zone. */
  day: LocalDate;
  nonce: string;
}

/** The new time once more, before the booking is moved. */
export function confirmMovePage({ slot, day, nonce, ...move }: ConfirmMove): string {
  const { shown, zone, back } = move;
  const { t, b } = shown;
  const start = toIso(slot.start);
  return layout(
    { t, title: summaryOf(shown), brand: shown.link.brand },
    html`<div class="parts">
      ${whatPart(shown)}
      <section class="step">
        <h2>${b.confirmMove}</h2>
        ${bookedList(shown, slot, zone)} ${bookedNow(move)}
        <form method="post" action="${addressOf(shown, { day })}">
          ${formFields(shown, nonce)}
          <input type="hidden" name="start" value="${start}" />
          <div class="buttons">
            <button name="action" value="book">${b.move}</button>
            <a class="button button-quiet" href="${addressOf(shown, { day })}#times">${b.otherTime}</a>
          </div>
        </form>
        ${waysPart(shown, { start })}
        <p class="ways"><a href="${back}">${b.keep}</a></p>
      </section>
    </div>`,
  );
}

/** No other time is free: what is booked stays. */
export function noOtherTimePage({ shown, link, zone, back, alert }: MovePage & { alert: string | null }): string {
  const { t, b } = shown;
  const { brand } = shown.link;
  return layout(
    { t, title: b.noOtherTime, brand, isOne: true },
    html`${brandHeader(brand)} ${notice(alert)} ${sign('still', icons.clock)}
      <h1>${b.noOtherTime}</h1>
      <p>${b.noOtherTimeNote}</p>
      <p><strong>${own(summaryOf(shown))}</strong></p>
      ${bookedList(shown, link.booking, zone)}
      <div class="buttons">
        <a class="button" href="${back}">${b.keep}</a>
        <a class="button button-quiet" href="${addressOf(shown)}">${b.tryAgain}</a>
      </div>`,
  );
}
