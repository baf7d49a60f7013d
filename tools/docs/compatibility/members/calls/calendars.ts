import type { Scene } from '../scene.fixture.js';
import { honoured, ignored, type CallCase } from '../verdict.js';
import { allow } from './external.js';

const token = (scene: Scene) => scene.token;
const callback_url = 'https://one.example/hook';

export const calendars: Record<string, CallCase> = {
  'POST /v1/calendars': {
    input: 'body',
    path: () => '/v1/calendars',
    token,
    base: ({ profileId }) => ({ profile_id: profileId, name: 'Shifts' }),
    members: {
      profile_id: honoured(({ profileId }: Scene) => profileId, 'pro_unknown'),
      name: honoured('Rota', 'Shifts'),
      color: honoured('#49BED8'),
    },
  },
  'GET /v1/accessible_calendars': {
    input: 'query',
    path: () => '/v1/accessible_calendars',
    token,
    base: ({ profileId }) => ({ profile_id: profileId }),
    reads: () => [],
    members: { profile_id: honoured(({ profileId }: Scene) => profileId, 'pro_unknown') },
  },
  'POST /v1/permissions': {
    input: 'body',
    path: () => '/v1/permissions',
    token,
    base: ({ calendarId: calendar_id }) => ({
      permissions: [{ calendar_id, permission_level: 'sandbox' }],
      redirect_uri: 'https://example.com/one',
    }),
    prepare: (scene) => allow(scene, [scene.calendarId, scene.otherCalendarId]),
    reads: () => ['/v1/calendars'],
    members: {
      'permissions[].calendar_id': honoured(
        ({ otherCalendarId }: Scene) => otherCalendarId,
        ({ calendarId }: Scene) => calendarId,
      ),
      'permissions[].permission_level': honoured('sandbox', 'unrestricted'),
      redirect_uri: honoured('https://example.com/two', 'https://example.org/', { in: 'message' }),
    },
  },
  'POST /v1/profiles/{}/revoke': {
    input: 'body',
    path: ({ profileId }) => `/v1/profiles/${profileId}/revoke`,
    token,
    base: () => ({}),
    members: { profile_id: ignored('repeats the address', 'pro_other') },
  },
  'POST /v1/channels': {
    input: 'body',
    path: () => '/v1/channels',
    token,
    base: () => ({ callback_url }),
    members: {
      callback_url: honoured('https://two.example/hook', callback_url),
      'filters.calendar_ids[]': honoured(({ calendarId }: Scene) => calendarId),
      'filters.only_managed': honoured(true),
      'filters.profile_expiring': honoured(true),
      'filters.future_parameter': ignored(
        'clients pass on filters that no server knows; more is reported, not less',
        true,
      ),
    },
  },
};
