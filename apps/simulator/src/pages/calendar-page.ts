import { addDays } from '@kalends/icalendar';
import type { Answer } from '../http/routing.js';
import { escape, hidden, page } from '../http/layout.js';
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

const addressOf = ({ people, email }: Pick<Shown, 'people' | 'email'>) =>
  `/mailboxes/${people.provider}/${encodeURIComponent(email)}`;

export const linkTo = (shown: Pick<Shown, 'people' | 'email' | 'month'>, calendarId: string): string =>
  `${addressOf(shown)}?${new URLSearchParams({ calendar: calendarId, month: shown.month })}`;

/** The month before or after, `YYYY-MM`. */
function monthBeside(month: string, step: -1 | 1): string {
  return addDays(`${month}-15`, step * 30).slice(0, 7);
}

function fields(event: ShownEvent | undefined, month: string): string {
  const { title = '', start = `${month}-01T10:00`, end = `${month}-01T11:00`, isAllDay = false } = event ?? {};
  const local = (text: string) => escape(text.length === 10 ? `${text}T00:00` : text);
  const attendees = (event?.attendees ?? []).map(({ email }) => email).join(', ');
  return (
    `<label>Title <input name="title" maxlength="200" value="${escape(title)}"></label>` +
    `<label>Start <input type="datetime-local" name="start" required value="${local(start)}"></label>` +
    `<label>End (of an all-day event: the day after) ` +
    `<input type="datetime-local" name="end" required value="${local(end)}"></label>` +
    `<label><input type="checkbox" name="all-day" value="yes"${isAllDay ? ' checked' : ''}> All day</label>` +
    `<label>Attendees, by e-mail address <input name="attendees" value="${escape(attendees)}"></label>`
  );
}

function form(shown: Shown, body: string, values: Record<string, string> = {}): string {
  const place = { calendar: shown.calendar.id, month: shown.month, ...values };
  return `<form method="post" action="${addressOf(shown)}">${hidden(Object.entries(place))}${body}</form>`;
}

const button = (value: string, label: string) => `<button name="action" value="${value}">${label}</button>`;

function eventOf(shown: Shown, event: ShownEvent): string {
  const { id, title, start, end, isAllDay, ownResponse, attendees } = event;
  const time = isAllDay ? 'All day' : `${start.slice(11)}–${end.slice(11)}`;
  const answers = attendees.map(({ email, response }) => `<li>${escape(email)}: ${escape(response)}</li>`).join('');
  const invited =
    ownResponse === undefined
      ? ''
      : form(shown, [...labels].map(([value, label]) => button(value, label)).join(''), { id });
  const canEdit = shown.calendar.canEdit;
  const edit = canEdit
    ? form(shown, fields(event, shown.month) + button('change', 'Save') + button('delete', 'Delete'), { id })
    : '';
  const own = ownResponse === undefined ? '' : ` <span class="note">(${escape(ownResponse)})</span>`;
  return (
    `<details><summary>${time} ${escape(title) || '(no title)'}${own}</summary>` +
    `${answers === '' ? '' : `<ul>${answers}</ul>`}${invited}${edit}</details>`
  );
}

/** A month of a calendar, day by day, with forms to change it. */
export function calendarPage(shown: Shown): Answer {
  const { people, email, calendars, calendar, month, events, refusal } = shown;
  const links = calendars.map((one) =>
    one.id === calendar.id ? escape(one.name) : `<a href="${escape(linkTo(shown, one.id))}">${escape(one.name)}</a>`,
  );
  const beside = ([-1, 1] as const).map((step) => {
    const other = monthBeside(month, step);
    return `<a href="${escape(linkTo({ ...shown, month: other }, calendar.id))}">${other}</a>`;
  });
  const sorted = [...events].sort((a, b) => (a.start < b.start ? -1 : 1));
  const days = [...new Set(sorted.map(({ start }) => start.slice(0, 10)))].map((day) => {
    const ofDay = sorted.filter(({ start }) => start.startsWith(day));
    return `<h2>${day}</h2>${ofDay.map((one) => eventOf(shown, one)).join('')}`;
  });
  const create = form(shown, fields(undefined, month) + button('create', 'Create'));
  const body =
    `<p><a href="/">All mailboxes</a> · ${people.title} · ${escape(email)}</p><p>${links.join(' · ')}</p>` +
    (refusal === undefined ? '' : `<p class="refusal" role="alert">${escape(refusal)}</p>`) +
    `<p>${beside[0]} · <b>${month}</b> · ${beside[1]} <span class="note">(${escape(calendar.zone)})</span></p>` +
    (days.join('') || '<p class="note">No events.</p>') +
    (calendar.canEdit ? `<details><summary>New event</summary>${create}</details>` : '<p class="note">Read-only.</p>');
  return page(calendar.name, body, { isWide: true, status: refusal === undefined ? 200 : 400 });
}
