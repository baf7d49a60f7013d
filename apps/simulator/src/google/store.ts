import { createHash } from 'node:crypto';
import type { SimulatorClock } from '../clock.js';
import type { Faults } from '../faults.js';
import {
  roles,
  type AccessRole,
  type Calendar,
  type Channel,
  type EventResource,
  type Grant,
  type ListEntry,
  type StoredEvent,
  type User,
} from './model.js';

interface Client {
  id: string;
  secret: string;
  redirectUris: string[];
}

interface Code {
  email: string;
  clientId: string;
  redirectUri: string;
  scope: string;
  challenge: string | undefined;
  offline: boolean;
  /** Consent was requested again (`prompt=consent`), which yields another refresh token. */
  isFresh: boolean;
}

interface AccessToken {
  grant: Grant;
  /** Epoch ms. */
  expires: number;
}

const defaultLimits = {
  requestsPerMinute: Infinity,
  tokenSeconds: 3600,
  channelSeconds: 604_800,
  pageSize: 250,
};
const isEvent = ({ resource }: StoredEvent, id: string) => resource.id === id;

interface Pushing {
  drop: number;
  double: number;
  hosts?: string[];
}

/** Everything that Google would store. The same requests in the same order create the same ids. */
interface Shared {
  accessRole: AccessRole;
  primary?: boolean;
}

export class GoogleStore {
  users = new Map<string, User>();
  clients = new Map<string, Client>();
  calendars = new Map<string, Calendar>();
  /** By the user's e-mail address. */
  lists = new Map<string, ListEntry[]>();
  codes = new Map<string, Code>();
  grants: Grant[] = [];
  accessTokens = new Map<string, AccessToken>();
  channels = new Map<string, Channel>();
  limits = { ...defaultLimits };
  rotateRefreshTokens = false;
  /** How long a new consent lasts: seven days for clients whose consent screen is in Testing; null: until it is revoked. */
  consentSeconds: number | null = null;
  /** Whether attendees with a calendar here get copies of events. */
  invitations = false;
  /** What becomes of exceptions that no longer belong to their series. */
  exceptions: 'drop' | 'move' | 'keep' = 'drop';
  /** What a request for a conference leads to. */
  conferences: 'pending' | 'success' | 'failure' = 'success';
  /** Version of calendar lists; sync tokens of an earlier one are no longer valid. */
  listEpoch = 0;
  /** Requests in the current minute, by user. */
  usage = new Map<string, { minute: number; requests: number }>();
  /** How often each endpoint was called, for tests to check. */
  counts = new Map<string, number>();
  /** Faults for the next notifications; `hosts`: the permitted targets, if restricted. */
  pushes: Pushing = { drop: 0, double: 0 };
  private sequence = 0;
  /** Called for each calendar whose events changed. */
  onChange: (calendar: Calendar) => void = () => undefined;
  /** Called after each request that may have changed something else. */
  onRequest: () => void = () => undefined;

  constructor(
    readonly clock: SimulatorClock,
    readonly faults: Faults,
  ) {}

  reset(): void {
    for (const map of [this.users, this.clients, this.calendars, this.lists, this.codes]) map.clear();
    for (const map of [this.accessTokens, this.channels, this.usage, this.counts]) map.clear();
    this.grants = [];
    this.limits = { ...defaultLimits };
    this.rotateRefreshTokens = false;
    this.consentSeconds = null;
    this.invitations = false;
    this.exceptions = 'drop';
    this.conferences = 'success';
    this.pushes = { drop: 0, double: 0 };
    this.sequence = 0;
  }

  /** Number of the latest change. */
  get latest(): number {
    return this.sequence;
  }

  next(): number {
    return ++this.sequence;
  }

  /** A unique id of hexadecimal digits (also valid base32hex). */
  newId(kind: string): string {
    return createHash('sha256').update(`${kind}\n${this.next()}`).digest('hex').slice(0, 26);
  }

  addUser(email: string, name = email): User {
    const user = {
      email,
      name,
      sub: BigInt(`0x${createHash('sha256').update(email).digest('hex').slice(0, 16)}`).toString(),
    };
    this.users.set(email, user);
    this.lists.set(email, []);
    return user;
  }

