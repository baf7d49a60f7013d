import type { EpochMs } from '@kalends/icalendar';
import { randomToken, SealError, type Sealer } from '@kalends/security';
import type { PoolClient } from 'pg';
import { z } from 'zod';
import type { StagedRow } from './staged-profiles.js';

/** The sealed content of a pending revocation. */
export const pendingRevocationBody = z.object({
  /** The user's id at the provider. */
  subject: z.string().nullable(),
  /** The profile's tokens, in the provider's own format. */
  tokens: z.string(),
  channels: z.array(z.object({ channelId: z.string(), resourceId: z.string() })),
});
export type PendingRevocation = z.infer<typeof pendingRevocationBody>;

export const pendingRevocationData = (id: string) => `departure:${id}`;

interface RevocableRow {
  profile_id: string;
  provider_name: string;
  username: string | null;
  sealed_tokens: string;
  channels: PendingRevocation['channels'];
}

const revocableSql = `
  SELECT p.profile_id, p.provider_name, p.username, t.sealed_tokens,
         coalesce((SELECT json_agg(json_build_object('channelId', c.channel_id, 'resourceId', c.resource_id))
                   FROM push_channel c WHERE c.profile_id = p.profile_id AND c.resource_id IS NOT NULL), '[]') AS channels
  FROM profile p JOIN oauth_token t USING (profile_id) WHERE p.`;

const insertSql = `
  INSERT INTO departure (departure_id, provider_name, sealed_departure, asked_at, next_attempt_at) VALUES ($1, $2, $3, $4, $4)`;

/** Tokens that no live key opens are unusable: there is nothing to revoke. */
function opened(sealer: Sealer, { profile_id, sealed_tokens }: RevocableRow): string | null {
  try {
    return sealer.open(sealed_tokens, `profile:${profile_id}`);
  } catch (error) {
    if (error instanceof SealError) return null;
    throw error;
  }
}

/** How to seal a pending revocation, and when it was requested. */
interface RevocationContext {
  sealer: Sealer;
  now: EpochMs;
}

async function insertRevocation(
  client: PoolClient,
  row: RevocableRow,
  { sealer, now }: RevocationContext,
): Promise<void> {
  const tokens = opened(sealer, row);
  if (tokens === null) return;
  const revocationId = `dep_${randomToken(24)}`;
  const revocation = { subject: row.username, tokens, channels: row.channels };
  const sealed = sealer.seal(JSON.stringify(revocation), pendingRevocationData(revocationId));
  await client.query(insertSql, [revocationId, row.provider_name, sealed, now]);
}

/** The same for a discarded staged profile, whose row was removed in the caller's transaction. */
export async function storeStagedRevocation(
  client: PoolClient,
  staged: StagedRow,
  context: RevocationContext,
): Promise<void> {
  const { sealed_tokens } = staged;
  if (sealed_tokens !== null) await insertRevocation(client, { ...staged, sealed_tokens, channels: [] }, context);
}

/**
 * Stores the pending revocations of a profile, or of all profiles of an account, and deletes tokens and channels, in
 * the caller's transaction. A worker revokes them later, so that no request waits for a provider.
 */
export async function storePendingRevocations(
  client: PoolClient,
  target: { profile_id: string } | { account_id: string },
  context: RevocationContext,
): Promise<void> {
  const [[column, id]] = Object.entries(target) as [[string, string]];
  const { rows } = await client.query<RevocableRow>(`${revocableSql}${column} = $1`, [id]);
  for (const row of rows) {
    await insertRevocation(client, row, context);
    await client.query('DELETE FROM oauth_token WHERE profile_id = $1', [row.profile_id]);
    await client.query('DELETE FROM push_channel WHERE profile_id = $1', [row.profile_id]);
  }
}
