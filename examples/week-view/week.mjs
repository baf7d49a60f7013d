// The week: events of all calendars, by day.
import { html, page } from './html.mjs';
import { listCalendars, readEvents } from './kalends.mjs';
import { zone } from './settings.mjs';

const dayMs = 86_400_000;
const addDays = (date, days) => new Date(Date.parse(date) + days * dayMs).toISOString().slice(0, 10);
const today = () => new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date());
const mondayOf = (date) => addDays(date, -((new Date(date).getUTCDay() + 6) % 7));
const nameOf = (date) =>
  new Intl.DateTimeFormat('en-GB', { weekday: 'short', day: 'numeric', month: 'short', timeZone: 'UTC' }).format(
    new Date(date),
  );

/** Times are text like `2026-11-23T09:00:00+01:00`, all-day ones dates, whose end is not included: text compares well. */
const isOn = ({ start, end }, day) =>
  start < addDays(day, 1) && end.slice(0, 16) > (end.includes('T') ? `${day}T00:00` : day);
const timeOf = ({ start }, day) =>
  start.startsWith(`${day}T`) ? start.slice(11, 16) : start.includes('T') ? '…' : 'all day';

const eventItem = (event, day, { index, name }) =>
  html`<li class="event color-${index % 6}" title="${name}">
    <time>${timeOf(event, day)}</time> ${event.summary ?? 'Busy'}
  </li>`;

export async function weekPage({ user }, query) {
  const asked = query.get('week') ?? '';
  const monday = mondayOf(/^2\d{3}-\d\d-\d\d$/.test(asked) && !isNaN(Date.parse(asked)) ? asked : today());
  const [calendars, events] = await Promise.all([listCalendars(user), readEvents(user, monday, addDays(monday, 6))]);
  const legend = new Map(calendars.map((one, index) => [one.calendar_id, { index, name: one.calendar_name }]));
  const days = [0, 1, 2, 3, 4, 5, 6].map((number) => addDays(monday, number));
  const items = (day) =>
    events
      .filter((event) => isOn(event, day) && legend.has(event.calendar_id))
      .map((event) => eventItem(event, day, legend.get(event.calendar_id)));
  return page(
    'Week',
    html`<h1>Week of ${nameOf(monday)}</h1>
      <p class="row">
        <a href="/?week=${addDays(monday, -7)}">Earlier</a> <a href="/">Today</a>
        <a href="/?week=${addDays(monday, 7)}">Later</a>
      </p>
      <ul class="legend">
        ${calendars.map((one, index) => html`<li class="color-${index % 6}">${one.calendar_name} <small>${one.profile_name}</small></li>`)}
      </ul>
      <div class="week">
        ${days.map(
          (day) =>
            html`<section class="${day === today() && 'today'}">
              <h2>${nameOf(day)}</h2>
              <ul>
                ${items(day)}
              </ul>
            </section>`,
        )}
      </div>
      <p class="row"><a class="button" href="/book">Book a time</a> <a href="/connect">Connect another calendar</a></p>
      <p class="dim">Times in ${zone}.</p>`,
  );
}

export const startPage = (problem) =>
  page(
    'Week view',
    html`<h1>All your calendars, one week</h1>
      ${problem && html`<p class="alarm" role="alert">${problem}</p>`}
      <p>This example connects your calendars through Kalends, shows their week, books times and sends invitations.</p>
      <p><a class="button" href="/connect">Connect a calendar</a></p>`,
    { isSignedIn: false },
  );
