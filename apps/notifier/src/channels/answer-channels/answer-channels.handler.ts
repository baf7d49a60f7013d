import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { channelQuery, type ChannelQuery, type ChannelReply } from '@kalends/contracts';
import { OnRequest } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { removeChannel } from '../remove-channels.js';
import { clockToken, logToken, poolToken, wakeToken, type Clock, type Wake } from '../../injection-tokens.js';
import { createChannel, listChannels } from './channels.queries.js';

/** Requests of the gateway for an application: opening, listing and closing its push channels on an account. */
@Controller()
export class AnswerChannelsHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
    @Inject(logToken) private readonly log: Logger,
  ) {}

  @OnRequest(channelQuery)
  async answer(@Payload() ask: ChannelQuery): Promise<ChannelReply> {
    const { client_id, account_id } = ask;
    if (ask.kind === 'list') {
      return { outcome: 'channels', channels: await listChannels(this.pool, client_id, account_id) };
    }
    const reply = await inTransaction(this.pool, async (client): Promise<ChannelReply> =>
      ask.kind === 'create'
        ? createChannel(client, ask, this.clock())
        : { outcome: (await removeChannel(client, ask)) ? 'accepted' : 'unknown' },
    );
    if (reply.outcome !== 'accepted') return reply;
    const channel_id = ask.kind === 'create' ? ask.channel.channel_id : ask.channel_id;
    logEvent(this.log, ask.kind === 'create' ? 'provider_channel.opened' : 'channel-closed', { client_id, channel_id });
    this.wake();
    return reply;
  }
}
