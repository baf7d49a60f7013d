import { isSafeTarget, type Deliveries } from '../../http/deliveries.js';
import { json, nothing, objectOf, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { ApiError, notFound } from '../api-error.js';
import { grantOf, placeOf } from '../authenticate.js';
import type { Calendar, Channel, Watched } from '../model.js';
import type { GoogleStore } from '../store.js';
import { settingsOf } from './settings.js';

/** What a watched list, its rules or settings are like; a change of it is notified. */
function versionOf(store: GoogleStore, { kind, of }: Watched): string {
  if (kind === 'acl') return JSON.stringify([...(store.calendars.get(of)?.rules.values() ?? [])]);
  return JSON.stringify(kind === 'calendarList' ? (store.lists.get(of) ?? []) : settingsOf(store, of));
}

/** Sends notifications: first `sync`, then `exists` after every change. */
export class Pushes {
  constructor(
    private readonly store: GoogleStore,
    private readonly deliveries: Deliveries,
  ) {}

  /** A calendar's events have changed. */
  changed({ id }: Calendar): void {
    for (const channel of this.store.channels.values()) {
      if (channel.watched.kind === 'events' && channel.watched.of === id) this.notify(channel);
    }
  }

  /** A request may have changed lists, rules or settings. */
  compare(): void {
    for (const channel of this.store.channels.values()) {
      if (channel.watched.kind === 'events') continue;
      const version = versionOf(this.store, channel.watched);
      if (version === channel.version) continue;
      channel.version = version;
      this.notify(channel);
    }
  }

  private notify(channel: Channel): void {
    const { pushes } = this.store;
    if (pushes.drop > 0) {
      pushes.drop -= 1;
      return;
    }
    this.send(channel, 'exists');
    if (pushes.double > 0) {
      pushes.double -= 1;
      this.send(channel, 'exists');
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
      'x-goog-resource-uri': `${channel.path}?alt=json`,
      ...(channel.token === undefined ? {} : { 'x-goog-channel-token': channel.token }),
    };
    void this.deliveries.send({ url: channel.address, headers, timeoutMs: 10_000 });
  }
}

/** What a request to watch names; 403 or 404 if the user may not read it. */
function watchedBy(store: GoogleStore, request: SimulatorRequest, kind: Watched['kind']): Watched {
  if (kind === 'calendarList' || kind === 'settings') return { kind, of: grantOf(store, request).email };
  const { calendar } = placeOf(store, request, kind === 'acl' ? 'writer' : 'reader');
  if (!calendar.pushes) {
    const text = 'Push notifications are not supported by this resource.';
    throw new ApiError(400, 'pushNotSupportedForRequestedResource', text);
  }
  return { kind, of: calendar.id };
}

/** The watch method of events, rules, lists and settings; the times are epoch ms in text. */
export function watch(
  store: GoogleStore,
  pushes: Pushes,
  { request, kind }: { request: SimulatorRequest; kind: Watched['kind'] },
): Answer {
  const watched = watchedBy(store, request, kind);
  const { id, type, address, token, expiration, params } = objectOf(request);
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
    resourceId: kind === 'events' ? `res_${watched.of}` : `res_${kind}_${watched.of}`,
    watched,
    path: request.url.pathname.replace(/\/watch$/, ''),
    version: versionOf(store, watched),
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
