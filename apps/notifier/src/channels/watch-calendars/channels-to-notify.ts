import type { EpochMs } from '@kalends/icalendar';
import { covers, type Channel } from '../channel.js';
import type { QueuedNotification } from '../notify-channels.js';
import type { Difference } from './differences.js';

/**
 * When a calendar's first events occur, epoch ms; of all, and of those that the application created; null: there are none.
 */
export interface FirstChanges {
  all: EpochMs | null;
  managed: EpochMs | null;
}

/** The instant from which the channel's application must read because of this; null: the channel is not affected. */
function sinceOf(channel: Channel, one: Difference, firsts: ReadonlyMap<string, FirstChanges>): EpochMs | null {
  if (one.kind === 'profile' || one.kind === 'expiring' || !covers(channel, [one.calendar_id])) return null;
  if (one.kind === 'event-changed') return channel.only_managed && !one.managed ? null : one.at;
  const first = firsts.get(one.calendar_id);
  return (channel.only_managed ? first?.managed : first?.all) ?? null;
}

const expiringOf = ({ profile_id, expires_at }: Extract<Difference, { kind: 'expiring' }>) => ({
  type: 'profile_expiring' as const,
  profile_id,
  expires_at,
});

/**
 * The notifications of each channel for differences: one `change` with the earliest of its instants, then changes of
 * profiles. Excludes the time before the channel existed and everything that its filters exclude.
 */
export function channelsToNotify(
  channels: readonly Channel[],
  differences: readonly Difference[],
  firsts: ReadonlyMap<string, FirstChanges>,
): QueuedNotification[] {
  return channels.flatMap((channel): QueuedNotification[] => {
    const own = differences.filter(
      ({ account_id, at }) => account_id === channel.account_id && at >= channel.created_at,
    );
    const instants = own.map((one) => sinceOf(channel, one, firsts)).filter((one) => one !== null);
    const since = instants.reduce((first, one) => Math.min(first, one), Infinity);
    const expiring = own.filter(
      (one) => one.kind === 'expiring' && channel.profile_expiring && covers(channel, one.calendar_ids),
    );
    const profiles = own.filter((one) => one.kind === 'profile' && covers(channel, one.calendar_ids));
    return [
      ...(since < Infinity ? [{ channel, notification: { type: 'change' as const, since } }] : []),
      ...profiles.flatMap((one) => (one.kind === 'profile' ? [{ channel, notification: { type: one.type } }] : [])),
      ...expiring.flatMap((one) => (one.kind === 'expiring' ? [{ channel, notification: expiringOf(one) }] : [])),
    ];
  });
}
