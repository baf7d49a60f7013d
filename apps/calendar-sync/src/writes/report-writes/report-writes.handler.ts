import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import {
  providerWritesQuery,
  type ProviderWritesQuery,
  type ProviderWritesReply,
  type WaitingWrite,
} from '@kalends/contracts';
import { OnRequest } from '@kalends/messaging';
import type { Pool } from 'pg';
import { poolToken } from '../../injection-tokens.js';

const maxWaiting = 200;

/** Conferences that providers still add to events that they have: nothing is missing at the provider. */
const waitingSql = `
  SELECT calendar_id, event_uid, command, operation, accepted_at, attempts, next_attempt_at, left(last_error, 500) AS last_error,
         request_id, count(*) OVER () AS total
  FROM pending_write
  WHERE account_id = $1 AND ($2::text IS NULL OR calendar_id = $2 AND event_uid = $3) AND NOT awaits_conference
  ORDER BY accepted_at, command LIMIT ${maxWaiting}`;

const writtenSql = `
  SELECT written_command AS command, written_at AS at, written_attempts AS attempts FROM event
  WHERE account_id = $1 AND calendar_id = $2 AND event_uid = $3 AND written_at IS NOT NULL`;

type Written = NonNullable<ProviderWritesReply['written']>;

/** Reports to operators what waits for a provider, and what it has confirmed. */
@Controller()
export class ReportWritesHandler {
  constructor(@Inject(poolToken) private readonly pool: Pool) {}

  @OnRequest(providerWritesQuery)
  async report(@Payload() { account_id, event }: ProviderWritesQuery): Promise<ProviderWritesReply> {
    const key = [account_id, event?.calendar_id ?? null, event?.event_uid ?? null];
    const [{ rows }, { rows: written }] = await Promise.all([
      this.pool.query<WaitingWrite & { total: number }>(waitingSql, key),
      this.pool.query<Written>(writtenSql, key),
    ]);
    return {
      waiting: rows.map(({ total: _total, ...write }) => write),
      total: rows[0]?.total ?? 0,
      written: written[0] ?? null,
    };
  }
}
