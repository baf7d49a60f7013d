import { z } from 'zod';
import { topic } from '@kalends/topics';

const common = { client_id: z.string(), account_id: z.string() };

/**
 * Which changes a channel reports; absent: all. `only_managed`: events that the application created through the API.
 */
export const channelFilters = z.object({
  calendar_ids: z.array(z.string()).optional().describe('Only changes in these calendars; absent: in all.'),
  only_managed: z
    .boolean()
    .optional()
    .describe('True: only changes of events that the application created through the API; absent: of all.'),
  profile_expiring: z
    .boolean()
    .optional()
    .describe('True: also report when the connection of a profile ends within a day; absent: no such notification.'),
});
export type ChannelFilters = z.infer<typeof channelFilters>;

/** One push channel: changes of an account are reported to `callback_url` (CBK-6). */
export const channelRecord = z.object({
  channel_id: z.string().describe('The id that other calls take.'),
  callback_url: z.string().describe('URL to which notifications are sent.'),
  filters: channelFilters.describe('Which changes it reports; empty: all.'),
});
export type ChannelRecord = z.infer<typeof channelRecord>;

export const channelQueryBody = z.discriminatedUnion('kind', [
  /** The gateway chooses the id, so that a repeat creates no second channel. */
  z.object({ kind: z.literal('create'), ...common, channel: channelRecord }),
  z.object({ kind: z.literal('list'), ...common }),
  z.object({ kind: z.literal('close'), ...common, channel_id: z.string() }),
]);
export type ChannelQuery = z.infer<typeof channelQueryBody>;

/**
 * `unknown`: the application has no such channel on that account, or one of the two was deleted. `endpoint-disabled`:
 * the callback URL is disabled, so nothing would be sent to it.
 */
export const channelReply = z.discriminatedUnion('outcome', [
  z.object({ outcome: z.literal('channels'), channels: z.array(channelRecord) }),
  z.object({ outcome: z.literal('accepted') }),
  z.object({
    outcome: z.literal('unknown'),
    full: z.number().int().optional().describe('To create: the account has this many channels, the most it may have.'),
  }),
  z.object({ outcome: z.literal('endpoint-disabled') }),
]);
export type ChannelReply = z.infer<typeof channelReply>;

/** An application's push channels on one account, oldest first; the reply to `create` and `close` is `accepted`. */
export const channelQuery = topic<ChannelQuery, ChannelReply>({
  name: 'gateway.query.channel.v1',
  schema: channelQueryBody,
  reply: channelReply,
  key: (body) => body.account_id,
  example: {
    kind: 'create',
    client_id: 'R0GzVYyNTsYL2CUD9kJb1cWbX7z1dJ2a',
    account_id: 'acc_5ba21743f408617d1269ea1e',
    channel: {
      channel_id: 'chn_54cf7c7cb4ad4c1027000001',
      callback_url: 'https://example.com/calendar-changes',
      filters: { calendar_ids: ['cal_n23kjnwrw2_jsdfjksn234'], only_managed: true },
    },
  },
  exampleReply: {
    outcome: 'channels',
    channels: [
      {
        channel_id: 'chn_54cf7c7cb4ad4c1027000001',
        callback_url: 'https://example.com/calendar-changes',
        filters: { only_managed: true },
      },
    ],
  },
});
