import { toIso } from '@kalends/icalendar';
import type { Subscription as SubscriptionResource } from '@microsoft/microsoft-graph-types';
import { graphIdOf } from '../graph/user-id.js';
import type { Subscription } from '../model.js';
import type { MicrosoftStore } from '../store.js';

/** The subscription resource of Graph. */
export function presentSubscription(store: MicrosoftStore, subscription: Subscription): SubscriptionResource {
  const { id, email, clientId, resource, changeTypes, notificationUrl, expires } = subscription;
  return {
    id,
    resource,
    applicationId: clientId,
    changeType: changeTypes.join(','),
    clientState: subscription.clientState ?? null,
    notificationUrl,
    lifecycleNotificationUrl: subscription.lifecycleNotificationUrl ?? null,
    expirationDateTime: toIso(expires),
    creatorId: graphIdOf(store.users.get(email)!),
    latestSupportedTlsVersion: 'v1_2',
  };
}
