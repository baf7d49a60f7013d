import type { AccessRole, EventResource } from '../google/model.js';
import type { GoogleStore } from '../google/store.js';

/** A test's initial state; omitted ids are generated. */
export interface Seed {
  clients?: { client_id: string; client_secret: string; redirect_uris: string[] }[];
  users?: { email: string; name?: string }[];
  calendars?: { id?: string; email: string; summary?: string; timeZone?: string; primary?: boolean }[];
  /** `hidden`: the user has hidden it in their list. */
  shares?: { calendar: string; email: string; accessRole: AccessRole; hidden?: boolean }[];
  events?: { calendar: string; event: Partial<EventResource> }[];
  /** Creates a consent as if the user had given it, and returns its tokens. */
  grants?: { email: string; client_id: string; scope: string }[];
}

interface Seeded {
  calendars: string[];
  grants: { access_token: string; refresh_token: string; expires_in: number; sub: string }[];
}

function grant(google: GoogleStore, one: NonNullable<Seed['grants']>[number]): Seeded['grants'][number] {
  const refresh_token = `1//${google.newId('refresh')}`;
  const access_token = `ya29.${google.newId('access')}`;
  const held = {
    email: one.email,
    clientId: one.client_id,
    scope: one.scope,
    refreshToken: refresh_token,
    revoked: false,
  };
  google.grants.push(held);
  const expires_in = google.limits.tokenSeconds;
  google.accessTokens.set(access_token, { grant: held, expires: google.clock.now() + expires_in * 1000 });
  return { access_token, refresh_token, expires_in, sub: google.users.get(one.email)?.sub ?? '' };
}

export function seed(google: GoogleStore, wanted: Seed): Seeded {
  for (const { client_id: id, client_secret: secret, redirect_uris } of wanted.clients ?? []) {
    google.clients.set(id, { id, secret, redirectUris: redirect_uris });
  }
  for (const { email, name } of wanted.users ?? []) google.addUser(email, name);
  const calendars = (wanted.calendars ?? []).map(({ email, ...options }) => google.addCalendar(email, options).id);
  for (const { calendar, email, accessRole, hidden = false } of wanted.shares ?? []) {
    Object.assign(google.share(calendar, email, { accessRole }), { hidden });
  }
  for (const { calendar, event } of wanted.events ?? []) {
    const held = google.calendars.get(calendar);
    if (!held) throw new Error(`there is no calendar ${calendar}`);
    const id = event.id ?? google.newId('event');
    const iCalUID = event.iCalUID ?? `${id}@google.com`;
    const stamps = { created: google.clock.iso(), updated: google.clock.iso() };
    google.put(held, { status: 'confirmed', sequence: 0, ...stamps, ...event, id, iCalUID });
  }
  return { calendars, grants: (wanted.grants ?? []).map((one) => grant(google, one)) };
}
