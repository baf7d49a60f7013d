import { html, type Html } from '@kalends/design';
import { toIso } from '@kalends/icalendar';
import { brandHeader } from '../../oauth/journey/journey-page.js';
import type { NamedZone } from '../../oauth/journey/zones.js';
import { layout } from './layout.pages.js';
import { addressOf, type Shown } from './shown.js';

const hidden = (name: string, value: string | null): Html | null =>
  value === null ? null : html`<input type="hidden" name="${name}" value="${value}" />`;

/** The choice of a zone by its city; works without a script. */
export function zonePage(shown: Shown, zones: readonly NamedZone[], zone: string): string {
  const { t, b, link, formats, request } = shown;
  const all = zones.some(({ tzid }) => tzid === formats.tzid) ? zones : [{ tzid: formats.tzid, label: zone }, ...zones];
  const start = request.start === null ? null : toIso(request.start);
  const back = addressOf(shown, { day: request.day, start });
  return layout(
    { t, title: b.chooseZone, brand: link.brand, isOne: true },
    html`${brandHeader(link.brand)}
      <h1>${b.chooseZone}</h1>
      <form method="get" action="?" class="step">
        ${hidden('day', request.day)} ${hidden('start', start)} ${hidden('hours', request.hours)}
        ${hidden('locale', request.locale)}
        <div class="field">
          <label for="tzid">${t.timeZone}</label>
          <select id="tzid" name="tzid" aria-describedby="note">
            ${all.map(
              ({ tzid, label }) =>
                // its end tag is implied (HTML §4.10.10), and there are hundreds
                html`<option value="${tzid}" ${tzid === formats.tzid && html`selected`}>${label}</option>`,
            )}
          </select>
          <p class="dim" id="note">${b.chooseZoneNote}</p>
        </div>
        <div class="buttons">
          <button>${b.showTimes}</button>
          <a class="button button-quiet" href="${back}">${t.back}</a>
        </div>
      </form>`,
  );
}
