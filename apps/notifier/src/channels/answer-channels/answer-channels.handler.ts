import { Controller, Inject } from '@nestjs/common';
import { Payload } from '@nestjs/microservices';
import { channelQuery, type ChannelQuery, type ChannelReply } from '@kalends/contracts';
import { OnRequest } from '@kalends/messaging';
import { inTransaction } from '@kalends/postgres';
import { logEvent, type Logger } from '@kalends/service-runtime';
import type { Pool } from 'pg';
import { removeChannel } from '../remove-channels.js';
import {
  clockToken,
  logToken,
  maxChannelsToken,
  poolToken,
  wakeToken,
  type Clock,
  type Wake,
} from '../../injection-tokens.js';
import { createChannel, listChannels } from './channels.queries.js';

/** Requests of the gateway for an application: opening, listing and closing its push channels on an account. */
@Controller()
export class AnswerChannelsHandler {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(wakeToken) private readonly wake: Wake,
    @Inject(logToken) private readonly log: Logger,
    @Inject(maxChannelsToken) private readonly maxChannels: number,
  ) {}

  @OnRequest(channelQuery)
  async answer(@Payload() request: ChannelQuery): Promise<ChannelReply> {
    const { client_id, account_id } = request;
    if (request.kind === 'list') {
      return { outcome: 'channels', channels: await listChannels(this.pool, client_id, account_id) };
    }
    const reply = await inTransaction(this.pool, async (client): Promise<ChannelReply> =>
      request.kind === 'create'
        ? createChannel(client, request, { now: this.clock(), most: this.maxChannels })
        : { outcome: (await removeChannel(client, request)) ? 'accepted' : 'unknown' },
    );
    if (reply.outcome !== 'accepted') return reply;
    const channel_id = request.kind === 'create' ? request.channel.channel_id : request.channel_id;
    logEvent(this.log, request.kind === 'create' ? 'provider_channel.opened' : 'channel-closed', {
      client_id,
      channel_id,
    });
    this.wake();
    return reply;
  }
}
