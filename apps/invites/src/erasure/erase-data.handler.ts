import { Controller, Inject } from '@nestjs/common';
import { Ctx, Payload } from '@nestjs/microservices';
import { erasureRequested, type ErasureRequested } from '@kalends/contracts';
import { eraseDeadLettersOf, receivedBefore, sqlOf, OnMessage, type MessageContext } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool, PoolClient } from 'pg';
import { logToken, poolToken } from '../injection-tokens.js';

const statements = [
  'DELETE FROM raw_mail USING invite WHERE raw_mail.reply_token = invite.reply_token AND client_id = $1',
  `DELETE FROM raw_mail USING recipient_address JOIN invite USING (invite_id)
   WHERE raw_mail.reply_token = recipient_address.reply_token AND client_id = $1`,
  'DELETE FROM recipient_address USING invite WHERE recipient_address.invite_id = invite.invite_id AND client_id = $1',
  'DELETE FROM reply USING invite WHERE reply.invite_id = invite.invite_id AND client_id = $1',
  'DELETE FROM unmatched_mail WHERE client_id = $1',
  'DELETE FROM invite_count WHERE client_id = $1',
  'DELETE FROM invite WHERE client_id = $1',
];

/** Deleting an application deletes everything of it: invites, replies, mail. An account has only dead letters here. */
@Controller()
export class EraseDataHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  @OnMessage(erasureRequested)
  async erase(@Payload() erasure: ErasureRequested, @Ctx() { id }: Pick<MessageContext, 'id'>): Promise<void> {
    await inTransaction(this.pool, async (client) => {
      await eraseDeadLettersOf(sqlOf(client), erasure);
      if (erasure.kind !== 'application') return;
      if (!(await receivedBefore(sqlOf(client), 'invites', id))) await this.eraseAll(client, erasure.client_id);
    });
  }

  private async eraseAll(client: PoolClient, clientId: string): Promise<void> {
    const counts: number[] = [];
    for (const statement of statements) counts.push((await client.query(statement, [clientId])).rowCount ?? 0);
    logEvent(this.log, 'application.erased', { client_id: clientId, invites: counts.at(-1), replies: counts[3] });
  }
}
