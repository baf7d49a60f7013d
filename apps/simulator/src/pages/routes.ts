import { toInstant } from '@kalends/icalendar';
import { formOf, headerOf, redirect, type Answer, type Route, type SimulatorRequest } from '../http/routing.js';
import type { SimulatorClock } from '../clock.js';
import { calendarPage, linkTo } from './calendar-page.js';
import { html } from '@kalends/design';
import { icon, initialOf, page } from '../http/layout.js';
import type { People, Place, Response, WrittenEvent } from './people.js';

function listOf(all: readonly People[]): Answer {
  const parts = all.map(({ provider, title, users }) => {
    const rows = users().map((user) => {
      const address = `/mailboxes/${provider}/${encodeURIComponent(user.email)}`;
      return html`<li>
        <a href="${address}">
          <span class="initial" aria-hidden="true">${initialOf(user)}</span>
          <span class="who">${user.name}<span class="dim">${user.email}</span></span>
        </a>
      </li>`;
    });
    const list =
      rows.length > 0
        ? html`<ul class="choices">
            ${rows}
          </ul>`
        : html`<p class="dim">Nobody yet.</p>`;
    return html`<section>
      <h2>${title}</h2>
      ${list}
    </section>`;
  });
  const intro = html`<p class="lead">
    Play a user: what you change here, the providers report to connected applications.
  </p>`;
  return page('Mailboxes', html`${intro}${parts}`, { isWide: true });
}

const monthOf = (query: URLSearchParams, clock: SimulatorClock): string => {
  const text = query.get('month') ?? '';
  return /^(19|20)\d\d-(0[1-9]|1[0-2])$/.test(text) ? text : clock.iso().slice(0, 7);
};

interface Opened {
  people: People;
  email: string;
  query: URLSearchParams;
  clock: SimulatorClock;
  refusal?: string | undefined;
}

const missing = () => page('Not found', html`<p><a href="/">All mailboxes</a></p>`, { status: 404 });

async function placeOf({ people, email, query }: Opened): Promise<Place | undefined> {
  const calendars = await people.calendars(email);
  const id = query.get('calendar');
  const calendar = calendars.find((one) => one.id === id) ?? (id === null ? calendars[0] : undefined);
  return calendar && { email, calendar };
}

async function show(opened: Opened): Promise<Answer> {
  const { people, email, query, refusal } = opened;
  const place = await placeOf(opened);
  if (!place) return missing();
  const month = monthOf(query, opened.clock);
  const { calendar } = place;
  const at = (day: string) => toInstant(calendar.zone, `${day}-01T00:00:00`);
  const events = await people.events(place, { start: at(month), end: at(nextMonth(month)) });
  return calendarPage({ people, email, calendars: await people.calendars(email), calendar, month, events, refusal });
}

function nextMonth(month: string): string {
  const [year, number] = month.split('-').map(Number) as [number, number];
  return number === 12 ? `${year + 1}-01` : `${year}-${String(number + 1).padStart(2, '0')}`;
}

const writtenIn = (form: URLSearchParams): WrittenEvent => ({
  title: form.get('title') ?? '',
  start: form.get('start') ?? '',
  end: form.get('end') ?? '',
  isAllDay: form.get('all-day') === 'yes',
  attendees: (form.get('attendees') ?? '')
    .split(/[\s,;]+/)
    .filter((one) => one !== '')
    .slice(0, 100),
});

const isLocal = (text: string) => /^\d{4}-\d\d-\d\dT\d\d:\d\d$/.test(text);

/** Carries out a form; the text of a refusal. */
async function act(people: People, place: Place, form: URLSearchParams): Promise<string | undefined> {
  const [action, id] = [form.get('action'), form.get('id') ?? ''];
  const event = writtenIn(form);
  if (action === 'create' || action === 'change') {
    if (![event.start, event.end].every(isLocal)) return 'Start and end must be times.';
    return people.write(place, event, action === 'create' ? undefined : id);
  }
  if (action === 'delete') return people.remove(place, id);
  if (['accepted', 'tentative', 'declined'].includes(action ?? '')) {
    return people.respond(place, id, action as Response);
  }
  return 'Unknown action.';
}

/** Another page in the browser must not write: its forms carry its own origin. */
function isFromElsewhere(request: SimulatorRequest): boolean {
  const origin = headerOf(request, 'origin');
  return origin !== undefined && (!URL.canParse(origin) || new URL(origin).host !== request.url.host);
}

async function submit(opened: Opened, request: SimulatorRequest): Promise<Answer> {
  if (isFromElsewhere(request)) return page('Refused', html`<p>The form is of another site.</p>`, { status: 403 });
  const place = await placeOf(opened);
  if (!place) return missing();
  const refusal = await act(opened.people, place, opened.query);
  if (refusal !== undefined) return show({ ...opened, refusal });
  return {
    ...redirect(linkTo({ ...opened, month: monthOf(opened.query, opened.clock) }, place.calendar.id)),
    status: 303,
  };
}

/** Pages on which a person sees and changes the state of every mailbox, with plain forms. */
export function pageRoutes(all: readonly People[], clock: SimulatorClock): Route[] {
  const opened = ({ params }: SimulatorRequest, query: URLSearchParams): Opened | undefined => {
    const people = all.find(({ provider }) => provider === params['provider']);
    const user = people?.users().find(({ email }) => email === params['email']);
    return people && user && { people, email: user.email, query, clock };
  };
  const path = '/mailboxes/:provider/:email';
  return [
    { method: 'GET', path: '/', handle: () => listOf(all) },
    { method: 'GET', path: '/favicon.svg', handle: icon },
    {
      method: 'GET',
      path,
      handle: async (request) => {
        const found = opened(request, request.url.searchParams);
        return found ? show(found) : missing();
      },
    },
    {
      method: 'POST',
      path,
      handle: async (request) => {
        const found = opened(request, formOf(request));
        return found ? submit(found, request) : missing();
      },
    },
  ];
}
