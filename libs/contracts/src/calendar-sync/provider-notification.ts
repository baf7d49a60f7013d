import { z } from 'zod';
import { topic } from '../topic.js';

/** A provider said that something changed; the gateway has checked that it is for a channel of ours. */
export const providerNotificationBody = z.object({
  provider_name: z.enum(['google']),
  /** Chosen by calendar-sync when it opened the channel. */
  channel_id: z.string(),
  resource_state: z.string(),
  /** Epoch ms. */
  received_at: z.number().int(),
});
export type ProviderNotification = z.infer<typeof providerNotificationBody>;

/** Told by the gateway; calendar-sync reads the calendar's changes. Dropped and doubled ones do no harm. */
export const providerNotification = topic<ProviderNotification>({
  name: 'gateway.command.provider-notification.v1',
  schema: providerNotificationBody,
  key: (body) => body.channel_id,
  example: {
    provider_name: 'google',
    channel_id: 'gch_5f1e7c2b9a',
    resource_state: 'exists',
    received_at: 1794700000000,
  },
});
