import { isSafeTarget, type Deliveries } from '../../http/deliveries.js';
import { json, nothing, objectOf, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { ApiError, notFound } from '../api-error.js';
import { grantOf, placeOf } from '../authenticate.js';
import type { Calendar, Channel } from '../model.js';
import type { GoogleStore } from '../store.js';

/** Sends a calendar's notifications: first `sync`, then `exists` after every change. */
export class Pushes {
  constructor(
    private readonly store: GoogleStore,
    private readonly deliveries: Deliveries,
  ) {}

  changed({ id }: Calendar): void {
    for (const channel of this.store.channels.values()) {
      if (channel.calendarId !== id) continue;
      const { pushes } = this.store;
      if (pushes.drop > 0) {
        pushes.drop -= 1;
        continue;
      }
      this.send(channel, 'exists');
      if (pushes.double > 0) {
        pushes.double -= 1;
        this.send(channel, 'exists');
      }
    }
  }

  send(channel: Channel, state: 'sync' | 'exists'): void {
    if (channel.expiration <= this.store.clock.now()) {
      this.store.channels.delete(channel.id);
      return;
    }
    channel.messages += 1;
    const headers = {
      'content-length': '0',
      'x-goog-channel-id': channel.id,
      'x-goog-channel-expiration': new Date(channel.expiration).toUTCString(),
      'x-goog-message-number': String(channel.messages),
      'x-goog-resource-id': channel.resourceId,
      'x-goog-resource-state': state,
      'x-goog-resource-uri': `/calendar/v3/calendars/${encodeURIComponent(channel.calendarId)}/events?alt=json`,
      ...(channel.token === undefined ? {} : { 'x-goog-channel-token': channel.token }),
    };
    void this.deliveries.send({ url: channel.address, headers, timeoutMs: 10_000 });
  }
}

/** events.watch: notifications of one calendar's events; the times are epoch ms in text. */
export function watchEvents(store: GoogleStore, pushes: Pushes, request: SimulatorRequest): Answer {
  const { calendar } = placeOf(store, request, 'reader');
  const { id, type, address, token, expiration, params } = objectOf(request);
  if (!calendar.pushes) {
    const text = 'Push notifications are not supported by this resource.';
    throw new ApiError(400, 'pushNotSupportedForRequestedResource', text);
  }
  if (typeof id !== 'string' || !/^[A-Za-z0-9\-_+/=]{1,64}$/.test(id) || type !== 'web_hook') {
    throw new ApiError(400, 'invalid', 'Invalid channel.');
  }
  if (typeof address !== 'string' || !URL.canParse(address))
    throw new ApiError(400, 'push.webhookUrlInvalid', 'Invalid address.');
  if (!isSafeTarget(address))
    throw new ApiError(400, 'push.webhookUrlNotHttps', `WebHook callback must be HTTPS: ${address}`);
  const { hosts } = store.pushes;
  if (hosts && !hosts.includes(new URL(address).hostname))
    throw new ApiError(401, 'push.webhookUrlUnauthorized', `Unauthorized WebHook callback channel: ${address}`);
  if (store.channels.has(id)) throw new ApiError(400, 'channelIdNotUnique', `Channel id ${id} not unique`);
  const { ttl } = (params ?? {}) as { ttl?: string };
  const now = store.clock.now();
  const longest = now + store.limits.channelSeconds * 1000;
  const requested = Number(expiration ?? (ttl === undefined ? longest : now + Number(ttl) * 1000));
  const channel: Channel = {
    id,
    resourceId: `res_${calendar.id}`,
    calendarId: calendar.id,
    address,
    token: typeof token === 'string' ? token : undefined,
    expiration: Math.min(Number.isFinite(requested) ? requested : longest, longest),
    messages: 0,
  };
  store.channels.set(id, channel);
  pushes.send(channel, 'sync');
  const { resourceId } = channel;
  return json({
    kind: 'api#channel',
    id,
    resourceId,
    resourceUri: request.url.href,
    expiration: String(channel.expiration),
  });
}

/** channels.stop */
export function stopChannel(store: GoogleStore, request: SimulatorRequest): Answer {
  grantOf(store, request);
  const { id, resourceId } = objectOf(request);
  const channel = store.channels.get(String(id));
  if (!channel || channel.resourceId !== resourceId) throw notFound();
  store.channels.delete(channel.id);
  return nothing();
}
