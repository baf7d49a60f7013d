import type { UpsertEventBody } from '@kalends/public-api';
import type { Pool } from 'pg';
import { readConnections } from '../../read-model/connections.js';
import { sendsInvitations } from '../../read-model/sends-invitations.js';

/** Whether an accepted body invites guests. */
export const invitesSomebody = (input: unknown): boolean =>
  ((input as UpsertEventBody).attendees?.invite ?? []).length > 0;

/** Whether the provider of a calendar mails those who are invited. */
export async function invitationsAreSent(
  pool: Pool,
  { accountId, calendarId }: { accountId: string; calendarId: string },
): Promise<boolean> {
  const { profiles, calendars } = await readConnections(pool, accountId);
  const calendar = calendars.find(({ calendar_id }) => calendar_id === calendarId);
  const profile = profiles.find(({ profile_id }) => profile_id === calendar?.profile_id);
  return profile !== undefined && sendsInvitations(profile);
}
