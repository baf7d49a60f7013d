import type { CalendarRecord, ProfileRecord } from '@kalends/contracts';
import { serviceOf } from '@kalends/provider-registry';
import type { Pool } from 'pg';
import { needsRelink, type RelinkUrl } from './relink-url.js';
import { sendsInvitations } from '../read-model/sends-invitations.js';
import { readConnections, type Connections } from '../read-model/connections.js';

const unreadableOf = (profile: ProfileRecord, calendars: readonly CalendarRecord[]): number =>
  calendars
    .filter(({ profile_id }) => profile_id === profile.profile_id)
    .reduce((sum, { unreadable_objects = 0 }) => sum + unreadable_objects, 0);

/** `profile_relink_url` only where a profile needs it (ACC-3). */
export function presentProfile(profile: ProfileRecord, calendars: readonly CalendarRecord[], relinkUrl: RelinkUrl) {
  const unreadable = unreadableOf(profile, calendars);
  return {
    provider_name: profile.provider_name,
    provider_service: serviceOf(profile.provider_name),
    profile_id: profile.profile_id,
    profile_name: profile.profile_name,
    profile_connected: profile.connected,
    ...(needsRelink(profile) ? { profile_relink_url: relinkUrl(profile.profile_id) } : {}),
    ...(profile.connected && profile.set_aside ? { profile_set_aside: true as const } : {}),
    ...(unreadable > 0 ? { profile_unreadable_events: unreadable } : {}),
    ...(profile.calendars_left_out ? { profile_calendars_left_out: profile.calendars_left_out } : {}),
  };
}

function presentOwnCalendar(
  calendar: CalendarRecord,
  profile: ProfileRecord,
  unrestricted: Connections['unrestricted'],
) {
  return {
    calendar_id: calendar.calendar_id,
    calendar_name: calendar.calendar_name,
    calendar_readonly: calendar.calendar_readonly,
    calendar_deleted: calendar.deleted,
    calendar_primary: calendar.calendar_primary,
    calendar_integrated_conferencing_available: calendar.integrated_conferencing ?? false,
    calendar_attachments_available: false,
    calendar_invitations_sent: sendsInvitations(profile),
    permission_level: unrestricted.has(calendar.calendar_id) ? ('unrestricted' as const) : ('sandbox' as const),
  };
}

/** A calendar as the API returns it (CAL-1). */
export function presentCalendars({ profiles, calendars, unrestricted }: Omit<Connections, 'deletedCalendars'>) {
  const byId = new Map(profiles.map((profile) => [profile.profile_id, profile]));
  return calendars.map((calendar) => ({
    provider_name: byId.get(calendar.profile_id)!.provider_name,
    profile_id: calendar.profile_id,
    profile_name: byId.get(calendar.profile_id)!.profile_name,
    ...presentOwnCalendar(calendar, byId.get(calendar.profile_id)!, unrestricted),
  }));
}

interface AccountRow {
  account_id: string;
  email: string | null;
  name: string | null;
  default_tzid: string;
  /** Null: a person's account. */
  application_calendar_id: string | null;
}

/** Context for presenting an account and its connections. */
interface UserinfoContext {
  /** Scopes of the caller's access token. */
  scope: readonly string[];
  relinkUrl: RelinkUrl;
}

/** `/v1/userinfo` (ACC-3). */
function presentUserinfo(account: AccountRow, connections: Connections, { scope, relinkUrl }: UserinfoContext) {
  const { application_calendar_id } = account;
  const applicationCalendar = application_calendar_id === null ? {} : { application_calendar_id };
  return {
    sub: account.account_id,
    email: account.email,
    name: account.name,
    zoneinfo: account.default_tzid,
    'cronofy.type': account.application_calendar_id === null ? 'account' : 'application_calendar',
    ...applicationCalendar,
    'cronofy.data': {
      ...(account.application_calendar_id === null ? {} : { application_calendar: applicationCalendar }),
      authorization: { scope: scope.join(' '), status: 'active' },
      profiles: connections.profiles.map((profile) => ({
        ...presentProfile(profile, connections.calendars, relinkUrl),
        profile_initial_sync_required: profile.initial_sync === 'pending',
        profile_calendars: connections.calendars
          .filter(({ profile_id }) => profile_id === profile.profile_id)
          .map((calendar) => presentOwnCalendar(calendar, profile, connections.unrestricted)),
      })),
      conferencing_profiles: [],
    },
  };
}

export async function findAccount(pool: Pool, accountId: string): Promise<AccountRow> {
  const { rows } = await pool.query<AccountRow>(
    'SELECT account_id, email, name, default_tzid, application_calendar_id FROM account WHERE account_id = $1',
    [accountId],
  );
  return rows[0]!;
}

/** The response of `/v1/userinfo`, also included in reads of events with `include_userinfo=true`. */
export async function readUserinfo(pool: Pool, accountId: string, context: UserinfoContext) {
  const [account, connections] = await Promise.all([findAccount(pool, accountId), readConnections(pool, accountId)]);
  return presentUserinfo(account, connections, context);
}
