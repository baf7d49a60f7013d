import { changeStyles, html, type Html } from '@kalends/design';
import type { EpochMs } from '@kalends/icalendar';
import { brandHeader } from '../../oauth/journey/journey-page.js';
import type { Booking, ChangeKind, PendingChange } from '../booking-link.js';
import { changesOf, hasBegun } from '../changeable.js';
import { bookedList, continueLink, icons, layout, own, sign, summaryOf } from './layout.pages.js';
import { addressOf, type Shown } from './shown.js';
import { shownText } from './shown-text.js';

type Times = Pick<Booking, 'start' | 'end'>;

/** A time in one line, which is no longer, or not yet, the booked one. */
export const timeLine = ({ formats }: Pick<Shown, 'formats'>, { start, end }: Times): Html =>
  html`${formats.dateOf(start)} · ${formats.range(start, end)}`;

/** The address of the file for the visitor's calendar. */
export const fileOf = (token: string): string => `${encodeURIComponent(token)}/event.ics`;

/** Below the link's own address: where its visitor changes what is booked. */
const changeAddress = (shown: Shown, token: string, kind: ChangeKind) =>
  `${encodeURIComponent(token)}/${kind}${addressOf(shown)}`;

/** What can be done with a booked time, or that it is too late for that; null: nothing. */
export function changeWays(shown: Shown, { token, now }: { token: string; now: EpochMs }): Html | null {
  const { link, b } = shown;
  if (hasBegun(link, now)) return html`<p class="dim">${b.begun}</p>`;
  const ways = changesOf(link, now);
  if (ways.length === 0) return null;
  return html`<p class="change-ways">
    ${ways.includes('reschedule') && html`<a href="${changeAddress(shown, token, 'reschedule')}">${b.reschedule}</a>`}
    ${ways.includes('cancel') && html`<a href="${changeAddress(shown, token, 'cancel')}">${b.cancel}</a>`}
  </p>`;
}

/** After a move: when it was before. */
export function formerTime(shown: Shown): Html | null {
  const { link, b } = shown;
  if (link.change?.state !== 'done') return null;
  return html`<p class="dim">${b.formerly} <s>${timeLine(shown, link.change.previous)}</s></p>`;
}

/** That the last change was refused; null: it was not. */
export function refusalOf({ link, b }: Shown): string | null {
  if (link.change?.state !== 'refused') return null;
  return link.change.kind === 'cancel' ? b.cancelRefused : b.moveRefused;
}

interface ChangingPage {
  change: PendingChange;
  zone: string;
  /** Whether the visitor has waited for some time. */
  isLong: boolean;
}

/** The calendars are being changed. */
export function changingPage(shown: Shown, { change, zone, isLong }: ChangingPage): string {
  const { t, b, link } = shown;
  const title = change.to ? b.moving : b.cancelling;
  return layout(
    { t, title, brand: link.brand, isOne: true },
    html`${brandHeader(link.brand)} ${sign('busy', null)}
      <h1>${title}</h1>
      <p role="status">${change.to ? b.movingNote : b.cancellingNote} ${isLong && html`${b.changeLong}`}</p>
      <p><strong>${own(summaryOf(shown))}</strong></p>
      ${bookedList(shown, change.to ?? link.booking!, zone)}
      ${change.to && html`<p class="dim">${b.stillBooked} ${timeLine(shown, link.booking!)}</p>`}`,
  );
}

/** Its visitor has cancelled what was booked. */
export function cancelledPage(shown: Shown, { zone, token }: { zone: string; token: string }): string {
  const { t, b, link } = shown;
  const reason = link.change?.state === 'done' ? link.change.reason : null;
  return layout(
    { t, title: b.cancelled, brand: link.brand, isOne: true, styles: changeStyles },
    html`${brandHeader(link.brand)} ${sign('still', icons.closed)}
      <h1>${b.cancelled}</h1>
      <p role="status">${b.cancelledNote}</p>
      <p><strong>${own(summaryOf(shown))}</strong></p>
      <div class="over">${bookedList(shown, link.booking!, zone)}</div>
      ${reason !== null && html`<p class="message" dir="auto">${shownText(reason, 500)}</p>`}
      ${link.displayMessage !== null && html`<p class="message" dir="auto">${shownText(link.displayMessage, 500)}</p>`}
      <div class="buttons">
        <a class="button button-quiet" href="${fileOf(token)}" download>${b.removeFromCalendar}</a>
        ${continueLink(shown)}
      </div>`,
  );
}
