import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { accountUsed, type AccountUsed } from '@kalends/contracts';
import { OnMessage } from '@kalends/messaging';
import type { Pool } from 'pg';
import { clockToken, pollBoundsToken, poolToken, wakeToken, type Clock, type Wake } from '../../injection-tokens.js';
import { isInUse, type PollBounds } from '../poll-intervals.js';

const notedSql = `
  UPDATE profile SET used_at = $2 FROM (
    SELECT profile_id, used_at FROM profile WHERE account_id = $1 AND used_at < $2 FOR UPDATE) AS before
  WHERE profile.profile_id = before.profile_id RETURNING profile.profile_id, before.used_at AS used_before`;

/** As if it had been in use at its last poll. */
const dueSql = `
  UPDATE profile SET
    polled_at = least(polled_at, due.at),
    next_sync_at = least(next_sync_at, greatest(due.at, reads_wait_until))
  FROM (
    SELECT profile_id, greatest($2::bigint, last_poll + CASE WHEN confirmed_until > $2::bigint THEN $3::bigint ELSE $4::bigint END) AS at
    FROM profile WHERE profile_id = ANY ($1::text[])) AS due
  WHERE profile.profile_id = due.profile_id AND connected AND NOT deleted AND failures = 0 AND last_poll IS NOT NULL`;

/** An account is in use: its calendars are polled more often, and now if the last poll was too long ago for that. */
@Controller()
export class NoteUseHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
    @Inject(pollBoundsToken) private readonly bounds: PollBounds,
  ) {}

  @OnMessage(accountUsed)
  async handle(@Payload() { account_id, at }: AccountUsed): Promise<void> {
    const now = this.clock();
    const { rows } = await this.pool.query<{ profile_id: string; used_before: number }>(notedSql, [account_id, at]);
    const idle = rows.filter(({ used_before }) => !isInUse(used_before, now)).map(({ profile_id }) => profile_id);
    if (idle.length === 0 || !isInUse(at, now)) return;
    await this.pool.query(dueSql, [idle, now, this.bounds.confirmUsedMs, this.bounds.shortestMs]);
    this.wake();
  }
}
