import { z } from 'zod';
import { topic } from '@kalends/topics';

/**
 * A provider reported something on one of our channels. `changed`: the calendar changed; `missed`: notifications were lost;
 * `renew`: the channel ends, or has ended.
 */
export const channelNotificationBody = z.object({
  /** Chosen by calendar-sync when it opened the channel. */
  channel_id: z.string(),
  kind: z.enum(['changed', 'missed', 'renew']),
  /** Epoch ms. */
  received_at: z.number().int(),
});
export type ChannelNotification = z.infer<typeof channelNotificationBody>;

/** Published by the gateway where a provider reports more than that something changed; calendar-sync then reads the calendar's changes. Duplicates do no harm. */
export const channelNotification = topic<ChannelNotification>({
  name: 'gateway.command.channel-notification.v1',
  schema: channelNotificationBody,
  key: (body) => body.channel_id,
  example: { channel_id: 'gch_5f1e7c2b9a', kind: 'changed', received_at: 1794700000000 },
});
