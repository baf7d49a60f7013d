// The week: events of all calendars, by day.
import { html, page } from './html.mjs';
import { listCalendars, readEvents } from './kalends.mjs';
import { demoUser, zone } from './settings.mjs';

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

/** Minutes of the day at which the part of an event on that day begins and ends; a short one has half an hour, so that it can be read. */
function partOn({ start, end }, day) {
  const minutes = (time) => Number(time.slice(11, 13)) * 60 + Number(time.slice(14, 16));
  const from = start.startsWith(day) ? minutes(start) : 0;
  const to = end.startsWith(day) ? minutes(end) : 1440;
  return { from, to: Math.min(1440, Math.max(to, from + 30)) };
}

/** The events of a day with their places: what overlaps is side by side. */
function placed(events, day) {
  const items = events.map((event) => ({ event, ...partOn(event, day) })).sort((one, other) => one.from - other.from);
  let group = [];
  let groupEnd = 0;
  for (const item of items) {
    if (item.from >= groupEnd) [group, groupEnd] = [[], 0];
    const taken = group.filter(({ to }) => to > item.from).map(({ lane }) => lane);
    item.lane = 0;
    while (taken.includes(item.lane)) item.lane += 1;
    item.group = group;
    group.push(item);
    groupEnd = Math.max(groupEnd, item.to);
  }
  return items.map((item) => ({ ...item, lanes: Math.max(...item.group.map(({ lane }) => lane)) + 1 }));
}

const isFree = ({ transparency }) => transparency === 'transparent';

function eventItem({ event, place }, day, { index, name }) {
  const style = place && `--from:${place.from};--to:${place.to};--lane:${place.lane};--lanes:${place.lanes}`;
  return html`<li class="event color-${index % 6} ${isFree(event) && 'free'}" title="${name}" style="${style}">
    <time>${timeOf(event, day)}</time> ${event.summary || 'Busy'} ${isFree(event) && html`<small>(free)</small>`}
  </li>`;
}

const isTimed = ({ start }) => start.includes('T');

function daySection(day, events, legend) {
  const own = events.filter((event) => isOn(event, day) && legend.has(event.calendar_id));
  const whole = own.filter((event) => !isTimed(event));
  const timed = placed(own.filter(isTimed), day);
  return html`<section class="${day === today() && 'today'}">
    <h2>${nameOf(day)}</h2>
    <ul class="allday">
      ${whole.map((event) => eventItem({ event }, day, legend.get(event.calendar_id)))}
    </ul>
    <ul class="timed">
      ${timed.map((place) => eventItem({ event: place.event, place }, day, legend.get(place.event.calendar_id)))}
    </ul>
  </section>`;
}

/** The hours that have events, at least from 8 to 18 o'clock. */
function hoursOf(events, days) {
  const parts = days.flatMap((day) =>
    events.filter((one) => isTimed(one) && isOn(one, day)).map((one) => partOn(one, day)),
  );
  const first = Math.min(8, ...parts.map(({ from }) => Math.floor(from / 60)));
  return { first, last: Math.max(18, ...parts.map(({ to }) => Math.ceil(to / 60))) };
}

export async function weekPage({ user }, query) {
  const asked = query.get('week') ?? '';
  const monday = mondayOf(/^2\d{3}-\d\d-\d\d$/.test(asked) && !isNaN(Date.parse(asked)) ? asked : today());
  const [calendars, events] = await Promise.all([listCalendars(user), readEvents(user, monday, addDays(monday, 6))]);
  const legend = new Map(calendars.map((one, index) => [one.calendar_id, { index, name: one.calendar_name }]));
  const days = [0, 1, 2, 3, 4, 5, 6].map((number) => addDays(monday, number));
  const { first, last } = hoursOf(events, days);
  const hours = Array.from({ length: last - first }, (_, index) => `${String(first + index).padStart(2, '0')}:00`);
  return page(
    'Week',
    html`<div class="row between">
        <h1>Week of ${nameOf(monday)}</h1>
        <p class="row">
          <a class="button second" href="/?week=${addDays(monday, -7)}">Earlier</a>
          <a class="button second" href="/">Today</a>
          <a class="button second" href="/?week=${addDays(monday, 7)}">Later</a>
          <a class="button" href="/book">Book a time</a>
        </p>
      </div>
      <ul class="legend">
        ${calendars.map((one, index) => html`<li class="color-${index % 6}">${one.calendar_name} <small>${one.profile_name}</small></li>`)}
        <li class="free">free</li>
      </ul>
      <div class="week" style="--first:${first};--last:${last}">
        <div class="hours" aria-hidden="true"><div>${hours.map((hour) => html`<span>${hour}</span>`)}</div></div>
        ${days.map((day) => daySection(day, events, legend))}
      </div>
      <p class="row between dim"><span>Times in ${zone}.</span> <a href="/connect">Connect another calendar</a></p>`,
  );
}

export const startPage = (problem) =>
  page(
    'Week view',
    html`<div class="start">
      <h1>All your calendars, one week</h1>
      ${problem && html`<p class="alarm" role="alert">${problem}</p>`}
      <p>This example connects your calendars through Kalends, shows their week, books times and sends invitations.</p>
      <form class="row" method="post" action="/demo">
        <a class="button" href="/connect">Connect a calendar</a>
        ${demoUser && html`<button class="second">Show the demo’s week</button>`}
      </form>
    </div>`,
    { isSignedIn: false },
  );
