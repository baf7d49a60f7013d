import { html, type Html } from '@kalends/design';
import { weekday } from '@kalends/icalendar';
import type { PlacedEvent, Week } from './layout-week.js';

const names = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];
const dayName = (date: string) => names[weekday(date)]!;
const two = (value: number) => String(value).padStart(2, '0');
const timeOf = (minutes: number) => `${two(Math.floor(minutes / 60) % 24)}:${two(minutes % 60)}`;

const heads = ({ days }: Week, today: string): Html[] =>
  days.map(
    (date, day) =>
      html`<div class="day ${date === today && 'today'}" style="grid-column:${day + 2}">
        ${dayName(date).slice(0, 3)} <strong>${Number(date.slice(8))}</strong>
      </div>`,
  );

const allDayItems = ({ allDay, days }: Week): Html[] =>
  days.map(
    (_, day) =>
      html`<div class="allday" style="grid-column:${day + 2}">
        ${allDay
          .filter((one) => one.day === day)
          .map(({ title, isFree }) => html`<span class="event ${isFree && 'free'}">${title}</span>`)}
      </div>`,
  );

/** How many lines of text are seen whole in an event of so many minutes: an hour is 2.4rem, a line .875rem. */
const linesIn = (minutes: number) => Math.max(1, Math.floor(((minutes / 60) * 2.4 - 0.3) / 0.875));

function eventBox({ day, from, to, title, isFree, lane, lanes }: PlacedEvent, first: number): Html {
  // a row is a quarter of an hour; the two before are names and whole days
  const rows = `${Math.floor((from - first * 60) / 15) + 3}/${Math.ceil((to - first * 60) / 15) + 3}`;
  const place = `grid-column:${day + 2};grid-row:${rows};margin-inline-start:${(lane * 100) / lanes}%;width:${100 / lanes}%`;
  return html`<div class="event ${isFree && 'free'}" style="${place}">
    <span style="-webkit-line-clamp:${linesIn(to - from)}"><b>${timeOf(from)}</b> ${title}</span>
  </div>`;
}

function agenda({ days, timed, allDay }: Week): Html {
  const ofDay = (day: number) => [
    ...allDay.filter((one) => one.day === day).map((one) => ({ ...one, time: 'all day' })),
    ...timed
      .filter((one) => one.day === day)
      .map((one) => ({ ...one, time: `${timeOf(one.from)} to ${timeOf(one.to)}` })),
  ];
  const filled = days.map((date, day) => ({ date, events: ofDay(day) })).filter(({ events }) => events.length > 0);
  return html`<ol class="agenda">
    ${filled.map(
      ({ date, events }) =>
        html`<li>
          <h3>${dayName(date)} ${Number(date.slice(8))}</h3>
          <ul>
            ${events.map(
              ({ time, title, isFree }) =>
                html`<li class="event ${isFree && 'free'}"><b>${time}</b> ${title}${isFree && ' (free)'}</li>`,
            )}
          </ul>
        </li>`,
    )}
  </ol>`;
}

/** A week with hours; on a narrow screen, and for screen readers, a list of its days. `today`: the local date. */
export function weekView(week: Week, today: string): Html {
  const [first, last] = week.hours;
  const hours = Array.from({ length: last - first }, (_, index) => first + index);
  return html`<div id="week" class="week">
    <div class="grid" aria-hidden="true" style="grid-template-rows:auto auto repeat(${hours.length * 4},.6rem)">
      ${heads(week, today)} ${allDayItems(week)}
      ${hours.map(
        (hour) =>
          html`<div class="hour" style="grid-row:${(hour - first) * 4 + 3}/span 4"><span>${two(hour)}:00</span></div>`,
      )}
      ${week.timed.map((event) => eventBox(event, first))}
    </div>
    ${agenda(week)}
  </div>`;
}
