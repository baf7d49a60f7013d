import { issue } from '../microsoft/entra/token.js';
import type { MicrosoftCalendar, TenantKind } from '../microsoft/model.js';
import { isLifecycleEvent, lifecycleEvents, type Notifications } from '../microsoft/subscriptions/notifications.js';
import { tenants, type MicrosoftStore } from '../microsoft/store.js';

/** The initial state at Microsoft; omitted ids are generated. */
export interface MicrosoftSeed {
  clients?: { client_id: string; client_secret: string; redirect_uris: string[] }[];
  /** Each gets a mailbox with a default calendar. */
  users?: { email: string; name?: string; tenant?: TenantKind }[];
  calendars?: (Partial<Pick<MicrosoftCalendar, 'id' | 'color' | 'hexColor' | 'canEdit' | 'onlineMeetingProviders'>> & {
    email: string;
    name: string;
    group?: string;
  })[];
  /** Creates a consent as if the user had given it, and returns its tokens. */
  grants?: { email: string; client_id: string; scope: string }[];
}

function groupOf(store: MicrosoftStore, email: string, name: string | undefined): object {
  if (name === undefined) return {};
  const known = store.groups.find((one) => one.email === email && one.name === name);
  const group = known ?? { id: store.newId('group'), email, name };
  if (!known) store.groups.push(group);
  return { groupId: group.id };
}

export function seedMicrosoft(store: MicrosoftStore, state: MicrosoftSeed): object {
  for (const { client_id: id, client_secret: secret, redirect_uris } of state.clients ?? []) {
    store.clients.set(id, { id, secret, redirectUris: redirect_uris });
  }
  const users = (state.users ?? []).map(({ email, name = email, tenant = 'work' }) => {
    if (!(tenant in tenants)) throw new Error('tenant must be work, personal or admin-consent');
    return store.addUser(email, { name, kind: tenant });
  });
  const added = (state.calendars ?? []).map(({ group, ...options }) => {
    if (!store.users.has(options.email)) throw new Error(`there is no user ${options.email}`);
    return store.addCalendar({ ...options, ...groupOf(store, options.email, group) });
  });
  const grants = (state.grants ?? []).map(({ email, client_id: clientId, scope }) => {
    const { oid, tid } = store.users.get(email) ?? {};
    if (oid === undefined) throw new Error(`there is no user ${email}`);
    return { ...issue(store, { email, clientId, scope, revoked: false }), oid, tid };
  });
  const defaults = users.map(({ email }) => store.calendarsOf(email)[0]!.id);
  return { calendars: [...defaults, ...added.map(({ id }) => id)], grants };
}

/** What `GET /control/state` reports of Microsoft. */
export const microsoftState = (store: MicrosoftStore) => ({
  users: [...store.users.values()],
  counts: Object.fromEntries(store.counts),
  mails: store.mails,
  subscriptions: [...store.subscriptions.values()],
  calendars: [...store.calendars.values()].map(({ events, removed, repeatable: _repeatable, ...rest }) => ({
    ...rest,
    removed: [...removed.keys()],
    events: [...events.values()].map(({ cancelled, extended, ...event }) => ({
      ...event,
      cancelled: [...cancelled],
      extended: Object.fromEntries(extended),
    })),
  })),
});

const byEmail = (email: unknown) => (one: { email: string }) => email === undefined || one.email === email;

/** Controls of Microsoft alone, beside those that both providers have. */
export const microsoftActions = (
  store: MicrosoftStore,
  notifications: Notifications,
): Record<string, (body: Record<string, unknown>) => unknown> => ({
  'microsoft/notifications': (body) => void Object.assign(store.notifications, body),
  'microsoft/lifecycle': ({ event, subscription }) => {
    if (!isLifecycleEvent(event)) throw new Error(`event must be one of ${lifecycleEvents.join(', ')}`);
    return { sent: notifications.lifecycle(event, subscription) };
  },
  'microsoft/limits': (body) => void Object.assign(store.limits, body),
  'microsoft/delta': (body) => void Object.assign(store.delta, body),
  'microsoft/token-errors': ({ numbers }) => {
    if (!Array.isArray(numbers) || !numbers.every(Number.isInteger)) throw new Error('numbers must be AADSTS numbers');
    store.tokenErrors = [...(numbers as number[])];
  },
});

export function expireTokens(store: MicrosoftStore, email: unknown): void {
  for (const token of store.accessTokens.values()) if (byEmail(email)(token.grant)) token.expires = 0;
}

export function revokeGrants(store: MicrosoftStore, email: unknown): void {
  for (const grant of store.refreshTokens.values()) if (byEmail(email)(grant)) grant.revoked = true;
}
