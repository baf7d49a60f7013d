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

/** How to have another zone, or the other clock. `keep`: further parameters of the page. */
export function waysPart({ b, formats, request }: Shown, keep: Readonly<Record<string, string>>): Html {
  const other = formats.hours === 'h' ? 'H' : 'h';
  const switched = { formats, request: { ...request, hours: other } as const };
  return html`<p class="ways">
    <a href="${addressOf({ formats, request }, { ...keep, zone: 'choose' })}">${b.changeZone}</a>
    <a href="${addressOf(switched, keep)}">${other === 'h' ? b.clock12 : b.clock24}</a>
  </p>`;
}

/** The times of the chosen day, each a button. */
export function timesPart(shown: Shown, part: TimesShown): Html {
  const { formats, t } = shown;
  const { day, times, zone, nonce } = part;
  return html`<div>
    <h2 id="times" tabindex="-1">${formats.day(day)}</h2>
    <p class="zone">${t.timeZone}: <strong>${zoneOf(zone, formats, startOf(times))}</strong></p>
    ${waysPart(shown, { day })}
    <form method="post" action="${addressOf(shown, { day })}" class="list ${times.kind === 'hours' ? 'dense' : ''}">
      ${formFields(shown, nonce)} <input type="hidden" name="action" value="choose" /> ${allOf(shown, part)}
    </form>
  </div>`;
}
