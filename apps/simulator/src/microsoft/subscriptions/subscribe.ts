import type { Deliveries } from '../../http/deliveries.js';
import { json, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { grantOf } from '../graph/authenticate.js';
import { preferencesOf } from '../graph/preferences.js';
import { graphIdOf } from '../graph/user-id.js';
import { GraphError } from '../graph-error.js';
import type { MicrosoftCalendar, Subscription } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { presentSubscription } from './present-subscription.js';
import { expiryOf, readSubscription } from './subscription-schema.js';

const maxPerMailbox = 1000;
const refused = (status: number, reason: string) =>
  new GraphError(status, 'ExtensionError', `Operation: Create; Exception: [Status Code: ${status}; Reason: ${reason}]`);

/**
 * The calendar whose events a resource names: the default one, or one by its id. Another user's mailbox cannot be
 * subscribed with a delegated token.
 */
function calendarOf(store: MicrosoftStore, email: string, resource: string): MicrosoftCalendar {
  const [, owner, calendarId] = /^\/?(?:me|users\/([^/]+))\/(?:calendars\/([^/]+)\/)?events$/i.exec(resource) ?? [];
  if (!/^\/?(me|users)\//i.test(resource) || !/events$/i.test(resource)) {
    throw new GraphError(400, 'InvalidRequest', `Invalid resource '${resource.slice(0, 100)}'.`);
  }
  const user = store.users.get(email)!;
  if (owner !== undefined && ![email, user.oid, graphIdOf(user)].includes(decodeURIComponent(owner))) {
    throw refused(403, 'The caller does not have permission to the mailbox.');
  }
  if (calendarId !== undefined && !store.notifications.perCalendar) throw refused(400, 'Unsupported resource.');
  const id = calendarId === undefined ? undefined : decodeURIComponent(calendarId);
  const found = store.calendarsOf(email).find((one) => (id === undefined ? one.isDefault : one.id === id));
  if (!found) throw refused(404, 'The specified object was not found in the store.');
  return found;
}

const wrongAnswer = (reason: string) =>
  new GraphError(400, 'ValidationError', `Subscription validation request failed. ${reason}`);

/** Whether an application owns an address: it repeats a token, as text/plain, within ten seconds. */
async function shakeHands(store: MicrosoftStore, deliveries: Deliveries, address: string): Promise<void> {
  const { hosts } = store.notifications;
  const url = new URL(address);
  if (hosts && !hosts.includes(url.hostname)) throw wrongAnswer('The address is not permitted.');
  const token = `Validation: Testing client application reachability. Token ${store.newId('validation')} + é`;
  url.search = `${url.search === '' ? '?' : `${url.search}&`}validationToken=${encodeURIComponent(token)}`;
  const headers = { 'content-type': 'text/plain; charset=utf-8' };
  const answer = await deliveries.send({ url: url.href, headers, timeoutMs: 10_000 });
  if (answer?.status !== 200) throw wrongAnswer('Notification endpoint must respond with 200 OK.');
  if (!/^text\/plain\b/i.test(answer.type) || answer.text !== token) {
    throw wrongAnswer('Notification endpoint must respond with the decoded token as text/plain.');
  }
}

const isSame = (one: Subscription, other: Omit<Subscription, 'id'>) =>
  one.email === other.email &&
  one.clientId === other.clientId &&
  one.calendarId === other.calendarId &&
  one.changeTypes.join() === other.changeTypes.join();

/** POST /subscriptions: both addresses must answer a handshake first. */
export async function subscribe(
  store: MicrosoftStore,
  deliveries: Deliveries,
  request: SimulatorRequest,
): Promise<Answer> {
  const { email, clientId } = grantOf(store, request, 'Calendars.Read');
  const {
    changeType,
    expirationDateTime,
    resource,
    latestSupportedTlsVersion: _,
    ...written
  } = readSubscription(request);
  const { notificationUrl, lifecycleNotificationUrl, clientState } = written;
  const calendarId = calendarOf(store, email, resource).id;
  const expires = expiryOf(store, expirationDateTime);
  const { isImmutable } = preferencesOf(request);
  const urls = { notificationUrl, lifecycleNotificationUrl, clientState };
  const next = {
    email,
    clientId,
    resource,
    calendarId,
    changeTypes: changeType,
    ...urls,
    expires,
    isImmutable,
    isPaused: false,
  };
  const requireNew = () => {
    const own = [...store.subscriptions.values()].filter((one) => one.expires > store.clock.now());
    if (own.some((one) => isSame(one, next))) {
      throw new GraphError(409, 'Conflict', 'A subscription with this change type and resource exists already.');
    }
    if (own.filter((one) => one.email === email).length >= maxPerMailbox) {
      throw refused(403, 'The mailbox has reached its limit of subscriptions.');
    }
  };
  requireNew();
  for (const url of [notificationUrl, lifecycleNotificationUrl]) {
    if (url !== undefined) await shakeHands(store, deliveries, url);
  }
  requireNew();
  const subscription: Subscription = { id: store.newGuid('subscription'), ...next };
  store.subscriptions.set(subscription.id, subscription);
  return json(presentSubscription(store, subscription), 201);
}
