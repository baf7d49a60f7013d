import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { ProviderError } from '@kalends/provider-port/sync';
import type { ProviderOf } from '../../stored-credentials/provider-of.js';
import { findProfile } from '../../published-state/rows.js';

const batchSize = 20;

interface ChannelRow {
  channel_id: string;
  profile_id: string;
  resource_id: string | null;
}

/**
 * Claimed once, by one replica. A channel that is missed expires at the provider, and its notifications are ignored.
 */
const claimSql = `
  DELETE FROM push_channel WHERE channel_id IN (
    SELECT c.channel_id FROM push_channel c JOIN profile p USING (profile_id)
    WHERE NOT p.connected ORDER BY c.channel_id LIMIT ${batchSize} FOR UPDATE OF c SKIP LOCKED)
  RETURNING channel_id, profile_id, resource_id`;

const forgetSql = `
  DELETE FROM oauth_token t USING profile p
  WHERE p.profile_id = t.profile_id AND NOT p.connected
    AND NOT EXISTS (SELECT FROM push_channel c WHERE c.profile_id = t.profile_id)`;

/** Closes the channels of disconnected profiles at their providers, then deletes their tokens. */
export class CloseChannels {
  constructor(private readonly dependencies: { pool: Pool; providerOf: ProviderOf; log: Logger }) {}

  /** Returns the number of channels. */
  async round(): Promise<number> {
    const { pool } = this.dependencies;
    const { rows } = await pool.query<ChannelRow>(claimSql);
    for (const row of rows) await this.close(row);
    if (rows.length < batchSize) await pool.query(forgetSql);
    return rows.length;
  }

  private async close({ channel_id, profile_id, resource_id }: ChannelRow): Promise<void> {
    const { pool, providerOf, log } = this.dependencies;
    const profile = await findProfile(pool, profile_id);
    if (!profile || resource_id === null) return;
    try {
      await providerOf(profile, 'poll').unwatch?.({ channelId: channel_id, resourceId: resource_id });
    } catch (error) {
      if (!(error instanceof ProviderError)) throw error;
      logEvent(log, 'provider_channel.close_failed', { profile_id, failure: error.failure });
    }
  }
}
