import { Body, Controller, Header, Headers, HttpCode, Inject, Query, Res } from '@nestjs/common';
import {
  channelNotification,
  microsoftNotifications,
  providerNotification,
  receiveMicrosoftNotification,
} from '@kalends/contracts';
import { addToOutbox, message, sqlOf, type OutgoingMessage } from '@kalends/messaging';
import { channelToken, sameSecret } from '@kalends/security';
import type { Pool } from 'pg';
import { Post } from '../../http/idempotency/post.js';
import type { GatewayConfig } from '../../config.js';
import { clockToken, configToken, poolToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { notFound, validate } from '../../http/refusals.js';
import { decideMicrosoftNotifications } from './decide-microsoft-notifications.js';

/** Google's own limits for a channel id and for the state's name, both with a margin. */
const longestId = 64;
const stateShape = /^[a-z_]{1,32}$/;

/** What is used of Fastify's reply. */
interface Reply {
  status(code: number): unknown;
}

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
  ) {}

  @Post('google')
  @HttpCode(200)
  async takeGoogle(
    @Headers('x-goog-channel-id') id = '',
    @Headers('x-goog-channel-token') token = '',
    @Headers('x-goog-resource-state') state = '',
  ): Promise<void> {
    const expected = channelToken(this.config.ENCRYPTION_KEY, 'google', id.slice(0, longestId));
    const isGenuine = sameSecret(expected, token) && id !== '' && id.length <= longestId;
    if (!isGenuine || !stateShape.test(state)) throw notFound('channel');
    const body = { channel_id: id, resource_state: state, received_at: this.clock() };
    await this.accept([message(providerNotification, { provider_name: 'google' as const, ...body })]);
  }

  /** Within 3 s, or Microsoft delays and then drops notifications: it is only queued. */
  @Post('microsoft')
  @Header('content-type', 'text/plain; charset=utf-8')
  @Header('x-content-type-options', 'nosniff')
  async takeMicrosoft(@Query() query: unknown, @Body() input: unknown, @Res({ passthrough: true }) reply: Reply) {
    const { validationToken } = validate(receiveMicrosoftNotification.query, query);
    reply.status(validationToken === undefined ? 202 : 200);
    if (validationToken !== undefined) return validationToken;
    const { value } = validate(microsoftNotifications, input);
    const genuine = decideMicrosoftNotifications(value, this.config.ENCRYPTION_KEY);
    if (genuine.length === 0) throw notFound('channel');
    const received_at = this.clock();
    await this.accept(genuine.map((one) => message(channelNotification, { ...one, received_at })));
    return '';
  }

  private async accept(messages: readonly OutgoingMessage[]): Promise<void> {
    await addToOutbox(sqlOf(this.pool), messages);
    this.relay.wake();
  }
}
