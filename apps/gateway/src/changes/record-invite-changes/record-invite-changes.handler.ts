import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { inviteChanged, type InviteChanged } from '@kalends/contracts';
import { OnMessageBatch, type Delivered } from '@kalends/messaging';
import type { Pool } from 'pg';
import { poolToken } from '../../http/injection-tokens.js';
import { recordApplicationChanges, type ApplicationChange } from './record-invite-changes.queries.js';

const changeOf = ({ body, context }: Delivered<InviteChanged>): ApplicationChange => ({
  messageId: context.id,
  clientId: body.client_id,
  type: `smart_invite_${body.change}`,
  own: body.own,
  subject: {
    smart_invite_id: body.smart_invite_id,
    ...(body.recipient_email !== null && { recipient_email: body.recipient_email }),
  },
});

/** Adds what happened to Smart Invites to the log of changes (CHG-1). */
@Controller()
export class RecordInviteChangesHandler {
  constructor(@Inject(poolToken) private readonly pool: Pool) {}

  @OnMessageBatch(inviteChanged)
  async record(@Payload() batch: Delivered<InviteChanged>[]) {
    await recordApplicationChanges(this.pool, batch.map(changeOf));
  }
}
