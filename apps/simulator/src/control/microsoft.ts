import { issue } from '../microsoft/entra/token.js';
import { seedEvent, type SeededEvent } from './microsoft-events.js';
import type { MicrosoftCalendar, MicrosoftUser, Room, TenantKind } from '../microsoft/model.js';
import { isLifecycleEvent, lifecycleEvents, type Notifications } from '../microsoft/subscriptions/notifications.js';
import { tenants, type MicrosoftStore } from '../microsoft/store.js';

/** The initial state at Microsoft; omitted ids are generated. */
export interface MicrosoftSeed {
  clients?: {
    client_id: string;
    client_secret: string;
    redirect_uris: string[];
    tenant?: string;
    /** An instant. */
    secret_ends?: string;
    reads_itself?: boolean;
  }[];
  /** Each gets a mailbox with a default calendar. */
  users?: {
    email: string;
    /** Whether it has a mailbox in the cloud (true). */
    hasMailbox?: boolean;
    name?: string;
    tenant?: TenantKind;
    timeZone?: string;
    categories?: Record<string, string>;
    workingHours?: MicrosoftUser['workingHours'];
  }[];
  /** Rooms of the organization; `list`: the address of one of `roomLists`. */
  rooms?: ({ email: string; name?: string } & Partial<Room>)[];
  roomLists?: { email: string; name: string }[];
  /** Of a calendar by its id, or of its owner's default one. */
  shares?: { owner: string; email: string; calendar?: string; canEdit?: boolean; listed?: boolean }[];
  calendars?: (Partial<Pick<MicrosoftCalendar, 'id' | 'color' | 'hexColor' | 'canEdit' | 'onlineMeetingProviders'>> & {
    email: string;
    name: string;
    group?: string;
  })[];
  events?: SeededEvent[];
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

function share(store: MicrosoftStore, one: NonNullable<MicrosoftSeed['shares']>[number]): void {
  const { owner, email, calendar, canEdit = false, listed = false } = one;
  const found = store
    .calendarsOf(owner)
    .find(({ id, isDefault }) => (calendar === undefined ? isDefault : id === calendar));
  if (!found || !store.users.has(email)) throw new Error(`${owner} has no such calendar, or there is no user ${email}`);
  store.shares = store.shares.filter((other) => other.calendarId !== found.id || other.email !== email);
  store.shares.push({ calendarId: found.id, email, canEdit, isListed: listed });
}

export function seedMicrosoft(store: MicrosoftStore, state: MicrosoftSeed): object {
  for (const { client_id: id, client_secret: secret, redirect_uris: redirectUris, ...more } of state.clients ?? []) {
    const { tenant, secret_ends, reads_itself: readsItself = false } = more;
    const ends = secret_ends === undefined ? {} : { secretEnds: new Date(secret_ends).getTime() };
    store.clients.set(id, {
      id,
      secret,
      redirectUris,
      readsItself,
      ...ends,
      ...(tenant === undefined ? {} : { tenant }),
    });
  }
  const users = (state.users ?? []).map(({ email, tenant = 'work', ...own }) => {
    if (!(tenant in tenants)) throw new Error('tenant must be work, personal or admin-consent');
    return store.addUser(email, { ...own, kind: tenant });
  });
  for (const { email, name } of state.roomLists ?? []) store.roomLists.set(email, name);
  for (const { email, name = email, capacity = 0, building = '', list } of state.rooms ?? []) {
    store.addUser(email, { name, room: { capacity, building, ...(list === undefined ? {} : { list }) } });
  }
  const added = (state.calendars ?? []).map(({ group, ...options }) => {
    if (!store.users.has(options.email)) throw new Error(`there is no user ${options.email}`);
    return store.addCalendar({ ...options, ...groupOf(store, options.email, group) });
  });
  for (const one of state.shares ?? []) share(store, one);
  const events = (state.events ?? []).map((one) => seedEvent(store, one).id);
  const grants = (state.grants ?? []).map(({ email, client_id: clientId, scope }) => {
    const { oid, tid } = store.users.get(email) ?? {};
    if (oid === undefined) throw new Error(`there is no user ${email}`);
    return { ...issue(store, { email, clientId, scope, revoked: false }), oid, tid };
  });
  const defaults = users.map(({ email }) => store.calendarsOf(email)[0]!.id);
  return { calendars: [...defaults, ...added.map(({ id }) => id)], events, grants };
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
  'microsoft/move-event': ({ event, calendar }) => {
    const to = store.calendars.get(String(calendar));
    const from = [...store.calendars.values()].find((one) => one.events.has(String(event)));
    if (!to || from?.email !== to.email) throw new Error('the event and the calendar must be of one mailbox');
    store.move(from, to, String(event));
  },
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
