import { randomUUID } from 'node:crypto';
import {
  availabilityQuery,
  bookableEventQuery,
  channelQuery,
  createCalendarQuery,
  managedAvailability,
  smartInviteQuery,
} from '../../../../libs/contracts/src/index.js';
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
  /** What the gateway has asked of other services. */
  asked: [topic: string, body: unknown][];
  clientId: string;
  secret: string;
  accountId: string;
  token: string;
  profileId: string;
  calendarId: string;
  otherCalendarId: string;
  /** Other ids of this scene, by the names under which they are compared. */
  named: Record<string, string>;
}

const invite = ({ submitted, smart_invite_id, recipients }: Record<string, never>) => ({
  invite_id: 'inv_1',
  smart_invite_id,
  several: false,
  method: 'request',
  recipients: recipients ?? [{ email: 'ann@example.com', status: 'pending' }],
  replies: [],
  organizer: null,
  callback_url: null,
  submitted: submitted ?? {},
  uid: 'uid',
  sequence: 0,
  reply_address: 'reply@example.com',
  icalendar: 'BEGIN:VCALENDAR',
  email: 'Subject: x',
});

const bookable = { start: 0, end: 1, status: 'confirmed', capacity: null, registered_count: 0, total_count: 0 };

/** Another service's answer, the same whatever was asked: what differs is the question. */
const replies: Record<string, (body: never) => unknown> = {
  [availabilityQuery.name]: ({ kind }: { kind: string }) => ({
    ...(kind === 'single' ? { outcome: 'found', found: [] } : { outcome: 'sequences', sequences: [] }),
    people: [],
    unknown: [],
  }),
  [managedAvailability.name]: ({ kind }: { kind: string }) =>
    kind === 'list-periods'
      ? {
          outcome: 'periods',
          total: 1,
          periods: [{ available_period_id: 'one', start: now, end: now + 3_600_000, tzid: 'Asia/Tokyo' }],
        }
      : { outcome: 'done' },
  [bookableEventQuery.name]: ({ kind, bookable_event_id }: { kind: string; bookable_event_id: string }) =>
    kind === 'list'
      ? { outcome: 'events', events: [] }
      : { outcome: 'event', event: { ...bookable, bookable_event_id }, registrations: [], next: null },
  [smartInviteQuery.name]: (body) => ({ outcome: 'invite', invite: invite(body) }),
  [channelQuery.name]: () => ({ outcome: 'accepted' }),
  [createCalendarQuery.name]: ({ account_id }: { account_id: string }) => ({
    outcome: 'created',
    calendar: calendarOf(account_id, `cal_${randomUUID()}`),
  }),
};

/** The gateway, and what it asks of other services. */
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
  return { gateway, asked, clientId, secret, accountId, token, profileId, calendarId, otherCalendarId, named: {} };
}
