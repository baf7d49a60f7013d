import { expect, it } from 'vitest';
import { call, e2e } from './harness/kalends.js';

interface Document {
  openapi: string;
  paths: Record<string, Record<string, { responses: Record<string, object>; operationId: string }>>;
  components: { schemas: Record<string, object> };
}

/** From the interface and the contract, and the addresses that this deployment adds; not from our own list. */
const expected = [
  'get /v1/events',
  'get /v1/events/pages/{cursor}',
  'post /v1/calendars/{calendar_id}/events',
  'delete /v1/calendars/{calendar_id}/events',
  'get /v1/calendars',
  'get /v1/profiles',
  'get /v1/account',
  'get /v1/userinfo',
  'get /oauth/authorize',
  'post /oauth/authorize/connect',
  'post /oauth/authorize/consent',
  'post /oauth/token',
  'post /oauth/token/revoke',
  'get /connected-applications',
  'post /connected-applications/revoke',
  'get /.well-known/oauth-authorization-server',
  'post /admin/v1/developers',
  'post /admin/v1/applications',
  'get /admin/v1/applications',
  'post /admin/v1/applications/{client_id}/secrets',
  'delete /admin/v1/applications/{client_id}/secrets/{secret_id}',
  'post /admin/v1/applications/{client_id}/accounts',
  'delete /admin/v1/accounts/{sub}',
  'post /admin/v1/accounts/{sub}/profiles',
  'get /admin/v1/accounts/{sub}/profiles',
  'get /health/live',
  'get /health/ready',
  'get /openapi.json',
];

e2e('the OpenAPI document', (kalends) => {
  it('names every endpoint, each with its answers, and every reference in it resolves', async () => {
    const { body } = await call<Document>('GET', kalends().url('/openapi.json'));

    const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(body.openapi).toBe('3.1.0');
    expect(operations.sort()).toEqual([...expected].sort());
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!);
    const unresolved = references.filter((one) => !body.components.schemas[one.replace('#/components/schemas/', '')]);
    expect(unresolved).toEqual([]);
  });

  it('names the statuses that really come back', async () => {
    const { body } = await call<Document>('GET', kalends().url('/openapi.json'));
    const user = await kalends().user();
    const answers: [string, string, number][] = [
      ['get', '/v1/events', (await kalends().get(user.access_token, '/v1/events')).status],
      ['get', '/v1/events', (await kalends().get('none', '/v1/events?tzid=Etc/UTC')).status],
      ['get', '/v1/calendars', (await kalends().get(user.access_token, '/v1/calendars')).status],
      ['post', '/v1/calendars/{calendar_id}/events', (await kalends().upsert(user, {})).status],
      [
        'post',
        '/v1/calendars/{calendar_id}/events',
        (
          await kalends().upsert(
            { ...user, calendar_id: 'x' },
            { event_id: '1', summary: 's', start: '2026-12-01', end: '2026-12-02' },
          )
        ).status,
      ],
      ['post', '/oauth/token', (await call('POST', kalends().url('/oauth/token'), { body: {} })).status],
      ['get', '/oauth/authorize', (await call('GET', kalends().url('/oauth/authorize'))).status],
      ['post', '/admin/v1/applications', (await kalends().admin('POST', '/applications', {})).status],
    ];

    for (const [method, path, status] of answers)
      expect(Object.keys(body.paths[path]![method]!.responses)).toContain(String(status));
  });
});
