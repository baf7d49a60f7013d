import { waitUntil } from '@kalends/testing';
import { expect } from 'vitest';
import { call, type Account, type Answer, type Application, type Kalends } from './kalends.js';

/** Contained in all of the victim's data. */
export const planted = 'Zanzibar-4711';

export interface Side {
  application: Application;
  user: Account;
  /** A developer's admin key. */
  key: string;
}

/** Operations of the OpenAPI document below these paths, with their declarations. */
export async function operationsOf(kalends: Kalends, paths: RegExp) {
  const document = await kalends.documents<{ paths: Record<string, Record<string, Operation>> }>();
  return Object.entries(document.paths)
    .filter(([path]) => paths.test(path))
    .flatMap(([, methods]) => Object.values(methods));
}

export interface Operation {
  operationId: string;
  security?: Record<string, unknown>[];
  'x-any-scope'?: string[];
  'x-all-scopes'?: string[];
}

export async function newSide(kalends: Kalends, name: string): Promise<Side> {
  const { key } = (await kalends.admin<{ key: string }>('POST', '/developers', { name })).body;
  const admin = (path: string, body: unknown) => call('POST', kalends.url(`/admin/v1${path}`), { token: key, body });
  const application = (await admin('/applications', { name, redirect_uris: ['http://127.0.0.1:9/callback'] }))
    .body as unknown as Application;
  const path = `/applications/${application.client_id}/accounts`;
  const user = (await admin(path, { email: `${name}@example.com`, name })).body as unknown as Account;
  return { application, user, key };
}

const rule = {
  availability_rule_id: 'work',
  tzid: 'Etc/UTC',
  calendar_ids: [] as string[],
  weekly_periods: [{ day: 'monday', start_time: '09:00', end_time: '17:00' }],
};
const period = { available_period_id: 'p1', start: '2026-12-07T08:00:00Z', end: '2026-12-07T18:00:00Z' };
const meeting = { start: '2026-12-08T10:00:00Z', end: '2026-12-08T11:00:00Z' };
export const atTwo = { start: '2026-12-08T14:00:00Z', end: '2026-12-08T15:00:00Z' };
const bookable = { bookable_event_id: 'b1', ...meeting, registration: { capacity: 5 } };
const registration = { registration_id: 'r1', status: 'accepted', metadata: { name: planted } };
const inviteOf = (summary: string) => ({
  method: 'request',
  smart_invite_id: 'i1',
  callback_url: 'http://127.0.0.1:9/replies',
  recipient: { email: 'ann@example.com' },
  event: { summary, ...meeting, tzid: 'Etc/UTC' },
});

const linkOf = ({ user: { sub, calendar_id } }: Side, summary: string) => ({
  oauth: { redirect_uri: 'http://127.0.0.1:9/done' },
  event: { event_id: 'l1', summary },
  availability: {
    participants: [{ members: [{ sub }] }],
    required_duration: { minutes: 60 },
    query_periods: [meeting],
  },
  target_calendars: [{ sub, calendar_id }],
});

const sequenceLinkOf = (side: Side, summary: string) => {
  const { query_periods, ...meetingOfLink } = linkOf(side, summary).availability;
  const sequence = [{ sequence_id: 'one', ...meetingOfLink }];
  return { ...linkOf(side, summary), availability: { sequence, query_periods } };
};

/** Everything that the application can read about its user, without volatile values. */
export async function snapshot(kalends: Kalends, { user, application }: Side): Promise<string> {
  const own = ['/v1/account', '/v1/calendars', '/v1/profiles', '/v1/availability_rules', '/v1/available_periods?tzid=Etc/UTC', '/v1/channels', '/v1/events?tzid=Etc/UTC']; // prettier-ignore
  const byKey = ['/v1/smart_invites?smart_invite_id=i1&recipient_email=ann@example.com', '/v1/callback_endpoints', '/v1/bookable_events/b1']; // prettier-ignore
  const answers = [
    ...(await Promise.all(own.map((path) => kalends.get(user.access_token, path)))),
    ...(await Promise.all(byKey.map((path) => kalends.get(application.client_secret, path)))),
  ];
  expect(answers.map(({ status }) => status)).toEqual(Array<number>(answers.length).fill(200));
  return answers.map(({ text }) => text).join('\n');
}

