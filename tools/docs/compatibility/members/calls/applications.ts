import { adminKey } from '../../../../../apps/gateway/src/gateway.fixture.js';
import {
  apply,
  calendarOf,
  newAccount,
  profileOf,
} from '../../../../../apps/gateway/src/read-model/gateway-database.fixture.js';
import { brandingExample } from '../../../../../libs/public-api/src/applications/branding-fields.js';
import type { Scene } from '../scene.fixture.js';
import { honoured, refused, type CallCase, type Verdict } from '../verdict.js';

const token = () => adminKey;
const redirect_uris = ['https://example.com/one'];

const settings: Record<string, Verdict> = {
  name: honoured('Rooms', 'Spec'),
  'redirect_uris[]': honoured('https://example.com/two', redirect_uris[0]),
  plan: honoured('starter', 'emerging'),
  client_type: honoured('public', 'confidential'),
  'allowed_origins[]': honoured('https://one.example', undefined, { with: { client_type: 'public' } }),
  'frame_origins[]': honoured('https://one.example'),
  hide_managed_events: honoured(true, false),
  logo: honoured(brandingExample.logo),
  accent_color: honoured('#7a0019'),
  privacy_url: honoured('https://example.com/privacy'),
  support_url: honoured('https://example.com/help'),
  rate_limit_per_second: honoured(7),
  rate_limit_per_minute: honoured(7),
};

const scopes = ['read_events', 'create_event'];

/** What an account of the application reads after it has written an event. */
async function readsOf({ gateway }: Scene, application: unknown) {
  const { client_id } = application as { client_id?: string };
  if (client_id === undefined) return null;
  const { pool } = gateway.database;
  const { accountId, token: own } = await newAccount(pool, scopes, client_id);
  const calendar = calendarOf(accountId, `cal_${accountId}`);
  await apply(pool, accountId, [profileOf(accountId, { calendar_ids: [calendar.calendar_id] }), calendar]);
  const body = { event_id: 'one', summary: 'One', start: '2026-11-20T15:00:00Z', end: '2026-11-20T16:00:00Z' };
  await gateway.call('POST', `/v1/calendars/${calendar.calendar_id}/events`, { token: own, body });
  const read = await gateway.call('GET', '/v1/events?tzid=Etc/UTC', { token: own });
  return (read.body as { events: unknown[] }).events.length;
}

export const applications: Record<string, CallCase> = {
  'POST /admin/v1/applications': {
    input: 'body',
    path: () => '/admin/v1/applications',
    token,
    base: () => ({ name: 'Spec', redirect_uris }),
    after: readsOf,
    members: {
      ...settings,
      client_id: refused('mine'),
      client_secret: refused('KAL_mine'),
      unknown: refused('x'),
    },
  },
  'POST /admin/v1/applications/{}': {
    input: 'body',
    path: ({ clientId }) => `/admin/v1/applications/${clientId}`,
    token,
    base: () => ({}),
    after: readsOf,
    members: { ...settings, client_secret: refused('KAL_mine') },
  },
};
