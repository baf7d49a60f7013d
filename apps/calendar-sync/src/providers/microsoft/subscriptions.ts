import { toIso, type EpochMs } from '@kalends/icalendar';
import { z } from 'zod';
import { ProviderError, type RemoteCalendar, type WatchRequest } from '../port/provider.port.js';
import { calendarPath, type GraphApi } from './graph-api.js';
import { instantOf } from './times.js';

/** Outlook keeps a subscription to events for less than seven days. */
const longestMs = 10_000 * 60_000;
const subscription = z.object({ id: z.string().min(1).max(1_000), expirationDateTime: z.string() });

/**
 * Subscribes to a calendar (graph/api/subscription-post-subscriptions). `token` comes back in every notification
 * (`clientState`), both for changes and for the subscription's own life. A resource that Graph does not permit for the
 * calendar is replaced by the mailbox's default calendar, if it is that; others are only polled.
 */
export async function subscribe(
  api: GraphApi,
  calendar: RemoteCalendar,
  { channel, now }: { channel: WatchRequest; now: EpochMs },
): Promise<{ resourceId: string; expiresAt: EpochMs }> {
  const own = `${calendarPath(calendar.href).slice(1)}/events`;
  for (const resource of calendar.primary ? [own, 'me/events'] : [own]) {
    const body = {
      changeType: 'created,updated,deleted',
      notificationUrl: channel.address,
      lifecycleNotificationUrl: channel.address,
      resource,
      expirationDateTime: toIso(now + longestMs),
      clientState: channel.token.slice(0, 128),
    };
    const answer = await api.read('/subscriptions', subscription, { method: 'POST', body, understands: [400] });
    if (answer.body) {
      const { id, expirationDateTime } = answer.body;
      const expiresAt = instantOf({ dateTime: expirationDateTime }) ?? now + longestMs;
      return { resourceId: id, expiresAt };
    }
    if (answer.status !== 400) {
      throw new ProviderError('unavailable', `Microsoft answered ${answer.status} ${answer.code} to a subscription.`);
    }
  }
  throw new ProviderError('refused', 'Microsoft permits no subscription to this calendar.');
}

/** Ends a subscription; a missing one counts as ended. */
export async function unsubscribe(api: GraphApi, id: string): Promise<void> {
  await api.call(`/subscriptions/${encodeURIComponent(id)}`, { method: 'DELETE' });
}
