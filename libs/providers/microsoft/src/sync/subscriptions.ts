import { toIso, type EpochMs } from '@kalends/icalendar';
import { z } from 'zod';
import { ProviderError, type OpenedChannel, type RemoteCalendar, type WatchRequest } from '@kalends/provider-port/sync';
import { calendarPath, type GraphApi } from './graph-api.js';
import { instantOf } from './times.js';

/** Outlook keeps a subscription to events for less than seven days. */
const longestMs = 10_000 * 60_000;
const subscription = z.object({ id: z.string().min(1).max(1_000), expirationDateTime: z.string() });

const listed = z.object({
  value: z.array(z.object({ id: z.string(), notificationUrl: z.string(), resource: z.string() })).max(1_000),
});

/**
 * Subscribes to a calendar (graph/api/subscription-post-subscriptions). `token` comes back in every notification
 * (`clientState`), both for changes and for the subscription's own life. A resource that Graph does not permit for the
 * calendar is replaced by the mailbox's default calendar, if it is that; others are only polled. `address` must be this
 * profile's alone: a subscription to it whose answer was lost is ended first, since Graph permits no second one.
 */
export async function subscribe(
  api: GraphApi,
  calendar: RemoteCalendar,
  { channel, now }: { channel: WatchRequest; now: EpochMs },
): Promise<OpenedChannel> {
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
    const post = () => api.read('/subscriptions', subscription, { method: 'POST', body, understands: [400] });
    let answer = await post();
    if (answer.status === 409 && (await endForgotten(api, body))) answer = await post();
    if (answer.body) {
      const { id, expirationDateTime } = answer.body;
      const expiresAt = instantOf({ dateTime: expirationDateTime }) ?? now + longestMs;
      // Microsoft requests the address before it answers
      return { resourceId: id, expiresAt, isProven: true };
    }
    // 404: a calendar that somebody shares, since a delegated token subscribes to its own mailbox only
    if (answer.status !== 400 && answer.status !== 404) {
      throw new ProviderError('unavailable', `Microsoft answered ${answer.status} ${answer.code} to a subscription.`);
    }
  }
  throw new ProviderError('refused', 'Microsoft permits no subscription to this calendar.');
}

/** Ends subscriptions of this address to this resource; returns whether there were any. */
async function endForgotten(
  api: GraphApi,
  { notificationUrl, resource }: { notificationUrl: string; resource: string },
): Promise<boolean> {
  const { body } = await api.read('/subscriptions', listed);
  const found = (body?.value ?? []).filter(
    (one) => one.notificationUrl === notificationUrl && one.resource === resource,
  );
  for (const { id } of found) await unsubscribe(api, id);
  return found.length > 0;
}

/** Extends a subscription, which also authorizes it again; null: there is none (graph/api/subscription-update). */
export async function renew(
  api: GraphApi,
  { id, now }: { id: string; now: EpochMs },
): Promise<{ expiresAt: EpochMs } | null> {
  const body = { expirationDateTime: toIso(now + longestMs) };
  const path = `/subscriptions/${encodeURIComponent(id)}`;
  const answer = await api.read(path, subscription, { method: 'PATCH', body });
  if (answer.status === 404) return null;
  if (!answer.body) {
    throw new ProviderError('unavailable', `Microsoft answered ${answer.status} ${answer.code} to a renewal.`);
  }
  return { expiresAt: instantOf({ dateTime: answer.body.expirationDateTime }) ?? now + longestMs };
}

/** Ends a subscription; a missing one counts as ended. */
export async function unsubscribe(api: GraphApi, id: string): Promise<void> {
  await api.call(`/subscriptions/${encodeURIComponent(id)}`, { method: 'DELETE' });
}
