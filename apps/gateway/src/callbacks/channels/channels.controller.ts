import { Body, Controller, Delete, Get, HttpCode, Inject, Param, UseGuards } from '@nestjs/common';
import { channelQuery, type ChannelQuery, type ChannelReply } from '@kalends/contracts';
import type { MessagingClient } from '@kalends/messaging';
import { randomToken, type Egress } from '@kalends/security';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import { requestOrThrow } from '../../http/bus/request-or-throw.js';
import { AccessTokenGuard, CallerOf, type Caller } from '../../http/caller.js';
import { egressToken, requestToken, poolToken } from '../../http/injection-tokens.js';
import { invalidField, notFound, unauthorized } from '../../http/refusals.js';
import { readConnections } from '../../read-model/connections.js';
import { requestedChannel } from './requested-channel.js';

/** The application's push channels on the caller's account (CBK-6); notifier stores them. */
@Controller('v1/channels')
export class ChannelsController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(requestToken) private readonly client: MessagingClient,
    @Inject(egressToken) private readonly egress: Egress,
  ) {}

  @Post()
  @HttpCode(200)
  @UseGuards(AccessTokenGuard('read_events', 'read_free_busy'))
  async create(@CallerOf() caller: Caller, @Body() input: unknown) {
    const { calendars } = await readConnections(this.pool, caller.accountId);
    const requested = requestedChannel(input, new Set(calendars.map(({ calendar_id }) => calendar_id)));
    await this.checkReachable(requested.callback_url);
    const channel = { channel_id: `chn_${randomToken(24)}`, ...requested };
    const reply = await this.request({ kind: 'create', ...ownerOf(caller), channel });
    const { outcome } = reply;
    if (outcome === 'unknown' && reply.full !== undefined) {
      const description = `The account has ${reply.full} channels, the maximum: close one first`;
      throw invalidField('callback_url', 'too_many', description);
    }
    if (outcome === 'endpoint-disabled') {
      const description =
        'callback_url is disabled because it failed; enable it with POST /v1/callback_endpoints/enable';
      throw invalidField('callback_url', 'endpoint_disabled', description);
    }
    // the account or the application was deleted during the request
    if (outcome !== 'accepted') throw unauthorized(true);
    return { channel };
  }

  @Get()
  @UseGuards(AccessTokenGuard())
  async list(@CallerOf() caller: Caller) {
    const reply = await this.request({ kind: 'list', ...ownerOf(caller) });
    return { channels: reply.outcome === 'channels' ? reply.channels : [] };
  }

  @Delete(':channelId')
  @HttpCode(202)
  @UseGuards(AccessTokenGuard())
  async close(@CallerOf() caller: Caller, @Param('channelId') channelId: string) {
    const { outcome } = await this.request({ kind: 'close', ...ownerOf(caller), channel_id: channelId });
    if (outcome !== 'accepted') throw notFound('channel');
  }

  /** What delivery would refuse is refused now (CBK-10). */
  private async checkReachable(url: string): Promise<void> {
    const refusal = await this.egress.refusalOf(url);
    if (refusal) throw invalidField('callback_url', 'invalid_url', `callback_url cannot be called: ${refusal.message}`);
  }

  private request(query: ChannelQuery): Promise<ChannelReply> {
    return requestOrThrow(this.client, channelQuery, query);
  }
}

const ownerOf = ({ clientId, accountId }: Caller) => ({ client_id: clientId, account_id: accountId });
