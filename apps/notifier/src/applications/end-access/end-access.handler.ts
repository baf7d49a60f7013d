import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { accessEnded, type AccessEnded } from '@kalends/contracts';
import { OnMessage } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { closeChannels } from '../../channels/remove-channels.js';
import { clockToken, logToken, poolToken, type Clock } from '../../injection-tokens.js';

/** Closes the channels of an account whose user revoked the permission; channels opened later stay. */
@Controller()
export class EndAccessHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  /** Naturally idempotent: a closed channel stays closed. */
  @OnMessage(accessEnded)
  async end(@Payload() { client_id, account_id, at }: AccessEnded) {
    const closed = await inTransaction(this.pool, async (client) => {
      const { rows } = await client.query<{ channel_id: string }>(
        'SELECT channel_id FROM channel WHERE account_id = $1 AND client_id = $2 AND created_at <= $3 FOR UPDATE',
        [account_id, client_id, at],
      );
      return closeChannels(
        client,
        rows.map(({ channel_id }) => channel_id),
        this.clock(),
      );
    });
    if (closed.length > 0) logEvent(this.log, 'channels.closed', { client_id, account_id, channels: closed.length });
  }
}