  addCalendar(
    email: string,
    options: Partial<
      Pick<
        Calendar,
        'id' | 'summary' | 'description' | 'timeZone' | 'workingHours' | 'createdBy' | 'conferences' | 'pushes'
      >
    > & {
      primary?: boolean;
    },
  ): Calendar {
    const { primary = false, description, createdBy, workingHours } = options;
    const id = options.id ?? (primary ? email : `${this.newId('calendar')}@group.calendar.google.com`);
    const calendar: Calendar = {
      id,
      summary: options.summary ?? id,
      timeZone: options.timeZone ?? 'UTC',
      events: new Map(),
      rules: new Map(),
      dataOwner: email,
      epoch: 0,
      conferences: options.conferences ?? true,
      pushes: options.pushes ?? true,
      ...(description === undefined ? {} : { description }),
      ...(createdBy === undefined ? {} : { createdBy }),
      ...(workingHours === undefined ? {} : { workingHours }),
    };
    this.calendars.set(id, calendar);
    this.share(id, email, { accessRole: 'owner', primary });
    return calendar;
  }

  share(calendarId: string, email: string, { accessRole, primary = false }: Shared): ListEntry {
    const scope = { type: 'user' as const, value: email };
    this.calendars.get(calendarId)?.rules.set(`user:${email}`, { role: accessRole, scope, changed: this.next() });
    return this.enlist(calendarId, email, { accessRole, primary });
  }

  /** Puts a calendar into a user's list. */
  enlist(calendarId: string, email: string, { accessRole, primary = false }: Shared): ListEntry {
    const list = this.lists.get(email) ?? [];
    const shown = { deleted: false, hidden: false, isSelected: true, summaryOverride: '', backgroundColor: '#9fe1e7' };
    const entry = { calendarId, accessRole, primary, ...shown, changed: this.next() };
    this.lists.set(email, [...list.filter((one) => one.calendarId !== calendarId), entry]);
    return entry;
  }

  /** Removes a calendar from every list; incremental lists report it as deleted. */
  removeCalendar(id: string): void {
    this.calendars.delete(id);
    for (const list of this.lists.values()) {
      for (const entry of list)
        if (entry.calendarId === id) Object.assign(entry, { deleted: true, changed: this.next() });
    }
  }

  /** What a user may do in a calendar by its rules; those of groups count for nobody. */
  roleIn({ rules }: Calendar, email: string): AccessRole | undefined {
    const ids = [`user:${email}`, `domain:${email.split('@')[1]}`, 'default'];
    const given = ids.flatMap((id) => rules.get(id)?.role ?? 'none').filter((role) => role !== 'none');
    return given.sort((a, b) => roles.indexOf(b) - roles.indexOf(a))[0];
  }

  /** A calendar's entry in a user's list, or one as it would be if it is only shared with them. */
  reachOf(email: string, calendarId: string): ListEntry | undefined {
    const listed = this.entryFor(email, calendarId);
    const calendar = this.calendars.get(calendarId);
    const accessRole = calendar && this.roleIn(calendar, email);
    if (listed || !accessRole) return listed;
    const shown = { deleted: false, hidden: false, isSelected: false, summaryOverride: '', backgroundColor: '#9fe1e7' };
    return { calendarId, accessRole, primary: false, ...shown, changed: 1 };
  }

  entryFor(email: string, calendarId: string): ListEntry | undefined {
    const list = (this.lists.get(email) ?? []).filter(({ deleted }) => !deleted);
    return list.find((one) => (calendarId === 'primary' ? one.primary : one.calendarId === calendarId));
  }

  /** When a consent that is given now ends, epoch ms. */
  consentEnd(): Pick<Grant, 'ends'> {
    return this.consentSeconds === null ? {} : { ends: this.clock.now() + this.consentSeconds * 1000 };
  }

  /** What Google adds to tokens of a consent that ends. */
  remaining({ ends }: Grant): { refresh_token_expires_in?: number } {
    if (ends === undefined) return {};
    return { refresh_token_expires_in: Math.max(0, Math.round((ends - this.clock.now()) / 1000)) };
  }

  /** Stores an event as the latest change. */
  put(calendar: Calendar, resource: EventResource): StoredEvent {
    const stored = { resource, changed: this.next() };
    calendar.events.set(resource.id, stored);
    this.onChange(calendar);
    return stored;
  }

  exceptionsOf(calendar: Calendar, masterId: string): StoredEvent[] {
    return [...calendar.events.values()].filter(
      (one) => one.resource.recurringEventId === masterId && !isEvent(one, masterId),
    );
  }

  count(endpoint: string): void {
    this.counts.set(endpoint, (this.counts.get(endpoint) ?? 0) + 1);
  }
}
