import { expect, it } from 'vitest';
import { call, e2e } from './harness/kalends.js';

interface Document {
  openapi: string;
  paths: Record<string, Record<string, { responses: Record<string, object>; operationId: string }>>;
  components: Record<'schemas' | 'headers', Record<string, object>>;
}

/** From the interface, the contract and this deployment's additional addresses; not from the code's own list. */
const expected = [
  'get /v1/events',
  'get /v1/events/pages/{cursor}',
  'post /v1/calendars/{calendar_id}/events',
  'delete /v1/calendars/{calendar_id}/events',
  'get /v1/free_busy',
  'get /v1/free_busy/pages/{cursor}',
  'delete /v1/events',
  'post /v1/batch',
  'post /v1/calendars/{calendar_id}/events/{event_uid}/participation_status',
  'post /v1/calendars',
  'get /v1/resources',
  'get /v1/accessible_calendars',
  'post /v1/link_tokens',
  'post /v1/profiles/{profile_id}/revoke',
  'post /v1/application_calendars',
  'post /v1/availability',
  'post /v1/sequenced_availability',
  'post /v1/calendars/{calendar_id}/availability',
  'get /v1/calendars/{calendar_id}/availability',
  'post /v1/availability_rules',
  'get /v1/availability_rules',
  'get /v1/availability_rules/{availability_rule_id}',
  'delete /v1/availability_rules/{availability_rule_id}',
  'post /v1/bookable_events',
  'get /v1/bookable_events/{bookable_event_id}',
  'get /v1/bookable_events/{bookable_event_id}/registrations/pages/{cursor}',
  'post /v1/bookable_events/{bookable_event_id}/registrations',
  'delete /v1/bookable_events/{bookable_event_id}/registrations/{registration_id}',
  'post /v1/available_periods',
  'get /v1/available_periods',
  'get /v1/available_periods/pages/{cursor}',
  'delete /v1/available_periods',
  'post /v1/holds',
  'delete /v1/holds/{hold_id}',
  'post /v1/holds/{hold_id}/confirm',
  'post /v1/real_time_scheduling',
  'get /v1/real_time_scheduling/{real_time_scheduling_id}',
  'get /v1/real_time_scheduling',
  'post /v1/real_time_scheduling/{real_time_scheduling_id}/disable',
  'post /v1/real_time_sequencing',
  'get /v1/real_time_sequencing/{real_time_sequencing_id}',
  'get /v1/real_time_sequencing',
  'post /v1/real_time_sequencing/{real_time_sequencing_id}/disable',
  'post /v1/add_to_calendar',
  'get /add_to_calendar/{token}',
  'post /v1/element_tokens',
  'post /v1/element_holds',
  'post /v1/element_holds/confirm',
  'post /v1/element_holds/release',
  'get /rts/{token}',
  'get /rts/{token}/event.ics',
  'post /rts/{token}',
  'get /rts/{token}/cancel',
  'post /rts/{token}/cancel',
  'get /rts/{token}/reschedule',
  'post /rts/{token}/reschedule',
  'post /v1/smart_invites',
  'get /v1/smart_invites',
  'post /v1/smart_invites/replies',
  'get /admin/v1/unmatched_mail',
  'get /v1/callbacks',
  'get /v1/callbacks/pages/{cursor}',
  'get /v1/callbacks/{callback_id}',
  'post /v1/callbacks/{callback_id}/replay',
  'get /v1/callback_endpoints',
  'post /v1/callback_endpoints/enable',
  'get /admin/v1/applications/{client_id}/callbacks',
  'get /admin/v1/applications/{client_id}/callbacks/pages/{cursor}',
  'post /admin/v1/applications/{client_id}/callbacks/{callback_id}/replay',
  'post /admin/v1/applications/{client_id}/callbacks/replay',
  'get /admin/v1/applications/{client_id}/callbacks/{callback_id}',
  'get /admin/v1/applications/{client_id}/callback_endpoints',
  'post /admin/v1/applications/{client_id}/callback_endpoints/enable',
  'post /admin/v1/applications/{client_id}/availability_explanations',
  'delete /admin/v1/applications/{client_id}',
  'get /admin/v1/accounts',
  'get /admin/v1/accounts/{sub}',
  'get /admin/v1/accounts/{sub}/events',
  'get /admin/v1/accounts/{sub}/events/{calendar_id}/{event_uid}',
  'delete /admin/v1/accounts/{sub}/grants/{grant_id}',
  'get /admin/v1/applications/{client_id}/booking_links',
  'get /admin/v1/applications/{client_id}/booking_links/{real_time_scheduling_id}',
  'post /admin/v1/applications/{client_id}/booking_links/{real_time_scheduling_id}/disable',
  'post /admin/v1/accounts/{sub}/profiles/{profile_id}/revoke',
  'get /admin/v1/developers',
  'post /admin/v1/developers/{developer_id}/key',
  'delete /admin/v1/developers/{developer_id}',
  'get /admin/v1/audit',
  'get /admin/v1/status',
  'get /admin/v1/providers',
  'post /admin/v1/providers/{provider}/check',
  'get /admin/v1/applications/{client_id}/errors',
  'get /admin/v1/usage',
  'get /admin/v1/activity',
  'get /admin/v1/dead_letters',
  'get /admin/v1/dead_letters/{service}/{dead_letter_id}',
  'post /admin/v1/dead_letters/{service}/{dead_letter_id}/replay',
  'post /admin/v1/dead_letters/{service}/{dead_letter_id}/discard',
  'post /admin/v1/console_links',
  'post /console/session',
  'get /console/session',
  'delete /console/session',
  'get /console/oidc',
  'get /console/oidc/callback',
  'get /v1/changes',
  'post /v1/channels',
  'get /v1/channels',
  'delete /v1/channels/{channel_id}',
  'get /v1/calendars',
  'post /v1/permissions',
  'get /v1/profiles',
  'get /v1/account',
  'get /v1/userinfo',
  'get /oauth/authorize',
  'get /oauth/authorize/choose',
  'get /oauth/authorize/consent',
  'get /oauth/providers/{provider}/start',
  'get /oauth/providers/{provider}/callback',
  'get /oauth/providers/microsoft/admin-consent',
  'get /oauth/providers/microsoft/admin-consent/callback',
  'get /oauth/relink/{profile_id}/{token}',
  'post /oauth/relink',
  'get /oauth/permissions/{token}',
  'get /oauth/permissions/review',
  'post /oauth/permissions',
  'post /oauth/authorize/connect',
  'post /oauth/authorize/consent',
  'post /oauth/token',
  'post /oauth/token/revoke',
  'post /v1/provider_notifications/google',
  'post /v1/provider_notifications/microsoft',
  'get /connected-applications',
  'post /connected-applications/revoke',
  'get /connected-applications/open',
  'post /v1/connections_links',
  'get /applications/{client_id}/logo',
  'get /.well-known/oauth-authorization-server',
  'get /.well-known/oauth-protected-resource',
  'get /.well-known/api-catalog',
  'post /admin/v1/developers',
  'post /admin/v1/applications',
  'get /admin/v1/applications',
  'post /admin/v1/applications/{client_id}',
  'post /admin/v1/applications/{client_id}/secrets',
  'delete /admin/v1/applications/{client_id}/secrets/{secret_id}',
  'post /admin/v1/applications/{client_id}/accounts',
  'get /admin/v1/applications/{client_id}/smart_invites/{smart_invite_id}',
  'delete /admin/v1/accounts/{sub}',
  'post /admin/v1/accounts/{sub}/profiles',
  'get /admin/v1/accounts/{sub}/profiles',
  'get /health/live',
  'get /health/ready',
  'get /openapi.json',
  'get /asyncapi.json',
  'get /llms.txt',
  'get /docs/{guide}.md',
];

e2e('the OpenAPI document', (kalends) => {
  it('names every endpoint, each with its responses, and every reference in it resolves', async () => {
    const body = await kalends().documents<Document>();

    const operations = Object.entries(body.paths).flatMap(([path, methods]) =>
      Object.keys(methods).map((method) => `${method} ${path}`),
    );
    expect(body.openapi).toBe('3.0.3');
    expect(operations.sort()).toEqual([...expected].sort());
    const references = [...JSON.stringify(body).matchAll(/"\$ref":"([^"]+)"/g)].map(([, reference]) => reference!);
    const unresolved = references.filter((one) => {
      const [, kind, name] = /^#\/components\/(schemas|headers)\/(.+)$/.exec(one) ?? [];
      return kind === undefined || !body.components[kind as 'schemas' | 'headers'][name!];
    });
    expect(unresolved).toEqual([]);
  });

  it('names the statuses that are actually returned', async () => {
    const body = await kalends().documents<Document>();
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
