import { metrics, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { CountCache } from './count-cache.js';
import type { CalendarRights } from './event-options.js';
import { rightsSql } from './page-sql.js';
import type { Page, PageRequest, SnapshotPage } from './page.js';
import { readPage } from './read-events.queries.js';

/** After a failure the replica is not tried for this long. */
const avoidedMs = 5_000;

/** The caller and their rights, and the revision of the account's occurrences; null before there was any. */
interface Current {
  scope: string[];
  hide_managed_events: boolean;
  rights: CalendarRights;
  revision: number | null;
}

const currentSql = `
  SELECT scope, hide_managed_events, occurrence_revision.revision, ${rightsSql} AS rights
  FROM access_token AS token JOIN account USING (account_id) JOIN application USING (client_id)
  LEFT JOIN occurrence_revision USING (account_id)
  WHERE token_hash = $1 AND expires_at > now()`;

interface ReplicaReadsOptions {
  primary: Pool;
  replica: Pool;
  log: Pick<Logger, 'warn'>;
}

/**
 * Reads pages from a streaming replica where that cannot be noticed: the primary names the caller and the revision of
 * the account's occurrences, which each change of them sets in its own transaction (ADR 0025), and a page of the replica
 * counts only if its snapshot has the same revision. So it has all that was committed before the read (ADR 0063).
 */
export class ReplicaReads {
  private readonly counts = new CountCache();
  private avoidedUntil = 0;

  constructor(private readonly options: ReplicaReadsOptions) {}

  /** The page; null for an unknown token; undefined if it must be read from the primary. */
  async page(request: PageRequest): Promise<Page | null | undefined> {
    if (performance.now() < this.avoidedUntil || typeof request.readerKey !== 'string') return undefined;
    const current = await this.current(request.readerKey);
    if (!current) return null;
    const page = await this.fromReplica(request);
    if (page === undefined) return undefined;
    const isCurrent = page !== null && page.revision === current.revision;
    metrics.replicaReads.inc({ outcome: isCurrent ? 'replica' : 'behind' });
    const { scope, hide_managed_events, rights } = current;
    return isCurrent ? { ...page, reader: { ...page.reader, scope, hide_managed_events, rights } } : undefined;
  }

  private async current(tokenHash: string): Promise<Current | undefined> {
    const query = { name: 'current-revision', text: currentSql, values: [tokenHash] };
    return (await this.options.primary.query<Current>(query)).rows[0];
  }

  private async fromReplica(request: PageRequest): Promise<SnapshotPage | null | undefined> {
    try {
      return await readPage(this.options.replica, request, this.counts);
    } catch (error) {
      this.avoidedUntil = performance.now() + avoidedMs;
      metrics.replicaReads.inc({ outcome: 'failed' });
      this.options.log.warn({ err: error }, 'the replica could not be read');
      return undefined;
    }
  }
}