export interface Victim extends Side {
  eventUid: string;
  channelId: string;
  profileId: string;
  pages: string[];
  /** A booking link's id, and the token of its page. */
  link: { id: string; token: string };
  /** The same of one for a sequence. */
  sequence: { id: string; token: string };
}

export async function newVictim(kalends: Kalends): Promise<Victim> {
  const side = await newSide(kalends, planted);
  const { user, application } = side;
  const as = (token: string) => (method: string, path: string, body?: unknown) =>
    call(method, kalends.url(path), { token, body });
  const own = as(user.access_token);
  const byKey = as(application.client_secret);
  for (let n = 0; n < 101; n++) await kalends.upsert(user, { event_id: `e${n}`, summary: planted, ...meeting });
  await own('POST', '/v1/availability_rules', rule);
  await own('POST', '/v1/available_periods', period);
  await own('POST', '/v1/calendars', { profile_id: user.calendar_id.split('_')[1], name: planted });
  const channel = await own('POST', '/v1/channels', { callback_url: `http://127.0.0.1:9/${planted}` });
  await byKey('POST', '/v1/smart_invites', inviteOf(planted));
  await byKey('POST', '/v1/bookable_events', bookable);
  expect((await byKey('POST', '/v1/bookable_events/b1/registrations', registration)).status).toBe(200);
  await byKey('POST', '/v1/holds', { hold_id: 'h1', members: [{ sub: user.sub }], ...atTwo });
  const created = await byKey('POST', '/v1/real_time_scheduling', linkOf(side, planted));
  expect(created.status).toBe(200);
  const link = created.body as { url: string; real_time_scheduling: { real_time_scheduling_id: string } };
  const sequence = await byKey('POST', '/v1/real_time_sequencing', sequenceLinkOf(side, planted));
  const steps = sequence.body as { url: string; real_time_sequencing: { real_time_sequencing_id: string } };
  await waitUntil(async () => (await kalends.events(user.access_token, 'tzid=Etc/UTC')).length === 101);
  const page = await own('GET', '/v1/events?tzid=Etc/UTC');
  const freeBusy = await own('GET', '/v1/free_busy?tzid=Etc/UTC');
  const next = (answer: Answer) => (answer.body.pages as { next_page?: string }).next_page ?? '';
  const profiles = (await own('GET', '/v1/profiles')).body.profiles as { profile_id: string }[];
  return {
    ...side,
    eventUid: (page.body.events as { event_uid: string }[])[0]!.event_uid,
    channelId: (channel.body.channel as { channel_id: string }).channel_id,
    profileId: profiles[0]!.profile_id,
    link: { id: link.real_time_scheduling.real_time_scheduling_id, token: link.url.split('/').at(-1)! },
    sequence: { id: steps.real_time_sequencing.real_time_sequencing_id, token: steps.url.split('/').at(-1)! },
    pages: [next(page), next(freeBusy)].map((url) => new URL(url).pathname),
  };
}

export type Attack = [as: 'user' | 'secret' | 'developer' | 'nobody', method: string, path: string, body?: unknown];

