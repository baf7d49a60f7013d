import type { Scene } from '../scene.fixture.js';
import { honoured, ignored, refused, type CallCase } from '../verdict.js';

const token = (scene: Scene) => scene.secret;
const at = { start: '2026-12-01T17:00:00Z', end: '2026-12-01T18:30:00Z' };
const repeats = 'repeats the address';
const key = ignored('repeats the key of the Authorization header', 'KAL_secret');

export const bookableEvents: Record<string, CallCase> = {
  'POST /v1/bookable_events': {
    input: 'body',
    path: () => '/v1/bookable_events',
    token,
    base: () => ({ bookable_event_id: 'yoga', ...at }),
    members: {
      bookable_event_id: honoured('chess', 'yoga'),
      start: honoured('2026-12-01T17:30:00Z', at.start),
      end: honoured('2026-12-01T18:00:00Z', at.end),
      status: honoured('cancelled', 'confirmed'),
      'registration.capacity': honoured(12),
      'registration.unknown': refused(7),
      bearer_token: key,
    },
  },
  'GET /v1/bookable_events/{}': {
    input: 'query',
    path: () => '/v1/bookable_events/yoga',
    token,
    base: () => ({}),
    members: { bookable_event_id: ignored(repeats, 'chess'), bearer_token: key },
  },
  'POST /v1/bookable_events/{}/registrations': {
    input: 'body',
    path: () => '/v1/bookable_events/yoga/registrations',
    token,
    base: () => ({ registration_id: 'guest', status: 'accepted' }),
    members: {
      registration_id: honoured('other', 'guest'),
      status: honoured('pending', 'accepted'),
      metadata: honoured({ language: 'de' }),
      bookable_event_id: ignored(repeats, 'chess'),
      bearer_token: key,
    },
  },
  'DELETE /v1/bookable_events/{}/registrations/{}': {
    input: 'body',
    path: () => '/v1/bookable_events/yoga/registrations/guest',
    token,
    base: () => ({}),
    members: {
      bookable_event_id: ignored(repeats, 'chess'),
      registration_id: ignored(repeats, 'other'),
      bearer_token: key,
    },
  },
};
