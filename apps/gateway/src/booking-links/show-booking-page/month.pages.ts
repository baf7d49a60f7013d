import { html, type Html } from '@kalends/design';
import { midnight, type LocalDate } from '@kalends/icalendar';
import type { FreeDays } from './free-days.js';
import { icons, zoneOf } from './layout.pages.js';
import { firstOf, monthOf, nextMonth, previousMonth, weeksOf } from './month.js';
import { addressOf, type Shown } from './shown.js';
import { waysPart } from './times.pages.js';

/** Of a month, what its picture needs; `today` in the visitor's zone. */
export interface MonthShown extends FreeDays {
  today: LocalDate;
}

const turn = (address: string | null, label: string, sign: Html): Html =>
  address === null
    ? html`<span class="turn"></span>`
    : html`<a class="turn" href="${address}"><span class="visually-hidden">${label}</span>${sign}</a>`;

function cell(shown: Shown, month: MonthShown, day: LocalDate | null): Html {
  if (day === null) return html`<td></td>`;
  const { formats } = shown;
  const name = day === month.today ? 'today' : '';
  const text = formats.dayNumber(day);
  if (!month.days.has(day)) return html`<td><span class="${name}">${text}</span></td>`;
  const isChosen = day === month.day;
  return html`<td>
    <a
      class="${name}"
      href="${addressOf(shown, { day })}#times"
      aria-label="${formats.day(day)}"
      ${isChosen && html`aria-current="date"`}
      >${text}</a
    >
  </td>`;
}

/** The days of a month, those on which something is free as links. */
export function monthPart(shown: Shown, free: MonthShown): Html {
  const { b, formats } = shown;
  const { month } = free;
  const before = month > monthOf(free.first) ? addressOf(shown, { day: firstOf(previousMonth(month)) }) : null;
  const after = free.next === null ? null : addressOf(shown, { day: laterDay(free.next, month) });
  return html`<div>
    <div class="month-head">
      <h2 id="month" aria-live="polite">${formats.month(month)}</h2>
      ${turn(before, b.previousMonth, icons.before)} ${turn(after, b.nextMonth, icons.after)}
    </div>
    <table class="month" aria-labelledby="month">
      <thead>
        <tr>
          ${formats.weekdays().map(({ short, long }) => html`<th scope="col" abbr="${long}">${short}</th>`)}
        </tr>
      </thead>
      <tbody>
        ${weeksOf(month, formats.firstDay).map(
          (week) =>
            html`<tr>
              ${week.map((day) => cell(shown, free, day))}
            </tr>`,
        )}
      </tbody>
    </table>
  </div>`;
}

/** In the month that follows if something is free there, else at once in that which has the next free day. */
const laterDay = (next: LocalDate, month: string): LocalDate =>
  monthOf(next) === nextMonth(month) ? firstOf(monthOf(next)) : next;

/** In place of times, of a month without any: the next day that has some, or else the first. */
export function nothingPart(shown: Shown, { month, first, next }: MonthShown, zone: string): Html {
  const { b, t, formats } = shown;
  const day = next ?? first;
  const text = next === null ? b.firstFreeDay(formats.day(first)) : b.nextFreeDay(formats.day(next));
  return html`<div class="none">
    <h2 id="times" tabindex="-1">${b.nothingInMonth(formats.month(month))}</h2>
    <p class="zone">${t.timeZone}: <strong>${zoneOf(zone, formats, midnight(day, formats.tzid))}</strong></p>
    ${waysPart(shown, { day: firstOf(month) })}
    <a class="button" href="${addressOf(shown, { day })}#times">${text}</a>
  </div>`;
}
