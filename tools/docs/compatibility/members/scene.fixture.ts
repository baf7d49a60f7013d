import { randomUUID } from 'node:crypto';
import {
  availabilityQuery,
  bookableEventQuery,
  channelQuery,
  createCalendarQuery,
  calendarCounting,
  managedAvailability,
  resourcesQuery,
  smartInviteQuery,
  type SmartInviteQuery,
  type SmartInviteRecord,
  type UpsertSmartInvite,
} from '../../../../libs/contracts/src/index.js';
import type { Invite } from '../../../../apps/invites/src/itip/model.js';
import { areRecipients } from '../../../../apps/invites/src/itip/revise.js';
import { inviteText } from '../../../../apps/invites/src/invites/invite-text.js';
import { startTestGateway, type ReplyTo, type TestGateway } from '../../../../apps/gateway/src/gateway.fixture.js';
import {
  apply,
  calendarOf,
  newAccount,
  newApplication,
  profileOf,
} from '../../../../apps/gateway/src/read-model/gateway-database.fixture.js';

/** The instant at which everything takes place: members are seen by their effect, not by the time of a call. */
export const now = Date.parse('2026-11-18T08:00:00Z');

const scopes = [
  'read_events',
  'create_event',
  'delete_event',
  'create_calendar',
  'change_participation_status',
  'read_free_busy',
];

/** A new application with an account that has two calendars. */
export interface Scene {
  gateway: TestGateway;
  /** Requests of the gateway to other services. */
  asked: [topic: string, body: unknown][];
  clientId: string;
  secret: string;
  accountId: string;
  token: string;
  profileId: string;
  calendarId: string;
  otherCalendarId: string;
  /** Of the same application; without calendars. */
  otherAccountId: string;
  /** Other ids of this scene, by the names under which they are compared. */
  named: Record<string, string>;
}

const stored = { summary: 'Stored', start: { date: '2026-11-20' }, end: { date: '2026-11-21' } };

/** Recipients of the invite to several. */
const several = ['ann@example.com', 'bob@example.com'].map((email) => ({ email }));

/** As the invites service would answer, with the text that it would send; the event as submitted is no effect. */
function invite(
  asked: Partial<Omit<UpsertSmartInvite, 'kind'>> & { kind: string; recipient_email?: string | null },
): SmartInviteRecord {
  const { smart_invite_id = '', several = false, organizer = null, callback_url = null, recurrence } = asked;
  const given = asked.recipients ?? [{ email: asked.recipient_email ?? 'all@example.com' }];
  const recipients = given.map((one) => ({ status: 'pending' as const, counted: null, ...one }));
  const event = asked.event ?? { ...stored, status: 'confirmed', transparency: 'opaque' };
  const method = asked.kind === 'cancel' ? 'cancel' : 'request';
  const common = { uid: 'uid', sequence: 0, method, several, recipients, replies: [] } satisfies Partial<Invite>;
  const text = { replyAddress: 'reply@example.com', organizer, recipient: null, now };
  return {
    invite_id: 'inv_1',
    smart_invite_id,
    ...common,
    organizer,
    callback_url,
    submitted: {},
    reply_address: 'reply@example.com',
    icalendar: inviteText({ ...common, event, ...(recurrence ? { recurrence } : {}) }, text),
    email: 'Subject: Invitation',
  };
}

const bookable = {
  bookable_event_id: 'any',
  start: 0,
  end: 1,
  status: 'confirmed',
  capacity: null,
  registered_count: 0,
  total_count: 0,
};

/** Another service's reply, the same to every request: only requests differ. */
const replies: Record<string, (body: never) => unknown> = {
  [availabilityQuery.name]: ({ kind }: { kind: string }) => ({
    ...(kind === 'single' ? { outcome: 'found', found: [] } : { outcome: 'sequences', sequences: [] }),
    people: [],
    unknown: [],
  }),
  [calendarCounting.name]: ({ counting }: { counting: object | null }) => ({
    counting: counting ?? { counts_as: 'shown', ignores_all_day: false },
  }),
  [managedAvailability.name]: ({ kind }: { kind: string }) =>
    kind === 'list-periods'
      ? {
          outcome: 'periods',
          total: 1,
          periods: [{ available_period_id: 'one', start: now, end: now + 3_600_000, tzid: 'Asia/Tokyo' }],
        }
      : { outcome: 'done' },
  [bookableEventQuery.name]: (asked: { kind: string; bookable_event_id: string; bookable_event_ids: string[] }) =>
    asked.kind === 'list'
      ? { outcome: 'events', events: asked.bookable_event_ids.map((id) => ({ ...bookable, bookable_event_id: id })) }
      : { outcome: 'event', event: bookable, registrations: [], next: null },
  [smartInviteQuery.name]: (body: SmartInviteQuery) => {
    if (body.kind !== 'cancel' || !body.recipients) return { outcome: 'invite', invite: invite(body as never) };
    return areRecipients({ recipients: several }, body.recipients)
      ? { outcome: 'invite', invite: invite({ ...body, recipients: several }) }
      : { outcome: 'unknown-recipient', recipients_differ: true };
  },
  [channelQuery.name]: () => ({ outcome: 'accepted' }),
  [resourcesQuery.name]: () => ({
    outcome: 'listed',
    resources: [{ email: 'board-room@example.com', name: 'Board Room' }],
    truncated: false,
  }),
  [createCalendarQuery.name]: ({ account_id }: { account_id: string }) => ({
    outcome: 'created',
    calendar: calendarOf(account_id, `cal_${randomUUID()}`),
  }),
};

/** The gateway, and its requests to other services. */
export async function startStage() {
  const asked: Scene['asked'] = [];
  const replyTo: ReplyTo = (topic, body) => {
    asked.push([topic, body]);
    return replies[topic]!(body);
  };
  const env = { GOOGLE_CLIENT_ID: 'kalends', GOOGLE_CLIENT_SECRET: 'secret' };
  return { gateway: await startTestGateway({ replyTo, now: () => now, env }), asked };
}

export async function newScene({ gateway, asked }: Awaited<ReturnType<typeof startStage>>): Promise<Scene> {
  const { pool } = gateway.database;
  const { clientId, secret } = await newApplication(pool);
  await pool.query("UPDATE application SET plan = 'emerging', redirect_uris = $2 WHERE client_id = $1", [
    clientId,
    ['https://example.com/one', 'https://example.com/two'],
  ]);
  const { accountId, token } = await newAccount(pool, scopes, clientId);
  const [calendarId, otherCalendarId] = [`cal_${accountId}_a`, `cal_${accountId}_b`];
  const profile = profileOf(accountId, { calendar_ids: [calendarId, otherCalendarId] });
  await apply(pool, accountId, [
    profile,
    calendarOf(accountId, calendarId),
    { ...calendarOf(accountId, otherCalendarId), calendar_primary: false },
  ]);
  const { profile_id: profileId } = profile;
  const { accountId: otherAccountId } = await newAccount(pool, scopes, clientId);
  const ids = { clientId, secret, accountId, token, profileId, calendarId, otherCalendarId, otherAccountId };
  return { gateway, asked, ...ids, named: {} };
}
