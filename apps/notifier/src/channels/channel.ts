import type { ChannelFilters, ChannelRecord } from '@kalends/contracts';
import type { EpochMs } from '@kalends/icalendar';

/** A stored push channel. `calendar_ids` null: all calendars. `created_at`: epoch ms. */
export interface Channel {
  channel_id: string;
  client_id: string;
  account_id: string;
  callback_url: string;
  calendar_ids: string[] | null;
  only_managed: boolean;
  /** Whether it reports that the connection of a profile ends. */
  profile_expiring: boolean;
  created_at: EpochMs;
}

export const channelColumns =
  'channel_id, client_id, account_id, callback_url, calendar_ids, only_managed, profile_expiring, created_at';

/** Whether the channel is for one of the calendars. */
export const covers = ({ calendar_ids }: Channel, calendarIds: readonly string[]): boolean =>
  calendar_ids === null || calendarIds.some((one) => calendar_ids.includes(one));

/** What a channel can report (CBK-6); `since`: epoch ms of the earliest change. */
export type ChannelNotification =
  | { type: 'verification' | 'profile_disconnected' | 'profile_initial_sync_completed' }
  | { type: 'change'; since: EpochMs }
  | { type: 'profile_expiring'; profile_id: string; expires_at: string };

const filtersOf = ({ calendar_ids, only_managed, profile_expiring }: Channel): ChannelFilters => ({
  ...(calendar_ids === null ? {} : { calendar_ids }),
  ...(only_managed ? { only_managed } : {}),
  ...(profile_expiring ? { profile_expiring } : {}),
});

/** The channel as the application sees it: only the filters that it set. */
export const channelRecordOf = (channel: Channel): ChannelRecord => ({
  channel_id: channel.channel_id,
  callback_url: channel.callback_url,
  filters: filtersOf(channel),
});
