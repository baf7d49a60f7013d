import type { EpochMs } from '@kalends/icalendar';
import type { Sealer } from '@kalends/security';
import type { PoolClient } from 'pg';
import { losesRights, providerNamed } from '@kalends/provider-registry';
import { consentEndIn } from '../stored-credentials/profile-tokens.js';
import { isErased } from './erased-accounts.js';
import { storeProfile, newProfile } from './store-profile.js';
import { findProfile, type ProfileRow } from './rows.js';
import type { StagedRow } from './staged-profiles.js';

const rereadSql = 'UPDATE calendar SET rereads_wanted = rereads_wanted + 1 WHERE profile_id = $1 AND NOT deleted';

const storeTokensSql = `
  INSERT INTO oauth_token (profile_id, sealed_tokens, brought, scope, ends_at, less_granted)
  VALUES ($1, $2, $3, $4, $5, $6)
  ON CONFLICT (profile_id) DO UPDATE SET
    sealed_tokens = excluded.sealed_tokens, brought = excluded.brought, scope = excluded.scope,
    ends_at = excluded.ends_at, less_granted = excluded.less_granted
  WHERE oauth_token.brought <> excluded.brought`;

/** The profile that gets staged credentials, and its account. */
interface Target {
  account_id: string;
  profile_id: string;
  /** IANA zone, if another was chosen than at the beginning. */
  default_tzid?: string | undefined;
}

/** Staged credentials sealed for the profile that gets them. */
function profileOf(
  staged: StagedRow,
  target: Target,
  { previous, sealed_password }: { previous: ProfileRow | null; sealed_password: string | null },
): ProfileRow {
  const { provider_name, profile_name, url, username, identity_origin, identity_principal } = staged;
  const { account_id, profile_id } = target;
  const default_tzid = target.default_tzid ?? staged.default_tzid;
  const own_addresses = [...new Set([...(previous?.own_addresses ?? []), ...staged.own_addresses])];
  const known = { provider_name, profile_name, url, username, default_tzid, identity_origin, identity_principal };
  return newProfile({ account_id, profile_id, ...known, sealed_password, own_addresses });
}

interface NewTokens {
  /** The previous profile; null: it is new. */
  previous: ProfileRow | null;
  profile_id: string;
  sealed_tokens: string;
  /** When their provider ends the consent, epoch ms. */
  ends_at: EpochMs | null;
}

/**
 * Stores the tokens of a new consent, sealed for the profile, in place of the existing ones. A connected profile keeps
 * its own if the new ones have fewer rights: somebody may rely on writing. If the new tokens show more than times where
 * the old did not, or the reverse, everything is read again.
 */
async function storeTokens(client: PoolClient, staged: StagedRow, tokens: NewTokens) {
  const { previous, profile_id, sealed_tokens, ends_at } = tokens;
  const { rows } = await client.query<{ scope: string[] }>(
    'SELECT scope FROM oauth_token WHERE profile_id = $1 FOR UPDATE',
    [profile_id],
  );
  const rightsIn = providerNamed(staged.provider_name)?.rightsIn;
  if (!rightsIn) throw new Error(`${staged.provider_name} has no consent.`);
  const next = rightsIn(staged.scope);
  const scopeBefore = rows[0]?.scope ?? (previous?.revoked_at ? previous.revoked_scope : undefined);
  const present = scopeBefore && rightsIn(scopeBefore);
  if (present && previous?.connected && losesRights(present, next)) return;
  const { brought, scope, less_granted } = staged;
  await client.query(storeTokensSql, [profile_id, sealed_tokens, brought, scope, ends_at, less_granted]);
  const showsTheSame = present && (present.events === 'times') === (next.events === 'times');
  if (previous && !showsTheSame) await client.query(rereadSql, [profile_id]);
}

interface PublishDependencies {
  target: Target;
  sealer: Sealer;
  now: EpochMs;
}

/**
 * Publishes staged credentials, whose row the caller's transaction has removed under the account's lock. False: the
 * account was erased, or the profile is another account's.
 */
export async function publishStaged(
  client: PoolClient,
  staged: StagedRow,
  { target, sealer, now }: PublishDependencies,
): Promise<boolean> {
  if (await isErased(client, target.account_id)) return false;
  const { profile_id } = target;
  const resealed = (sealed: string | null) =>
    sealed === null ? null : sealer.seal(sealer.open(sealed, `profile:${staged.profile_id}`), `profile:${profile_id}`);
  const previous = await findProfile(client, profile_id);
  const profile = profileOf(staged, target, { previous, sealed_password: resealed(staged.sealed_password) });
  const sealed_tokens = resealed(staged.sealed_tokens);
  if (sealed_tokens === null) return storeProfile(client, profile, { now });
  const ends_at = consentEndIn(sealer, profile_id, sealed_tokens);
  const tokens = { previous, profile_id, sealed_tokens, ends_at };
  return storeProfile(client, profile, { now, storeTokens: () => storeTokens(client, staged, tokens) });
}
