import { routeFor, type Answer, type Route } from '../http/routing.js';

/** A calendar as its user sees it. */
export interface ShownCalendar {
  id: string;
  name: string;
  canEdit: boolean;
  /** IANA. */
  zone: string;
}

/** An event or instance; local times `YYYY-MM-DDTHH:MM` in the calendar's zone, of an all-day event dates. */
export interface ShownEvent {
  id: string;
  title: string;
  start: string;
  end: string;
  isAllDay: boolean;
  attendees: { email: string; response: string }[];
  /** The user's own answer, if somebody else invited them. */
  ownResponse: string | undefined;
}

export interface WrittenEvent {
  title: string;
  start: string;
  end: string;
  isAllDay: boolean;
  attendees: string[];
}

export interface Place {
  email: string;
  calendar: ShownCalendar;
}

export type Response = 'accepted' | 'tentative' | 'declined';

/** What a person can do at one provider; refusals are texts. */
export interface People {
  provider: 'google' | 'microsoft';
  title: string;
  users(): { email: string; name: string }[];
  calendars(email: string): Promise<ShownCalendar[]>;
  /** Bounds: epoch ms. */
  events(place: Place, bounds: { start: number; end: number }): Promise<ShownEvent[]>;
  /** A new event without `id`. */
  write(place: Place, event: WrittenEvent, id?: string): Promise<string | undefined>;
  remove(place: Place, id: string): Promise<string | undefined>;
  respond(place: Place, id: string, response: Response): Promise<string | undefined>;
}

export type Asking = (method: string, path: string, body?: object) => Promise<Answer>;

/** Calls the provider's own API as a person would with another program: every effect of a request happens. */
export const askAs =
  (routes: readonly Route[], token: string): Asking =>
  async (method, path, body) => {
    const url = new URL(path, 'http://simulator.invalid');
    const found = routeFor(routes, method, url.pathname)!;
    const headers = { authorization: `Bearer ${token}` };
    const text = body === undefined ? '' : JSON.stringify(body);
    return found.route.handle({ method, url, params: found.params, headers, body: text });
  };

/** The message of an answer that refuses. */
export const refusalOf = ({ status, body }: Answer): string | undefined =>
  status < 400 ? undefined : ((body as { error?: { message?: string } }).error?.message ?? `Status ${status}`);
