import type { EpochMs } from '@kalends/icalendar';
import type { PoolClient } from 'pg';
import { publishProfile } from './publish-connections.js';
import { findProfile, type ProfileRow } from './rows.js';

/** What a profile has of which nothing failed. */
export const well = {
  error: null,
  reason: null,
  failures: 0,
  set_aside_at: null,
  set_asides: 0,
  reads_wait_until: 0,
  denied_at: null,
  app_passwords_of: null,
};

/** A profile with new credentials, before it is stored. */
export const newProfile = (
  known: Pick<
    ProfileRow,
    'profile_id' | 'account_id' | 'provider_name' | 'profile_name' | 'url' | 'username' | 'default_tzid'
  > &
    Partial<ProfileRow>,
): ProfileRow => ({
  sealed_password: null,
  own_addresses: [],
  connected: true,
  error: null,
  reason: null,
  initial_sync: 'pending',
  last_sync: null,
  next_sync_at: 0,
  failures: 0,
  lease_id: null,
  revision: 0,
  deleted: false,
  links: 0,
  notified: 0,
  notified_at: null,
  write_failures: 0,
  writes_wait_until: 0,
  identity_origin: null,
  identity_principal: null,
  revoked_at: null,
  revoked_scope: [],
  deaths: 0,
  set_aside_at: null,
  set_asides: 0,
  calendars_left_out: 0,
  sends_invitations: false,
  consent_ends_at: null,
  less_granted: null,
  certificate_ends_at: null,
  expires_at: null,
  app_passwords_of: null,
  working_hours: null,
  hours_due_at: 0,
  reads_wait_until: 0,
  denied_at: null,
  slow_server: null,
  polled_at: 0,
  last_poll: null,
  confirmed_until: null,
  used_at: 0,
  published_at: null,
  ...known,
});

interface Storing {
  now: EpochMs;
  /** Stores the profile's tokens, once there is a row for it and before it is published. */
  storeTokens?(): Promise<void>;
}

/**
 * Stores a profile whose credentials work, or relinks the one with its id; the profile is published and due
 * immediately. The caller's transaction must have locked the account. False: the id is that of another account's
 * profile.
 */
export async function storeProfile(
  client: PoolClient,
  profile: ProfileRow,
  { now, storeTokens }: Storing,
): Promise<boolean> {
  const existing = await findProfile(client, profile.profile_id);
  if (existing && existing.account_id !== profile.account_id) return false;
  await client.query(
    `INSERT INTO profile (profile_id, account_id, provider_name, profile_name, url, username, sealed_password,
                          own_addresses, default_tzid, connected, initial_sync, next_sync_at, revision)
     VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, true, 'pending', 0, 0) ON CONFLICT (profile_id) DO NOTHING`,
    [
      profile.profile_id,
      profile.account_id,
      profile.provider_name,
      profile.profile_name,
      profile.url,
      profile.username,
      profile.sealed_password,
      profile.own_addresses,
      profile.default_tzid,
    ],
  );
  await storeTokens?.();
  const change = {
    url: profile.url,
    username: profile.username,
    own_addresses: profile.own_addresses,
    sealed_password: profile.sealed_password,
    connected: true,
    ...well,
    next_sync_at: 0,
    polled_at: 0,
    confirmed_until: null,
    notified_at: null,
    write_failures: 0,
    writes_wait_until: 0,
    links: (existing?.links ?? 0) + 1,
    identity_origin: profile.identity_origin,
    identity_principal: profile.identity_principal,
    revoked_at: null,
    revoked_scope: [],
    deaths: 0,
    certificate_ends_at: null,
    expires_at: null,
    hours_due_at: 0,
  };
  await publishProfile({ client, now }, profile.profile_id, change);
  return true;
}
