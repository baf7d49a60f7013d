// Booking: free times from an availability query; a hold blocks the chosen one while the user decides, then becomes an event.
import { randomUUID } from 'node:crypto';
import { html, page } from './html.mjs';
import { confirmHold, findSlots, holdTime, listCalendars, Refused, releaseHold } from './kalends.mjs';
import { zone } from './settings.mjs';

const minutes = 30;
const format = new Intl.DateTimeFormat('en-GB', {
  ...{ weekday: 'short', day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' },
  timeZone: zone,
});
const parts = new Intl.DateTimeFormat('en-GB', { weekday: 'short', hour: '2-digit', hourCycle: 'h23', timeZone: zone });

/** Whether it begins on a working day from 9 to 17 o'clock. */
function isWorkingTime({ start }) {
  const { weekday, hour } = Object.fromEntries(
    parts.formatToParts(new Date(start)).map(({ type, value }) => [type, value]),
  );
  return !/Sat|Sun/.test(weekday) && hour >= '09' && hour < '17';
}

const iso = (ms) => new Date(ms).toISOString().replace(/\.\d+Z$/, 'Z');

/** The next free times of the user in working hours, at most twelve. */
export async function freeTimes(user) {
  const nextHour = Math.ceil(Date.now() / 3_600_000) * 3_600_000;
  const slots = await findSlots(user, { minutes, start: iso(nextHour), end: iso(nextHour + 6 * 86_400_000) });
  return slots.filter(isWorkingTime).slice(0, 12);
}

export const timeText = (instant) => format.format(new Date(instant));

export async function bookPage({ user }, problem) {
  const slots = await freeTimes(user);
  return page(
    'Book',
    html`<h1>Book ${minutes} minutes</h1>
      ${problem && html`<p class="alarm" role="alert">${problem}</p>`}
      ${slots.length === 0 && html`<p>There is no free time in the next days.</p>`}
      <form class="wide" method="post" action="/book">
        <ul class="slots">
          ${slots.map(({ start, end }) => html`<li><button name="slot" value="${start} ${end}">${timeText(start)}</button></li>`)}
        </ul>
      </form>`,
  );
}

/** Places a hold on the chosen time, and shows the form for the event. */
export async function hold({ user }, form) {
  const [start, end] = (form.get('slot') ?? '').split(' ');
  const holdId = randomUUID();
  try {
    await holdTime(user, { holdId, start, end });
  } catch (error) {
    if (error instanceof Refused && error.status === 409)
      return bookPage({ user }, 'That time has just been taken. Choose another one.');
    throw error;
  }
  const calendars = (await listCalendars(user)).filter((one) => !one.calendar_readonly && !one.calendar_deleted);
  return page(
    'Held for you',
    html`<h1>Held for you for five minutes</h1>
      <p>${timeText(start)}</p>
      <form method="post" action="/book/confirm">
        <input type="hidden" name="hold" value="${holdId}" />
        <input type="hidden" name="slot" value="${start} ${end}" />
        <label for="summary">What is it?</label> <input id="summary" name="summary" required maxlength="200" />
        <label for="calendar">Calendar</label>
        <select id="calendar" name="calendar">
          ${calendars.map((one) => html`<option value="${one.calendar_id}">${one.calendar_name}</option>`)}
        </select>
        <p class="row">
          <button>Book</button> <button class="second" formaction="/book/release" formnovalidate>Release</button>
        </p>
      </form>`,
  );
}

/** Turns the hold into an event; returns the address of its week. */
export async function confirm({ user }, form) {
  const [start, end] = form.get('slot').split(' ');
  const event = { event_id: form.get('hold'), summary: form.get('summary'), start, end };
  await confirmHold(user, form.get('hold'), { calendarId: form.get('calendar'), event });
  return `/?week=${new Intl.DateTimeFormat('sv-SE', { timeZone: zone }).format(new Date(start))}`;
}

export async function release({ user }, form) {
  await releaseHold(user, form.get('hold'));
  return '/book';
}
