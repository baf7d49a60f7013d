import { databaseNow } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import { SealError, type Sealer } from '@kalends/security';
import type { Pool } from 'pg';
import { ProviderError } from '@kalends/provider-port/sync';
import type { RevokeAtProvider } from '../../stored-credentials/provider-of.js';
import type { Clock } from '../../injection-tokens.js';
import { pendingRevocationBody, pendingRevocationData } from '../../published-state/pending-revocations.js';

const batchSize = 10;
/** Longer than the worst case of one provider call. */
const leaseMs = 300_000;
const longestMs = 6 * 3_600_000;
/** From then on, only the permission is revoked. */
const triesWithChannels = 6;
/** After a provider has been unavailable for this long, the revocation is abandoned. */
const maxAgeMs = 7 * 86_400_000;

interface PendingRevocationRow {
  departure_id: string;
  provider_name: string;
  sealed_departure: string;
  asked_at: number;
  attempts: number;
}

const claimSql = `
  UPDATE departure SET lease_until = ${databaseNow} + ${leaseMs}, attempts = attempts + 1
  WHERE departure_id IN (
    SELECT departure_id FROM departure WHERE next_attempt_at <= $1::bigint AND lease_until <= ${databaseNow}
    ORDER BY next_attempt_at LIMIT ${batchSize} FOR UPDATE SKIP LOCKED)
  RETURNING *`;

/** Staged profiles count as well: their owner may be about to allow them. */
const elsewhereSql = `
  SELECT FROM profile WHERE provider_name = $1 AND username = $2 AND connected AND NOT deleted
  UNION ALL SELECT FROM staged_profile WHERE provider_name = $1 AND username = $2
  LIMIT 1`;

interface RevokeAtProvidersDependencies {
  pool: Pool;
  sealer: Sealer;
  revokeAtProvider: RevokeAtProvider;
  clock: Clock;
  log: Logger;
}

/**
 * Revokes profiles at their providers after they were disconnected by their owner or erased; retries for up to seven
 * days.
 */
export class RevokeAtProviders {
  constructor(private readonly dependencies: RevokeAtProvidersDependencies) {}

  /** Returns the number that were due. */
  async round(): Promise<number> {
    const { rows } = await this.dependencies.pool.query<PendingRevocationRow>(claimSql, [this.dependencies.clock()]);
    for (const row of rows) await this.revokeProfile(row);
    return rows.length;
  }

  private async revokeProfile(row: PendingRevocationRow): Promise<void> {
    const { log, revokeAtProvider } = this.dependencies;
    const { departure_id, provider_name, attempts } = row;
    try {
      const revocation = this.opened(row);
      if (revocation) {
        const revoke = !(await this.isElsewhere(provider_name, revocation.subject));
        await revokeAtProvider(provider_name, { ...revocation, channelsFirst: attempts < triesWithChannels, revoke });
        logEvent(log, 'provider.revoked', { departure_id, provider_name, attempts, revoked: revoke });
      }
      await this.deleteRevocation(departure_id);
    } catch (error) {
      await this.failed(row, error);
    }
  }

  private opened({ departure_id, sealed_departure }: PendingRevocationRow) {
    try {
      return pendingRevocationBody.parse(
        JSON.parse(this.dependencies.sealer.open(sealed_departure, pendingRevocationData(departure_id))),
      );
    } catch (error) {
      if (error instanceof SealError) return null;
      throw error;
    }
  }

  private async isElsewhere(providerName: string, subject: string | null): Promise<boolean> {
    const { rowCount } = await this.dependencies.pool.query(elsewhereSql, [providerName, subject]);
    return (rowCount ?? 0) > 0;
  }

  private async failed({ departure_id, provider_name, asked_at, attempts }: PendingRevocationRow, error: unknown) {
    const { log, clock, pool } = this.dependencies;
    const known = error instanceof ProviderError ? error : undefined;
    const reason = error instanceof Error ? error.message : String(error);
    const fields = { departure_id, provider_name, attempts, failure: known?.failure ?? 'unexpected', reason };
    if (clock() - asked_at > maxAgeMs) {
      log.warn({ event: 'provider.revocation_failed', ...fields }, 'a profile could not be revoked at its provider');
      return this.deleteRevocation(departure_id);
    }
    logEvent(log, 'provider.revocation_postponed', fields);
    const wait = Math.min(longestMs, 5_000 * 2 ** Math.min(attempts - 1, 14)) * (0.75 + Math.random() / 2);
    const next = Math.round(clock() + Math.max(known?.options.retryAfterMs ?? 0, wait));
    const sql = 'UPDATE departure SET next_attempt_at = $2, lease_until = 0 WHERE departure_id = $1';
    await pool.query(sql, [departure_id, next]);
  }

  private async deleteRevocation(revocationId: string): Promise<void> {
    await this.dependencies.pool.query('DELETE FROM departure WHERE departure_id = $1', [revocationId]);
  }
}