/** Attempts with the credentials of another application, by operation of the OpenAPI document. */
export function attacksOn(victim: Victim, attacker: Side): Record<string, Attack[]> {
  const { sub, calendar_id: calendar, access_token, refresh_token } = victim.user;
  const { client_id: client, secret_id: secret } = victim.application;
  const mine = { client_id: attacker.application.client_id, client_secret: attacker.application.client_secret };
  const event = { event_id: 'e1', summary: 'taken over', ...meeting };
  const query = { participants: [{ members: [{ sub }], required: 'all' }], required_duration: { minutes: 60 }, query_periods: [{ start: '2026-12-08T09:00:00Z', end: '2026-12-08T12:00:00Z' }] }; // prettier-ignore
  const admin = `/admin/v1/applications/${client}`;
  const both = (method: string, path: string, body?: unknown): Attack[] => [
    ['user', method, path, body],
    ['secret', method, path, body],
  ];
  // prettier-ignore
  return {
    readEvents: [['user', 'GET', `/v1/events?tzid=Etc/UTC&calendar_ids[]=${calendar}`], ['secret', 'GET', '/v1/events?tzid=Etc/UTC']],
    readEventsNextPage: both('GET', victim.pages[0]!),
    readFreeBusy: [['user', 'GET', `/v1/free_busy?tzid=Etc/UTC&calendar_ids[]=${calendar}`]],
    readFreeBusyNextPage: both('GET', victim.pages[1]!),
    changeParticipation: both('POST', `/v1/calendars/${calendar}/events/${victim.eventUid}/participation_status`, { status: 'declined' }),
    deleteEvent: [...both('DELETE', `/v1/calendars/${calendar}/events`, { event_id: 'e1' }), ['user', 'DELETE', `/v1/calendars/${calendar}/events`, { event_uid: victim.eventUid }], ['user', 'DELETE', `/v1/calendars/${calendar}/events`, { event_uid: `${victim.eventUid}_20261201T100000Z`, apply_to: 'instance' }]],
    deleteEvents: [['user', 'DELETE', '/v1/events', { calendar_ids: [calendar] }]],
    runBatch: [['user', 'POST', '/v1/batch', { batch: [{ method: 'POST', relative_url: `/v1/calendars/${calendar}/events`, data: event }, { method: 'DELETE', relative_url: `/v1/calendars/${calendar}/events`, data: { event_id: 'e1' } }] }]],
    upsertEvent: [...both('POST', `/v1/calendars/${calendar}/events`, event), ['user', 'POST', `/v1/calendars/${calendar}/events`, { event_uid: victim.eventUid, summary: 'taken over' }], ['user', 'POST', `/v1/calendars/${calendar}/events`, { event_uid: `${victim.eventUid}_20261201T100000Z`, apply_to: 'following', summary: 'taken over' }]],
    queryAvailability: both('POST', '/v1/availability', query),
    querySequencedAvailability: both('POST', '/v1/sequenced_availability', { sequence: [{ sequence_id: '1', ordinal: 1, participants: query.participants, required_duration: { minutes: 60 } }], query_periods: query.query_periods }),
    confirmHold: both('POST', '/v1/holds/h1/confirm', { calendar_id: calendar, event }),
    placeHold: both('POST', '/v1/holds', { hold_id: 'h1', members: [{ sub }], ...atTwo }),
    releaseHold: both('DELETE', '/v1/holds/h1'),
    createBookingLink: both('POST', '/v1/real_time_scheduling', linkOf(victim, 'taken over')),
    readBookingLink: both('GET', `/v1/real_time_scheduling/${victim.link.id}`),
    findBookingLink: both('GET', `/v1/real_time_scheduling?token=${victim.link.token}`),
    disableBookingLink: both('POST', `/v1/real_time_scheduling/${victim.link.id}/disable`, { display_message: 'x' }),
    createSequenceLink: both('POST', '/v1/real_time_sequencing', sequenceLinkOf(victim, 'taken over')),
    readSequenceLink: both('GET', `/v1/real_time_sequencing/${victim.sequence.id}`),
    findSequenceLink: both('GET', `/v1/real_time_sequencing?token=${victim.sequence.token}`),
    disableSequenceLink: both('POST', `/v1/real_time_sequencing/${victim.sequence.id}/disable`, { display_message: 'x' }),
    addToCalendar: both('POST', '/v1/add_to_calendar', { client_id: victim.application.client_id, client_secret: attacker.application.client_secret, oauth: { redirect_uri: victim.application.redirect_uris[0], scope: 'create_event' }, event: { event_id: 'a1', summary: 'taken over', ...meeting } }), // prettier-ignore
    deleteAvailablePeriods: [['user', 'DELETE', '/v1/available_periods', { available_period_ids: ['p1'] }]],
    readCalendarAvailability: both('GET', `/v1/calendars/${calendar}/availability`),
    declareCalendarAvailability: both('POST', `/v1/calendars/${calendar}/availability`, { events_count_as: 'free' }),
    deleteAvailabilityRule: both('DELETE', '/v1/availability_rules/work'),
    listAvailablePeriods: both('GET', '/v1/available_periods?tzid=Etc/UTC'),
    listAvailablePeriodsNextPage: both('GET', victim.pages[0]!.replace('/v1/events', '/v1/available_periods')),
    listAvailabilityRules: both('GET', '/v1/availability_rules'),
    readAvailabilityRule: both('GET', '/v1/availability_rules/work'),
    upsertAvailablePeriod: [['secret', 'POST', '/v1/available_periods', period]],
    upsertAvailabilityRule: [['user', 'POST', '/v1/availability_rules', { ...rule, calendar_ids: [calendar] }]],
    listUnmatchedMail: [['developer', 'GET', '/admin/v1/unmatched_mail']],
    readSmartInvite: both('GET', '/v1/smart_invites?smart_invite_id=i1&recipient_email=ann@example.com'),
    receiveSmartInviteReply: [],
    showSmartInvites: [['developer', 'GET', `${admin}/smart_invites/i1`]],
    writeSmartInvite: [['secret', 'POST', '/v1/smart_invites', { ...inviteOf('another'), method: 'cancel' }]],
    readBookableEvent: both('GET', '/v1/bookable_events/b1'),
    readRegistrationsNextPage: both('GET', `/v1/bookable_events/b1/registrations/pages/${Buffer.from('{"after":0,"number":1}').toString('base64url')}`),
    upsertRegistration: both('POST', '/v1/bookable_events/b1/registrations', { ...registration, status: 'declined' }),
    deleteRegistration: both('DELETE', '/v1/bookable_events/b1/registrations/r1'),
    upsertBookableEvent: both('POST', '/v1/bookable_events', { ...bookable, status: 'cancelled' }),
    enableCallbackEndpoint: [['secret', 'POST', '/v1/callback_endpoints/enable', { url: 'http://127.0.0.1:9/replies' }]],
    enableCallbackEndpointOfApplication: [['developer', 'POST', `${admin}/callback_endpoints/enable`, { url: 'http://127.0.0.1:9/replies' }]],
    listCallbackEndpoints: both('GET', '/v1/callback_endpoints'),
    listCallbackEndpointsOfApplication: [['developer', 'GET', `${admin}/callback_endpoints`]],
    listCallbacks: both('GET', '/v1/callbacks'),
    listCallbacksNextPage: both('GET', victim.pages[0]!.replace('/v1/events', '/v1/callbacks')),
    listCallbacksNextPageOfApplication: [['developer', 'GET', `${admin}/callbacks/pages/x`]],
    listCallbacksOfApplication: [['developer', 'GET', `${admin}/callbacks`]],
    readCallback: both('GET', '/v1/callbacks/cbk_1'),
    replayCallback: both('POST', '/v1/callbacks/cbk_1/replay'),
    replayCallbackOfApplication: [['developer', 'POST', `${admin}/callbacks/cbk_1/replay`]],
    replayCallbacks: [['developer', 'POST', `${admin}/callbacks/replay`, {}]],
    showCallback: [['developer', 'GET', `${admin}/callbacks/cbk_1?reason=x`]],
    listChanges: both('GET', '/v1/changes'),
    closeChannel: both('DELETE', `/v1/channels/${victim.channelId}`),
    createChannel: [['user', 'POST', '/v1/channels', { callback_url: 'http://127.0.0.1:9/x', filters: { calendar_ids: [calendar] } }]],
    listChannels: both('GET', '/v1/channels'),
    requestPermissions: both('POST', '/v1/permissions', { permissions: [{ calendar_id: calendar, permission_level: 'unrestricted' }], redirect_uri: 'http://127.0.0.1:9/callback' }),
    createCalendar: [['user', 'POST', '/v1/calendars', { profile_id: victim.profileId, name: 'theirs' }]],
    listResources: both('GET', '/v1/resources'),
    listAccessibleCalendars: both('GET', `/v1/accessible_calendars?profile_id=${victim.profileId}`),
    createLinkToken: [['secret', 'POST', '/v1/link_tokens']],
    createElementToken: [...both('POST', '/v1/element_tokens', { permissions: ['availability', 'booking'], subs: [attacker.user.sub], origin: 'https://attacker.example', booking: { calendar_id: calendar, event: { event_id: 'e0', summary: 'taken over' }, availability: query } }), ...both('POST', '/v1/element_tokens', { permissions: ['agenda', 'account_management', 'availability', 'managed_availability'], subs: [attacker.user.sub, sub], origin: 'https://attacker.example' })],
    placeElementHold: both('POST', '/v1/element_holds', { start: atTwo.start }),
    confirmElementHold: both('POST', '/v1/element_holds/confirm'),
    releaseElementHold: both('POST', '/v1/element_holds/release'),
    listCalendars: both('GET', '/v1/calendars'),
    listProfiles: both('GET', '/v1/profiles'),
    openApplicationCalendar: [['nobody', 'POST', '/v1/application_calendars', { ...mine, client_id: client, application_calendar_id: 'x' }]],
    readAccount: both('GET', '/v1/account'),
    readUserinfo: both('GET', '/v1/userinfo'),
    revokeProfile: both('POST', `/v1/profiles/${victim.profileId}/revoke`),
    issueToken: [['nobody', 'POST', '/oauth/token', { ...mine, grant_type: 'refresh_token', refresh_token }], ['nobody', 'POST', '/oauth/token', { ...mine, client_id: client, grant_type: 'refresh_token', refresh_token }]],
    revokeToken: [['nobody', 'POST', '/oauth/token/revoke', { ...mine, token: access_token }], ['nobody', 'POST', '/oauth/token/revoke', { ...mine, sub }], ['nobody', 'POST', '/oauth/token/revoke', { ...mine, refresh_token }]],
    takeGoogleNotification: [['nobody', 'POST', '/v1/provider_notifications/google']],
    takeMicrosoftNotification: [['nobody', 'POST', '/v1/provider_notifications/microsoft']],
    changeApplication: [['developer', 'POST', admin, { name: 'theirs', plan: 'starter' }]],
    connectProfile: [['developer', 'POST', `/admin/v1/accounts/${sub}/profiles`, { provider_name: 'caldav', url: 'http://127.0.0.1:9/', username: 'x', password: 'x' }]],
    createAccount: [['developer', 'POST', `${admin}/accounts`, { email: 'x@example.com' }]],
    createApplication: [['user', 'POST', '/admin/v1/applications', { name: 'x', redirect_uris: [] }]],
    createDeveloper: [['developer', 'POST', '/admin/v1/developers', { name: 'x' }]],
    createSecret: [['developer', 'POST', `${admin}/secrets`]],
    deleteAccount: [['developer', 'DELETE', `/admin/v1/accounts/${sub}`]],
    deleteApplication: [['developer', 'DELETE', admin]],
    deleteSecret: [['developer', 'DELETE', `${admin}/secrets/${secret}`]],
    listApplications: [['developer', 'GET', '/admin/v1/applications'], ['secret', 'GET', '/admin/v1/applications']],
    listConnectedProfiles: [['developer', 'GET', `/admin/v1/accounts/${sub}/profiles`]],
    createConnectionsLink: [['secret', 'POST', '/v1/connections_links']],
    createConsoleLink: [['developer', 'POST', '/admin/v1/console_links', { sub }]],
    deleteDeveloper: [['developer', 'DELETE', '/admin/v1/developers/dev_1']],
    discardDeadLetter: [['developer', 'POST', '/admin/v1/dead_letters/calendar-sync/1/discard']],
    disconnectProfile: [['developer', 'POST', `/admin/v1/accounts/${sub}/profiles/${victim.profileId}/revoke`]],
    endGrant: [['developer', 'DELETE', `/admin/v1/accounts/${sub}/grants/grt_1`]],
    explainAvailability: [['developer', 'POST', `${admin}/availability_explanations`, query], ['developer', 'POST', `/admin/v1/applications/${attacker.application.client_id}/availability_explanations`, query]],
    inspectEvent: [['developer', 'GET', `/admin/v1/accounts/${sub}/events/${calendar}/${victim.eventUid}?reason=x`]],
    inspectEvents: [['developer', 'GET', `/admin/v1/accounts/${sub}/events?from=2026-12-01T00:00:00Z&to=2026-12-31T00:00:00Z&reason=x`]],
    listAccounts: [
      ['developer', 'GET', `/admin/v1/accounts?client_id=${victim.application.client_id}`],
      ['developer', 'GET', `/admin/v1/accounts?query=${sub}`],
      ['secret', 'GET', '/admin/v1/accounts'],
    ],
    listAudit: [['developer', 'GET', `/admin/v1/audit?sub=${sub}`], ['developer', 'GET', '/admin/v1/audit']],
    endBookingLink: [['developer', 'POST', `${admin}/booking_links/sch_1/disable`, { display_message: 'x' }]],
    listBookingLinks: [['developer', 'GET', `${admin}/booking_links`], ['secret', 'GET', `${admin}/booking_links`]],
    showBookingLink: [['developer', 'GET', `${admin}/booking_links/sch_1`]],
    listDeadLetters: [['developer', 'GET', '/admin/v1/dead_letters'], ['secret', 'GET', '/admin/v1/dead_letters']],
    listErrors: [['developer', 'GET', `${admin}/errors`], ['secret', 'GET', `${admin}/errors`]],
    readUsage: [['developer', 'GET', `/admin/v1/usage?client_id=${client}`], ['secret', 'GET', '/admin/v1/usage']],
    listDevelopers: [['developer', 'GET', '/admin/v1/developers']],
    checkProvider: [['developer', 'POST', '/admin/v1/providers/google/check'], ['secret', 'POST', '/admin/v1/providers/google/check']],
    listProviders: [['developer', 'GET', '/admin/v1/providers'], ['user', 'GET', '/admin/v1/providers']],
    readActivity: [['developer', 'GET', '/admin/v1/activity'], ['secret', 'GET', '/admin/v1/activity']],
    readStatus: [['developer', 'GET', '/admin/v1/status'], ['user', 'GET', '/admin/v1/status']],
    replayDeadLetter: [['developer', 'POST', '/admin/v1/dead_letters/calendar-sync/1/replay']],
    rotateDeveloperKey: [['developer', 'POST', '/admin/v1/developers/dev_1/key']],
    showDeadLetter: [['developer', 'GET', '/admin/v1/dead_letters/calendar-sync/1?reason=x']],
    showAccount: [['developer', 'GET', `/admin/v1/accounts/${sub}`], ['secret', 'GET', `/admin/v1/accounts/${sub}`]],
  };
}

// The response contains the attacker's own data, or nothing, as if the victim's did not exist.
// prettier-ignore
export const ownAnswers = ['readEvents', 'readFreeBusy', 'listAvailablePeriods', 'listAvailabilityRules', 'listCallbackEndpoints', 'listCallbacks', 'listChannels', 'listChanges', 'listCalendars', 'listResources', 'listProfiles', 'readAccount', 'readUserinfo', 'listApplications', 'revokeToken', 'enableCallbackEndpoint', 'runBatch', 'releaseHold', 'upsertBookableEvent', 'listAccounts', 'listAudit', 'readStatus', 'readUsage'];
