import { z } from 'zod';
import { topic } from '@kalends/topics';

/** A provider reported a change; the gateway has checked that the notification belongs to one of our channels. */
export const providerNotificationBody = z.object({
  provider_name: z.enum(['google']),
  /** Chosen by calendar-sync when it opened the channel. */
  channel_id: z.string(),
  resource_state: z.string(),
  /** Epoch ms. */
  received_at: z.number().int(),
});
export type ProviderNotification = z.infer<typeof providerNotificationBody>;

/** Published by the gateway; calendar-sync then reads the calendar's changes. Lost and duplicate ones do no harm. */
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
