import type { ProvedIdentity } from '@kalends/contracts';
import { randomToken } from '@kalends/security';
import {
  ProviderError,
  type CalendarProvider,
  type RequestedCalendars,
  type ChangeBatch,
  type ChangesRead,
  type LastRead,
  type NewCalendar,
  type RemoteCalendar,
  type RemoteEvent,
  type RequestedChange,
  type WriteTarget,
} from '@kalends/provider-port/sync';
import { inlineReader, type ObjectReader } from '@kalends/provider-port/sync';
import { Connection, type ConnectionOptions } from './connection.js';
import { discover, type Discovered } from './discovery.js';
import { listCalendars, type Listed } from './list-calendars.js';
import { createCalendar } from './create-calendar.js';
import { hrefOf } from './addresses.js';
import { proveIdentity } from './prove-identity.js';
import type { Place } from './list-changes.js';
import { readChanges } from './read-changes.js';
import { removeObject, upsertObject } from './write-object.js';

/** The discovery result of an account, kept between tasks; dropped when it proves wrong. */
export interface DiscoveryMemory {
  /** `withinMs`: not an older one; by default of the last day. */
  get(withinMs?: number): Discovered | undefined;
  set(discovered: Discovered | undefined): void;
}

/** In whose name invitations are sent is as new as this. */
const addressesMs = 3_600_000;

/** SOGo mails every guest, with any SCHEDULE-AGENT. It names no software, but its addresses have this path. */
const isSogo = (home: string): boolean => new URL(home).pathname.includes('/SOGo/');

/** A CalDAV account (RFC 4791). Calendars and objects are identified by the paths of their URLs. */
export class CaldavProvider implements CalendarProvider {
  private readonly connection: Connection;
  private readonly listed = new Map<string, Listed>();

  constructor(
    private readonly account: ConnectionOptions,
    private readonly memory: DiscoveryMemory,
    private readonly reader: ObjectReader = inlineReader,
  ) {
    this.connection = new Connection(account);
  }

  async calendars(requested?: RequestedCalendars): Promise<RemoteCalendar[]> {
    const remembered = this.memory.get();
    const listed = await this.list(remembered ?? (await this.discovered()), requested).catch(async (error: unknown) => {
      const moved = error instanceof ProviderError && error.failure === 'not-a-provider';
      if (!remembered || !moved) throw error;
      this.memory.set(undefined);
      return this.list(await this.discovered(), requested);
    });
    for (const one of listed) this.listed.set(one.calendar.href, one);
    return listed.map(({ calendar }) => calendar);
  }

  async ownAddresses(): Promise<string[]> {
    return (await this.discovered(addressesMs)).addresses;
  }

  /** Not in the name of somebody whose address it does not name. */
  async sendsInvitations(): Promise<boolean> {
    const { addresses, isAutomatic } = await this.discovered();
    return isAutomatic && addresses.length > 0;
  }

  prove(): Promise<ProvedIdentity> {
    const other = new Connection({ ...this.account, password: randomToken(24) });
    return proveIdentity(this.connection, other, this.account.url);
  }

  async createCalendar(requested: NewCalendar): Promise<RemoteCalendar> {
    const discovered = await this.discovered();
    const href = hrefOf(await createCalendar(this.connection, discovered, requested), discovered.homes[0]!);
    const created = (await this.calendars({ ctags: false })).find((one) => one.href === href);
    if (!created) throw new ProviderError('unavailable', 'The server does not list the calendar that it created.');
    return created;
  }

  async changes(
    calendar: RemoteCalendar,
    last: LastRead,
    onBatch: (batch: ChangeBatch) => Promise<void>,
  ): Promise<ChangesRead> {
    const syncCollection = this.listed.get(calendar.href)?.syncCollection;
    return readChanges(this.connection, await this.place(calendar), {
      ...last,
      cursor: last.listAll ? null : last.cursor,
      syncCollection,
      onBatch,
      reader: this.reader,
    });
  }

  async upsert(calendar: RemoteCalendar, target: WriteTarget, requested: RequestedChange): Promise<RemoteEvent> {
    const { addresses: ownAddresses, isAutomatic, homes } = await this.discovered(addressesMs);
    const scheduling = { ownAddresses, isAutomatic, ignoresAgents: isSogo(homes[0]!) };
    return upsertObject(this.connection, await this.place(calendar), { target, ...requested, scheduling });
  }

  async remove(calendar: RemoteCalendar, target: WriteTarget): Promise<void> {
    await removeObject(this.connection, await this.place(calendar), target);
  }

  private list(discovered: Discovered, requested?: RequestedCalendars): Promise<Listed[]> {
    return listCalendars(this.connection, discovered, requested);
  }

  private async discovered(withinMs?: number): Promise<Discovered> {
    const remembered = this.memory.get(withinMs);
    if (remembered) return remembered;
    const discovered = await discover(this.connection, this.account.url);
    this.memory.set(discovered);
    return discovered;
  }

  private async place(calendar: RemoteCalendar): Promise<Place> {
    const home = (await this.discovered()).homes[0]!;
    return { url: new URL(calendar.href, home).href, home };
  }
}
