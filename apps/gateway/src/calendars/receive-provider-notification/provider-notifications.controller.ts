import { Controller, Headers, HttpCode, Inject, Post } from '@nestjs/common';
import { providerNotification } from '@kalends/contracts';
import { addToOutbox, message, sqlOf } from '@kalends/messaging';
import { channelToken, sameSecret } from '@kalends/security';
import type { Pool } from 'pg';
import type { GatewayConfig } from '../../config.js';
import { clockToken, configToken, poolToken, relayToken, type Clock, type Waker } from '../../http/injection-tokens.js';
import { notFound } from '../../http/refusals.js';

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
    const notification = {
      provider_name: 'google' as const,
      channel_id: id,
      resource_state: state,
      received_at: this.clock(),
    };
    await addToOutbox(sqlOf(this.pool), [message(providerNotification, notification)]);
    this.relay.wake();
  }
}
