import type { WindowEntered } from '@kalends/contracts';
import { covers, type Channel } from '../channel.js';
import type { QueuedNotification } from '../notify-channels.js';

/**
 * One `change` for each channel that covers one of the events, from the instant at which the first of them last changed:
 * events may be older than the channel.
 */
export function channelsOfEntered(
  channels: readonly Channel[],
  entered: readonly WindowEntered[],
): QueuedNotification[] {
  return channels.flatMap((channel) => {
    const since = entered
      .filter(({ account_id, client_id }) => account_id === channel.account_id && client_id === channel.client_id)
      .flatMap(({ calendars }) => calendars)
      .filter(({ calendar_id }) => covers(channel, [calendar_id]))
      .map(({ changed_since, managed_since }) => (channel.only_managed ? managed_since : changed_since) ?? Infinity)
      .reduce((first, one) => Math.min(first, one), Infinity);
    return since < Infinity ? [{ channel, notification: { type: 'change', since } }] : [];
  });
}
