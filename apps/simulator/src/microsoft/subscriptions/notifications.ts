import { toIso } from '@kalends/icalendar';
import type { ChangeNotification } from '@microsoft/microsoft-graph-types';
import type { Deliveries } from '../../http/deliveries.js';
import { plainIdOf } from '../event-ids.js';
import { etagOf } from '../graph/present.js';
import { graphIdOf } from '../graph/user-id.js';
import type { ChangeType, EventChange, Subscription } from '../model.js';
import type { MicrosoftStore } from '../store.js';

export const lifecycleEvents = ['reauthorizationRequired', 'subscriptionRemoved', 'missed'] as const;
type LifecycleEvent = (typeof lifecycleEvents)[number];
export const isLifecycleEvent = (value: unknown): value is LifecycleEvent =>
  lifecycleEvents.some((one) => one === value);

/** How long an application has to acknowledge a notification. */
const timeoutMs = 3_000;

/** Delivers what happens to events, in batches per address, as often as it takes up to a bound. */
export class Notifications {
  /** What is sent next, by address. */
  private readonly queued = new Map<string, ChangeNotification[]>();
  /** What comes after the next ones, in reverse order. */
  private delayed: { url: string; one: ChangeNotification }[] = [];
  private readonly closing = new AbortController();
  private readonly running = new Set<Promise<void>>();

  constructor(
    private readonly store: MicrosoftStore,
    private readonly deliveries: Deliveries,
  ) {}

  /** Queues a change for every subscription that it concerns; a creation is also an update, if so scripted. */
  changed(change: EventChange): void {
    const isDoubled = change.type === 'created' && this.store.notifications.createdAndUpdated;
    const types: ChangeType[] = isDoubled ? ['created', 'updated'] : [change.type];
    for (const subscription of this.store.subscriptions.values()) {
      if (subscription.calendarId !== change.calendar.id || !this.isLive(subscription)) continue;
      for (const type of types) {
        if (subscription.changeTypes.includes(type))
          this.script(subscription, this.ofChange(subscription, change, type));
      }
    }
  }

  /** Sends a lifecycle event of one subscription or of all, by their lifecycle addresses; returns how many. */
  lifecycle(event: LifecycleEvent, id: unknown): number {
    const found = [...this.store.subscriptions.values()].filter((one) => id === undefined || one.id === id);
    for (const subscription of found) {
      if (event === 'subscriptionRemoved') this.store.subscriptions.delete(subscription.id);
      if (event === 'reauthorizationRequired') subscription.isPaused = true;
      const url = subscription.lifecycleNotificationUrl;
      if (url !== undefined) this.enqueue(url, { ...this.head(subscription), lifecycleEvent: event });
    }
    return found.filter(({ lifecycleNotificationUrl }) => lifecycleNotificationUrl !== undefined).length;
  }

  /** Discards what was delayed. */
  reset(): void {
    this.delayed = [];
  }

  async close(): Promise<void> {
    this.closing.abort();
    await Promise.all(this.running);
  }

  private isLive({ isPaused, expires }: Subscription): boolean {
    return !isPaused && expires > this.store.clock.now();
  }

  private head({ id, email, expires, clientState }: Subscription): ChangeNotification {
    return {
      subscriptionId: id,
      subscriptionExpirationDateTime: toIso(expires),
      ...(clientState === undefined ? {} : { clientState }),
      tenantId: this.store.users.get(email)!.tid,
    };
  }

  private ofChange(
    subscription: Subscription,
    { event, calendar }: EventChange,
    changeType: ChangeType,
  ): ChangeNotification {
    const id = subscription.isImmutable ? event.id : plainIdOf(event, calendar);
    const resource = `Users/${graphIdOf(this.store.users.get(subscription.email)!)}/Events/${id}`;
    const data = { '@odata.type': '#Microsoft.Graph.Event', '@odata.id': resource, '@odata.etag': etagOf(event) };
    return { ...this.head(subscription), changeType, resource, resourceData: { ...data, id } };
  }

  /** Drops, doubles or delays a notification, as scripted. */
  private script({ notificationUrl: url }: Subscription, one: ChangeNotification): void {
    const { notifications } = this.store;
    if (notifications.drop > 0) {
      notifications.drop -= 1;
      return;
    }
    if (notifications.reorder > 0) {
      notifications.reorder -= 1;
      this.delayed.push({ url, one });
      if (notifications.reorder > 0) return;
      for (const late of this.delayed.splice(0).reverse()) this.enqueue(late.url, late.one);
      return;
    }
    this.enqueue(url, one);
    if (notifications.double > 0) {
      notifications.double -= 1;
      this.enqueue(url, one);
    }
  }

  /** What is queued until the current request has ended travels together. */
  private enqueue(url: string, one: ChangeNotification): void {
    const waiting = this.queued.get(url);
    if (waiting) {
      waiting.push(one);
      return;
    }
    this.queued.set(url, [one]);
    setImmediate(() => {
      const value = this.queued.get(url)!;
      this.queued.delete(url);
      const run = this.deliver(url, JSON.stringify({ value })).finally(() => this.running.delete(run));
      this.running.add(run);
    });
  }

  private async deliver(url: string, body: string): Promise<void> {
    const headers = { 'content-type': 'application/json; charset=utf-8' };
    const { attempts, retryMs } = this.store.notifications;
    for (let attempt = 1; attempt <= attempts && !this.closing.signal.aborted; attempt++) {
      const answer = await this.deliveries.send({ url, headers, body, timeoutMs });
      if (answer && answer.status >= 200 && answer.status < 300) return;
      if (attempt < attempts) await this.pause(retryMs * 2 ** (attempt - 1));
    }
  }

  private pause(ms: number): Promise<void> {
    const { signal } = this.closing;
    return new Promise((resolve) => {
      if (signal.aborted) return resolve();
      const timer = setTimeout(resolve, ms);
      signal.addEventListener('abort', () => (clearTimeout(timer), resolve()), { once: true });
    });
  }
}
