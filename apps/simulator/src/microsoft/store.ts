import { createHash } from 'node:crypto';
import type { SimulatorClock } from '../clock.js';
import type { Faults } from '../faults.js';
import { plainIdOf } from './event-ids.js';
import type {
  CalendarGroup,
  EventChange,
  Mail,
  MicrosoftCalendar,
  MicrosoftGrant,
  MicrosoftUser,
  Share,
  StoredEvent,
  Subscription,
  TenantKind,
} from './model.js';

export interface MicrosoftClient {
  id: string;
  secret: string;
  /** Epoch ms; absent: never. */
  secretEnds?: number;
  /** Whether it may read its own registration (Application.Read.All). */
  readsItself?: boolean;
  /** The id of the only tenant whose users may sign in. */
  tenant?: string;
  redirectUris: string[];
}

export interface MicrosoftCode {
  email: string;
  clientId: string;
  redirectUri: string;
  scope: string;
  challenge: string;
  nonce: string;
  /** Epoch ms. */
  expires: number;
  used: boolean;
}

/** The tenant of all personal accounts. */
const personalTenant = '9188040d-6c67-4c5b-b112-36a304b66dad';
export const tenants: Record<TenantKind, string> = {
  work: '11111111-1111-4111-8111-111111111111',
  personal: personalTenant,
  'admin-consent': '22222222-2222-4222-8222-222222222222',
};

const defaultLimits = { tokenSeconds: 3600, inFlight: 4, pageSize: 10, deltaPageSize: 50 };
const defaultDelta = { emptyPages: 0, repeats: false };
const defaultNotifications = {
  drop: 0,
  double: 0,
  reorder: 0,
  createdAndUpdated: true,
  perCalendar: true,
  attempts: 3,
  retryMs: 200,
};

/** How notifications are delivered: `hosts`, if set, are the only ones that may be subscribed. */
type Notifying = typeof defaultNotifications & { hosts?: string[] };

