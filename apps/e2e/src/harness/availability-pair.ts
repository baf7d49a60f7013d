import { beforeEach } from 'vitest';
import { call, type Account, type Answer, type Application, type Kalends } from './kalends.js';

export type Json = Record<string, unknown>;
export interface Found {
  start: string;
  end: string;
  participants: { sub: string }[];
}
export interface Availability {
  available_periods?: Found[];
  available_slots?: Found[];
  members?: { sub: string; status: string; reason: string }[];
  unavailable?: { start: string; end: string; members: { sub: string; reason: string }[] }[];
  errors?: Json;
  sequences?: { sequence: (Found & { sequence_id: string })[] }[];
}

/** A Monday. */
export const day = '2026-12-07';
export const at = (hours: string) => `${day}T${hours}:00Z`;
export const period = { start: at('08:00'), end: at('18:00') };
export const times = (found: Found[] | undefined) =>
  found?.map(({ start, end }) => `${start.slice(11, 16)}-${end.slice(11, 16)}`);

/** Two people of an application, and a query about them. */
export interface Pair {
  readonly application: Application;
  readonly ada: Account;
  /** In Tokyo. */
  readonly bob: Account;
  request(body: Json, token?: string, path?: string): Promise<Answer<Availability>>;
  /** An hour between eight and six for all of these members. */
  query(members: Json[], more?: Json): Json;
  book(user: Account, event_id: string, start: string, end: string, more?: Json): Promise<Answer>;
}

/** A new pair for each test of the suite. */
export function eachWithPair(kalends: () => Kalends): () => Pair {
  let pair: Pair;
  beforeEach(async () => {
    const application = await kalends().application();
    const ada = await kalends().account(application);
    const bob = await kalends().account(application, { email: 'bob@example.com', default_tzid: 'Asia/Tokyo' });
    pair = {
      ...{ application, ada, bob },
      request: (body, token = application.client_secret, path = '/v1/availability') =>
        call<Availability>('POST', kalends().url(path), { token, body }),
      query: (members, more = {}) => ({
        participants: [{ members, required: 'all' }],
        required_duration: { minutes: 60 },
        query_periods: [period],
        ...more,
      }),
      book: (user, event_id, start, end, more = {}) =>
        kalends().upsert(user, { event_id, summary: event_id, start, end, ...more }),
    };
  });
  return () => pair;
}
