import { Body, Controller, Header, HttpCode, Inject, Query, Req, Res } from '@nestjs/common';
import { channelNotification, providerNotification } from '@kalends/contracts';
import { consentProvider } from '@kalends/provider-registry';
import { microsoftNotifications, receiveMicrosoftNotification } from '@kalends/public-api';
import { addToOutbox, message, sqlOf, type OutgoingMessage } from '@kalends/messaging';
import { channelToken, sameSecret } from '@kalends/security';
import type { FastifyReply, FastifyRequest } from 'fastify';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import type { GatewayConfig } from '../../config.js';
import { clockToken, configToken, poolToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { notFound, validate, type Refusal } from '../../http/refusals.js';
import { Strangers } from '../../http/rate-limit/strangers.js';

/** Google's own limits for a channel id and for the state's name, both with a margin. */
const longestId = 64;
const stateShape = /^[a-z_]{1,32}$/;

/**
 * Where providers report changes. The address is public: the token, an HMAC of the channel's id, proves without a lookup
 * that calendar-sync opened the channel; only calendar-sync can determine whether it is still open.
 */
@Controller('v1/provider_notifications')
export class ProviderNotificationsController {
  constructor(
    @Inject(poolToken) private readonly pool: Pool,
    @Inject(relayToken) private readonly relay: Waker,
    @Inject(clockToken) private readonly clock: Clock,
    @Inject(configToken) private readonly config: Pick<GatewayConfig, 'ENCRYPTION_KEY'>,
    private readonly strangers: Strangers,
  ) {}

  @Post('google')
  @HttpCode(200)
  async takeGoogle(@Req() { headers, ip }: FastifyRequest): Promise<void> {
    const header = (name: string) => String(headers[`x-goog-${name}`] ?? '');
    const [id, token, state] = [header('channel-id'), header('channel-token'), header('resource-state')];
    const expected = channelToken(this.config.ENCRYPTION_KEY, 'google', id.slice(0, longestId));
    const isGenuine = sameSecret(expected, token) && id !== '' && id.length <= longestId;
    if (!isGenuine || !stateShape.test(state)) throw await this.unknown(ip);
    const body = { channel_id: id, resource_state: state, received_at: this.clock() };
    await this.accept([message(providerNotification, { provider_name: 'google' as const, ...body })]);
  }

  /** Within 3 s, or Microsoft delays and then drops notifications: it is only queued. */
  @Post('microsoft')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('x-content-type-options', 'nosniff')
  async takeMicrosoft(
    @Query() query: unknown,
    @Body() input: unknown,
    @Res({ passthrough: true }) reply: FastifyReply,
  ) {
    const { validationToken } = validate(receiveMicrosoftNotification.query, query);
    void reply.status(validationToken === undefined ? 202 : 200);
    if (validationToken !== undefined) return validationToken;
    const { value } = validate(microsoftNotifications, input);
    const tokenOf = (id: string) => channelToken(this.config.ENCRYPTION_KEY, 'microsoft', id);
    const genuine = consentProvider('microsoft')!.notifiedChannels!(value, tokenOf);
    if (genuine.length === 0) throw await this.unknown(reply.request.ip);
    const received_at = this.clock();
    await this.accept(genuine.map((one) => message(channelNotification, { ...one, received_at })));
    return '';
  }

  private async unknown(address: string): Promise<Refusal> {
    await this.strangers.count(address);
    return notFound('channel');
  }

  private async accept(messages: readonly OutgoingMessage[]): Promise<void> {
    await addToOutbox(sqlOf(this.pool), messages);
    this.relay.wake();
  }
}
