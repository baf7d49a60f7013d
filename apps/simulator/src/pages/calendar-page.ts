import { html, type Html } from '@kalends/design';
import { addDays, weekday } from '@kalends/icalendar';
import type { Answer } from '../http/routing.js';
import { hidden, page } from '../http/layout.js';
import type { People, ShownCalendar, ShownEvent } from './people.js';

/** What a person sees of a month of one calendar. */
export interface Shown {
  people: People;
  email: string;
  calendars: ShownCalendar[];
  calendar: ShownCalendar;
  /** `YYYY-MM` */
  month: string;
  events: ShownEvent[];
  refusal: string | undefined;
}

const labels = new Map(Object.entries<string>({ accepted: 'Accept', tentative: 'Maybe', declined: 'Decline' }));
const weekdays = ['Sunday', 'Monday', 'Tuesday', 'Wednesday', 'Thursday', 'Friday', 'Saturday'];

const addressOf = ({ people, email }: Pick<Shown, 'people' | 'email'>) =>
  `/mailboxes/${people.provider}/${encodeURIComponent(email)}`;

export const linkTo = (shown: Pick<Shown, 'people' | 'email' | 'month'>, calendarId: string): string =>
  `${addressOf(shown)}?${new URLSearchParams({ calendar: calendarId, month: shown.month })}`;

/** The month before or after, `YYYY-MM`. */
function monthBeside(month: string, step: -1 | 1): string {
  return addDays(`${month}-15`, step * 30).slice(0, 7);
}

function fields(event: ShownEvent | undefined, month: string): Html {
  const { title = '', start = `${month}-01T10:00`, end = `${month}-01T11:00`, isAllDay = false } = event ?? {};
  const local = (text: string) => (text.length === 10 ? `${text}T00:00` : text);
  const attendees = (event?.attendees ?? []).map(({ email }) => email).join(', ');
  return html`<label>Title <input name="title" maxlength="200" value="${title}" /></label>
    <div class="pair">
      <label>Start <input type="datetime-local" name="start" required value="${local(start)}" /></label>
      <label>End <input type="datetime-local" name="end" required value="${local(end)}" /></label>
    </div>
    <label class="check">
      <input type="checkbox" name="all-day" value="yes" ${isAllDay && html`checked`} /> All day; it ends on the day
      before the end
    </label>
    <label>Attendees, by e-mail address <input name="attendees" value="${attendees}" /></label>`;
}

function form(shown: Shown, body: Html, values: Record<string, string> = {}): Html {
  const place = { calendar: shown.calendar.id, month: shown.month, ...values };
  return html`<form method="post" action="${addressOf(shown)}">${hidden(Object.entries(place))}${body}</form>`;
}

const button = (value: string, label: string, kind = ''): Html =>
  html`<button name="action" value="${value}" class="button-s ${kind}">${label}</button>`;

const buttons = (...all: Html[]): Html => html`<div class="buttons few">${all}</div>`;

function eventOf(shown: Shown, event: ShownEvent): Html {
  const { id, title, start, end, isAllDay, ownResponse, attendees } = event;
  const time = isAllDay ? 'All day' : `${start.slice(11)}–${end.slice(11)}`;
  const answers = attendees.map(({ email, response }) => html`<li>${email}: ${response}</li>`);
  const responses = [...labels].map(([value, label]) => button(value, label, 'button-quiet'));
  const invited = ownResponse !== undefined && form(shown, buttons(...responses), { id });
  const changes = buttons(button('change', 'Save'), button('delete', 'Delete', 'button-danger'));
  const edit = shown.calendar.canEdit && form(shown, html`${fields(event, shown.month)}${changes}`, { id });
  return html`<details class="event">
    <summary>
      <time>${time}</time> ${title || '(no title)'}
      ${ownResponse !== undefined && html`<span class="badge">(${ownResponse})</span>`}
    </summary>
    ${
      answers.length > 0 &&
      html`<ul>
        ${answers}
      </ul>`
    }
    ${invited} ${edit}
  </details>`;
}

const dayOf = (shown: Shown, day: string): Html =>
  html`<section class="day">
    <h2>${weekdays[weekday(day)]!}, ${day}</h2>
    ${shown.events.filter(({ start }) => start.startsWith(day)).map((one) => eventOf(shown, one))}
  </section>`;

/** A month of a calendar, day by day, with forms to change it. */
export function calendarPage(shown: Shown): Answer {
  const { people, email, calendars, calendar, month, refusal } = shown;
  const events = [...shown.events].sort((a, b) => (a.start < b.start ? -1 : 1));
  const links = calendars.map((one) =>
    one.id === calendar.id ? html`<b>${one.name}</b>` : html`<a href="${linkTo(shown, one.id)}">${one.name}</a>`,
  );
  const beside = (step: -1 | 1, arrow: string): Html => {
    const other = monthBeside(month, step);
    return html`<a class="button button-quiet button-s" href="${linkTo({ ...shown, month: other }, calendar.id)}"
      >${step < 0 && `${arrow} `}${other}${step > 0 && ` ${arrow}`}</a
    >`;
  };
  const days = [...new Set(events.map(({ start }) => start.slice(0, 10)))];
  const create = form(shown, html`${fields(undefined, month)}${buttons(button('create', 'Create'))}`);
  const body = html`<p class="lead">${people.title} · ${email} · ${calendar.zone}</p>
    <nav class="tabs-row" aria-label="Calendars"><a href="/">All mailboxes</a> ${links}</nav>
    ${refusal !== undefined && html`<p class="alarm" role="alert">${refusal}</p>`}
    <nav class="months" aria-label="Months">${beside(-1, '←')} <b>${month}</b> ${beside(1, '→')}</nav>
    ${
      calendar.canEdit
        ? html`<details class="event">
            <summary>New event</summary>
            ${create}
          </details>`
        : html`<p class="dim">Read-only.</p>`
    }
    ${days.length > 0 ? days.map((day) => dayOf({ ...shown, events }, day)) : html`<p class="dim">No events.</p>`}`;
  const provider = people.provider === 'google' ? 'Google' : 'Microsoft';
  return page(calendar.name, body, { isWide: true, status: refusal === undefined ? 200 : 400, provider });
}