function guidOf(text: string): string {
  const hex = createHash('sha256').update(text).digest('hex');
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-4${hex.slice(13, 16)}-8${hex.slice(17, 20)}-${hex.slice(20, 32)}`;
}

type NewCalendar = Partial<Omit<MicrosoftCalendar, 'events' | 'removed' | 'repeatable' | 'epoch' | 'changed'>>;

type NewUser = Partial<
  Pick<MicrosoftUser, 'name' | 'kind' | 'timeZone' | 'categories' | 'workingHours' | 'hasMailbox' | 'room'>
>;

/** The categories of a new mailbox. */
const defaultCategories = {
  'Red category': 'preset0',
  'Orange category': 'preset1',
  'Yellow category': 'preset3',
  'Green category': 'preset4',
  'Blue category': 'preset7',
  'Purple category': 'preset8',
};

/** Everything that Entra and Exchange would store. The same requests in the same order create the same ids. */
export class MicrosoftStore {
  users = new Map<string, MicrosoftUser>();
  clients = new Map<string, MicrosoftClient>();
  codes = new Map<string, MicrosoftCode>();
  /** Every refresh token that a grant ever had: a new one does not end the earlier ones. */
  refreshTokens = new Map<string, MicrosoftGrant>();
  /** `expires`: epoch ms. */
  accessTokens = new Map<string, { grant: MicrosoftGrant; expires: number }>();
  /** Of applications that act as themselves. */
  ownTokens = new Map<string, { clientId: string; expires: number }>();
  /** Tenant and client, separated by a space, for which an administrator has consented. */
  consents = new Set<string>();
  calendars = new Map<string, MicrosoftCalendar>();
  groups: CalendarGroup[] = [];
  /** Rows of delta pages that are still to come, by token. */
  pages = new Map<string, unknown[]>();
  /** Requests in flight, by mailbox. */
  inFlight = new Map<string, number>();
  counts = new Map<string, number>();
  limits = { ...defaultLimits };
  delta = { ...defaultDelta };
  mails: Mail[] = [];
  shares: Share[] = [];
  /** Names of room lists, by address. */
  roomLists = new Map<string, string>();
  subscriptions = new Map<string, Subscription>();
  notifications: Notifying = { ...defaultNotifications };
  /** Called for each change of an event. */
  onChange: (change: EventChange) => void = () => undefined;
  /** AADSTS number of the next answers of the token endpoint. */
  tokenErrors: number[] = [];
  private sequence = 0;

  constructor(
    readonly clock: SimulatorClock,
    readonly faults: Faults,
  ) {}

  reset(): void {
    for (const map of [this.users, this.clients, this.codes, this.refreshTokens, this.accessTokens]) map.clear();
    this.ownTokens.clear();
    for (const map of [this.calendars, this.pages, this.inFlight, this.counts]) map.clear();
    this.consents.clear();
    this.groups = [];
    this.mails = [];
    this.shares = [];
    this.roomLists.clear();
    this.tokenErrors = [];
    this.limits = { ...defaultLimits };
    this.delta = { ...defaultDelta };
    this.subscriptions.clear();
    this.notifications = { ...defaultNotifications };
    this.sequence = 0;
  }

  /** Number of the latest change. */
  get latest(): number {
    return this.sequence;
  }

  next(): number {
    return ++this.sequence;
  }

  /** A GUID, as subscriptions have. */
  newGuid(kind: string): string {
    return guidOf(`${kind}\n${this.next()}`);
  }

  newId(kind: string): string {
    const digest = createHash('sha256').update(`${kind}\n${this.next()}`);
    return `AAMk${digest.digest('base64url').replace(/[-_]/g, 'A').slice(0, 36)}`;
  }

  /** A user with a mailbox: the default calendar and its group. */
  addUser(email: string, options: NewUser): MicrosoftUser {
    const {
      name = email,
      kind = 'work',
      timeZone = 'UTC',
      categories = defaultCategories,
      hasMailbox = true,
      room,
      workingHours,
    } = options;
    const oid = guidOf(email);
    const own = { timeZone, categories, hasMailbox, ...(room && { room }), ...(workingHours && { workingHours }) };
    const user = { email, name, oid, tid: tenants[kind], kind, ...own };
    this.users.set(email, user);
    this.groups.push({ id: this.newId('group'), email, name: 'My Calendars' });
    this.addCalendar({ email, name: 'Calendar', isDefault: true });
    return user;
  }

  addCalendar(options: NewCalendar & { email: string; name: string }): MicrosoftCalendar {
    const groupId = this.groups.find(({ email }) => email === options.email)?.id ?? '';
    const look = { color: 'auto', hexColor: '', canEdit: true, isDefault: false } as const;
    const state = { events: new Map(), removed: new Map(), repeatable: new Set<string>(), epoch: 0 };
    const calendar = { id: this.newId('calendar'), groupId, ...look, ...options, ...state, changed: this.next() };
    this.calendars.set(calendar.id, calendar);
    return calendar;
  }

  calendarsOf(email: string): MicrosoftCalendar[] {
    return [...this.calendars.values()].filter((one) => one.email === email);
  }

  /** A user's own calendars, and those in their list that others share; each with whether they may write. */
  listOf(email: string): { calendar: MicrosoftCalendar; canEdit: boolean }[] {
    const own = this.calendarsOf(email).map((calendar) => ({ calendar, canEdit: calendar.canEdit }));
    const listed = this.shares.filter((one) => one.email === email && one.isListed);
    return [...own, ...listed.flatMap((one) => this.sharedBy(one))];
  }

  /** A shared calendar, with whether its guest may write. */
  sharedBy({ calendarId, canEdit }: Share): { calendar: MicrosoftCalendar; canEdit: boolean }[] {
    const calendar = this.calendars.get(calendarId);
    return calendar ? [{ calendar, canEdit: canEdit && calendar.canEdit }] : [];
  }

  /** Stores an event as the latest change. */
  put(calendar: MicrosoftCalendar, event: Omit<StoredEvent, 'changed' | 'updated'>): StoredEvent {
    const stored = { ...event, changed: this.next(), updated: this.clock.iso() };
    const isNew = !calendar.events.has(event.id) && !event.exception;
    calendar.events.set(event.id, stored);
    this.onChange({ calendar, event: stored, type: isNew ? 'created' : 'updated' });
    return stored;
  }

  /** Deletes an event; a series with its exceptions. */
  remove(calendar: MicrosoftCalendar, id: string): void {
    for (const one of calendar.events.values()) {
      if (one.id !== id && one.exception?.masterId !== id) continue;
      calendar.events.delete(one.id);
      calendar.removed.set(one.id, { changed: this.next(), plainId: plainIdOf(one, calendar) });
      this.onChange({ calendar, event: one, type: 'deleted' });
    }
  }

  /** Moves an event, a series with its exceptions, to another calendar of the mailbox: only immutable ids stay. */
  move(from: MicrosoftCalendar, to: MicrosoftCalendar, id: string): void {
    const moved = [...from.events.values()].filter((one) => one.id === id || one.exception?.masterId === id);
    const movedId = this.newId('moved');
    this.remove(from, id);
    for (const { updated: _, ...one } of moved) {
      this.put(to, one.exception ? one : { ...one, movedId });
    }
  }

  exceptionsOf(calendar: MicrosoftCalendar, masterId: string): StoredEvent[] {
    return [...calendar.events.values()].filter(({ exception }) => exception?.masterId === masterId);
  }

  count(endpoint: string): void {
    this.counts.set(endpoint, (this.counts.get(endpoint) ?? 0) + 1);
  }
}
