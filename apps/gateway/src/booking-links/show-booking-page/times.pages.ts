import { html, type Html } from '@kalends/design';
import { toIso, type LocalDate } from '@kalends/icalendar';
import type { DayTimes, PickableTime } from './day-times.js';
import { zoneOf } from './layout.pages.js';
import { addressOf, type Shown } from './shown.js';

/** The times of a day, and what their forms need. */
export interface TimesShown {
  day: LocalDate;
  times: DayTimes;
  zone: string;
  nonce: string;
}

const list = (times: readonly PickableTime[]): Html =>
  html`<ul class="times">
    ${times.map(({ start, label }) => html`<li><button name="start" value="${toIso(start)}">${label}</button></li>`)}
  </ul>`;

function allOf(shown: Shown, { times, day }: TimesShown): Html {
  const { b } = shown;
  if (times.kind === 'few') return list(times.times);
  if (times.kind === 'parts')
    return html`${times.parts.map(
      (one) =>
        html`<h3>${b[one.part]}</h3>
          ${list(one.times)}`,
    )}`;
  return html`<nav aria-label="${b.hours}">
      <ul class="hours">
        ${times.hours.map(
          ({ hour, label, isOpen }) =>
            html`<li>
              <a href="${addressOf(shown, { day, hour })}#times" ${isOpen && html`aria-current="true"`}>${label}</a>
            </li>`,
        )}
      </ul>
    </nav>
    ${list(times.times)}`;
}

const startOf = (times: DayTimes): number =>
  (times.kind === 'parts' ? times.parts[0]!.times[0] : times.times[0])!.start;

/** The form's fields that every action has. */
export const formFields = ({ formats }: Shown, nonce: string): Html =>
  html`<input type="hidden" name="nonce" value="${nonce}" />
    <input type="hidden" name="tzid" value="${formats.tzid}" />`;

/** The zone of the times that follow, and how to have another. */
export function zoneLine(shown: Shown, { zone, at, keep }: ZoneShown): Html {
  const { b, t, formats, request } = shown;
  const other = formats.hours === 'h' ? 'H' : 'h';
  return html`<p class="zone">${t.timeZone}: <strong>${zoneOf(zone, formats, at)}</strong></p>
    <p class="ways">
      <a href="${addressOf(shown, { ...keep, zone: 'choose' })}">${b.changeZone}</a>
      <a href="${addressOf({ formats, request: { ...request, hours: other } }, keep)}"
        >${other === 'h' ? b.clock12 : b.clock24}</a
      >
    </p>`;
}

interface ZoneShown {
  zone: string;
  at: number;
  /** Further parameters of the page. */
  keep: Readonly<Record<string, string>>;
}

/** The times of the chosen day, each a button. */
export function timesPart(shown: Shown, part: TimesShown): Html {
  const { formats } = shown;
  const { day, times, zone, nonce } = part;
  return html`<div>
    <h2 id="times" tabindex="-1">${formats.day(day)}</h2>
    ${zoneLine(shown, { zone, at: startOf(times), keep: { day } })}
    <form method="post" action="${addressOf(shown, { day })}" class="list ${times.kind === 'hours' ? 'dense' : ''}">
      ${formFields(shown, nonce)} <input type="hidden" name="action" value="choose" /> ${allOf(shown, part)}
    </form>
  </div>`;
}
