import type { AccessRole, CalendarHours, EventResource } from '../google/model.js';
import type { GoogleStore } from '../google/store.js';

/** A test's initial state; omitted ids are generated. */
export interface Seed {
  clients?: { client_id: string; client_secret: string; redirect_uris: string[] }[];
  users?: { email: string; name?: string; admin?: boolean }[];
  calendars?: {
    id?: string;
    email: string;
    summary?: string;
    timeZone?: string;
    primary?: boolean;
    workingHours?: CalendarHours;
    conferences?: boolean;
    pushes?: boolean;
  }[];
  /** `hidden`: the user has hidden it in their list. */
  shares?: { calendar: string; email: string; accessRole: AccessRole; hidden?: boolean }[];
  events?: { calendar: string; event: Partial<EventResource> }[];
  /** Creates a consent as if the user had given it, and returns its tokens. */
  grants?: { email: string; client_id: string; scope: string }[];
}

interface Seeded {
  calendars: string[];
  grants: {
    access_token: string;
    refresh_token: string;
    refresh_token_expires_in?: number;
    expires_in: number;
    sub: string;
  }[];
}

function grant(google: GoogleStore, one: NonNullable<Seed['grants']>[number]): Seeded['grants'][number] {
  const refresh_token = `1//${google.newId('refresh')}`;
  const access_token = `ya29.${google.newId('access')}`;
  const initial = {
    email: one.email,
    clientId: one.client_id,
    scope: one.scope,
    refreshToken: refresh_token,
    isOffline: true,
    revoked: false,
    ...google.consentEnd(),
  };
  google.grants.push(initial);
  const expires_in = google.limits.tokenSeconds;
  google.accessTokens.set(access_token, { grant: initial, expires: google.clock.now() + expires_in * 1000 });
  const sub = google.users.get(one.email)?.sub ?? '';
  return { access_token, refresh_token, ...google.remaining(initial), expires_in, sub };
}

export function seed(google: GoogleStore, state: Seed): Seeded {
  for (const { client_id: id, client_secret: secret, redirect_uris } of state.clients ?? []) {
    google.clients.set(id, { id, secret, redirectUris: redirect_uris });
  }
  for (const { email, name, admin } of state.users ?? []) {
    Object.assign(google.addUser(email, name), admin === true ? { isAdmin: true } : {});
  }
  const calendars = (state.calendars ?? []).map(({ email, ...options }) => google.addCalendar(email, options).id);
  for (const { calendar, email, accessRole, hidden = false } of state.shares ?? []) {
    Object.assign(google.share(calendar, email, { accessRole }), { hidden });
  }
  for (const { calendar, event } of state.events ?? []) {
    const initial = google.calendars.get(calendar);
    if (!initial) throw new Error(`there is no calendar ${calendar}`);
    const id = event.id ?? google.newId('event');
    const iCalUID = event.iCalUID ?? `${id}@google.com`;
    const stamps = { created: google.clock.iso(), updated: google.clock.iso() };
    google.put(initial, { status: 'confirmed', sequence: 0, ...stamps, ...event, id, iCalUID });
  }
  return { calendars, grants: (state.grants ?? []).map((one) => grant(google, one)) };
}
