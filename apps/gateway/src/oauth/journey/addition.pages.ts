import { html, type Html } from '@kalends/design';
import { addDays, instantMs, utcMidnight } from '@kalends/icalendar';
import type { Addition } from './addition.js';
import type { Offered } from './additions.js';
import { additionTextsOf } from './texts/addition/addition-texts.js';
import type { Texts } from './texts/texts.js';
import { zoneLabel } from './zones.js';

type Written = Addition['event']['start'];

const timeOf = (at: Written): string => (typeof at === 'string' ? at : at.time);
const zoneOf = (at: Written): string | null => (typeof at === 'string' ? null : (at.tzid ?? null));

/** Dates are local and have no zone; the end of an all-day event is exclusive. */
const isDate = (text: string) => /^\d{4}-\d\d-\d\d$/.test(text);

const calendar = { calendar: 'gregory' } as const;

/** When the event takes place, in words; without a zone if it lasts whole days. */
function whenOf(t: Texts, { event, hourFormat }: Pick<Addition, 'event' | 'hourFormat'>) {
  const [start, end] = [timeOf(event.start), timeOf(event.end)];
  if (isDate(start) && isDate(end)) {
    const days = new Intl.DateTimeFormat(t.lang, { ...calendar, dateStyle: 'full', timeZone: 'UTC' });
    return { when: days.formatRange(utcMidnight(start), utcMidnight(addDays(end, -1))), zone: null };
  }
  const tzid = zoneOf(event.start) ?? event.tzid ?? 'Etc/UTC';
  const cycle = hourFormat === null ? {} : ({ hourCycle: hourFormat === 'h' ? 'h12' : 'h23' } as const);
  const format = { ...calendar, dateStyle: 'full', timeStyle: 'short', timeZone: tzid, ...cycle } as const;
  const when = new Intl.DateTimeFormat(t.lang, format).formatRange(instantMs(start) ?? 0, instantMs(end) ?? 0);
  return { when, zone: zoneLabel(t.lang, tzid) };
}

/** Which event is added, and where: before the user allows it. */
export function additionPart(t: Texts, { addition, choices }: Offered): Html {
  const a = additionTextsOf(t);
  const { summary, location } = addition.event;
  const place = location?.description ?? '';
  const { when, zone } = whenOf(t, addition);
  return html`<section>
    <h2>${a.adds}</h2>
    <p>
      <strong><bdi>${summary}</bdi></strong
      ><br />
      ${when}${zone !== null && html`<br /><span class="dim">${zone}</span>`}
      ${place !== '' && html`<br /><bdi>${place}</bdi>`}
    </p>
    ${
      choices.length === 0
        ? html`<p role="alert">${a.none}</p>`
        : html`<div class="field">
            <label for="calendar">${a.into}</label>
            <select id="calendar" name="calendar">
              ${choices.map(({ value, label }) => html`<option value="${value}">${label}</option>`)}
            </select>
          </div>`
    }
  </section>`;
}
