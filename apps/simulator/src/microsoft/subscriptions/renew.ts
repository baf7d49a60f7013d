import { json, nothing, type Answer, type SimulatorRequest } from '../../http/routing.js';
import { grantOf } from '../graph/authenticate.js';
import { onlyOptions, pageOf } from '../graph/odata.js';
import { GraphError } from '../graph-error.js';
import type { MicrosoftGrant, Subscription } from '../model.js';
import type { MicrosoftStore } from '../store.js';
import { presentSubscription } from './present-subscription.js';
import { expiryOf, readRenewal } from './subscription-schema.js';

/** The subscriptions of an application and user that have not ended. */
const livingOf = (store: MicrosoftStore, { email, clientId }: MicrosoftGrant): Subscription[] =>
  [...store.subscriptions.values()].filter(
    (one) => one.email === email && one.clientId === clientId && one.expires > store.clock.now(),
  );

function subscriptionOf(store: MicrosoftStore, request: SimulatorRequest): Subscription {
  const grant = grantOf(store, request, 'Calendars.Read');
  const id = request.params['subscriptionId'];
  const found = livingOf(store, grant).find((one) => one.id === id);
  if (!found) throw new GraphError(404, 'ResourceNotFound', 'The object was not found.');
  return found;
}

/** GET /subscriptions */
export function listSubscriptions(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const grant = grantOf(store, request, 'Calendars.Read');
  onlyOptions(request, '$top', '$skip');
  const items = livingOf(store, grant).map((one) => presentSubscription(store, one));
  return json(pageOf(request, items, 100));
}

/** GET /subscriptions/{id} */
export const getSubscription = (store: MicrosoftStore, request: SimulatorRequest): Answer =>
  json(presentSubscription(store, subscriptionOf(store, request)));

/** PATCH /subscriptions/{id}: a later end, which also authorizes it again; 404 once it has ended. */
export function renewSubscription(store: MicrosoftStore, request: SimulatorRequest): Answer {
  const subscription = subscriptionOf(store, request);
  const expires = expiryOf(store, readRenewal(request).expirationDateTime);
  Object.assign(subscription, { expires, isPaused: false });
  return json(presentSubscription(store, subscription));
}

/** POST /subscriptions/{id}/reauthorize */
export function reauthorize(store: MicrosoftStore, request: SimulatorRequest): Answer {
  subscriptionOf(store, request).isPaused = false;
  return nothing();
}

/** DELETE /subscriptions/{id} */
export function deleteSubscription(store: MicrosoftStore, request: SimulatorRequest): Answer {
  store.subscriptions.delete(subscriptionOf(store, request).id);
  return nothing();
}
