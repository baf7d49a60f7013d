import type {
  ProfileTokens,
  CalendarProvider,
  ChangeBatch,
  ChangesRead,
  LastRead,
  ListedResources,
  NewCalendar,
  RemoteCalendar,
  RemoteEvent,
  RequestedChange,
  WriteTarget,
} from '@kalends/provider-port/sync';
import type { WorkingHours } from '@kalends/contracts';
import type { EpochMs } from '@kalends/icalendar';
import { sha256 } from '@kalends/security';
import { GraphApi, type GraphApiOptions } from './graph-api.js';
import { createCalendar, listCalendars, rightsOf, type Rights } from './list-calendars.js';
import { readChanges } from './read-changes.js';
import { user } from './resources.js';
import { listRooms } from './list-rooms.js';
import { renew, subscribe, unsubscribe } from './subscriptions.js';
import { readMailboxZone } from './mailbox-zone.js';
import { readWorkingHours } from './working-hours.js';
import { removeEvent, upsertEvent } from './write-event.js';

export interface MicrosoftOptions extends GraphApiOptions {
  tokens: ProfileTokens;
  /** The account is a personal one (Outlook.com), not one of an organization. */
  personal: boolean;
  /** Notifications can reach us; false: calendars are only polled. */
  push?: boolean;
}

/** The calendars of a Microsoft account (Graph v1.0). Calendars and events are identified by Graph's ids. */
export class MicrosoftProvider implements CalendarProvider {
  private readonly api: GraphApi;
  /** The address of notifications is Microsoft's own, so there is no channel without it. */
  readonly watch?: NonNullable<CalendarProvider['watch']>;

  constructor(private readonly options: MicrosoftOptions) {
    this.api = new GraphApi(options);
    if (options.push) {
      this.watch = (calendar, { address, ...channel }) =>
        subscribe(this.api, calendar, { channel: { ...channel, address: this.ownAddress(address) }, now: this.now() });
    }
  }

  /** A calendar is also read-only if its user may write to it but has not granted write access. */
  async calendars(): Promise<RemoteCalendar[]> {
    return listCalendars(this.api, await this.rights());
  }

  async ownAddresses(): Promise<string[]> {
    const { body } = await this.api.read('/me', user, { query: { $select: 'id,mail,userPrincipalName' } });
    const found = [body?.mail, body?.userPrincipalName].flatMap((one) => one?.toLowerCase() ?? []);
    // the name of a guest is no address
    return [...new Set(found)].filter((one) => one.includes('@') && !one.includes('#ext#'));
  }

  async createCalendar(requested: NewCalendar): Promise<RemoteCalendar> {
    return createCalendar(this.api, requested, await this.rights());
  }

  async resources(): Promise<ListedResources> {
    return listRooms(this.api, { personal: this.options.personal, scope: await this.options.tokens.scope() });
  }

  async workingHours(): Promise<WorkingHours | null> {
    return readWorkingHours(this.api, await this.options.tokens.scope());
  }

  async timeZone(): Promise<string | null> {
    return readMailboxZone(this.api, await this.options.tokens.scope());
  }

  changes(
    calendar: RemoteCalendar,
    { cursor, known, listAll = false }: LastRead,
    onBatch: (batch: ChangeBatch) => Promise<void>,
  ): Promise<ChangesRead> {
    return readChanges({ api: this.api, calendar, known, onBatch, now: this.now(), listAll }, cursor);
  }

  upsert(calendar: RemoteCalendar, target: WriteTarget, requested: RequestedChange): Promise<RemoteEvent> {
    return upsertEvent(this.api, calendar, { target, ...requested });
  }

  remove(calendar: RemoteCalendar, target: WriteTarget): Promise<void> {
    return removeEvent(this.api, calendar, target);
  }

  renewWatch({ resourceId }: { resourceId: string }): Promise<{ expiresAt: EpochMs } | null> {
    return renew(this.api, { id: resourceId, now: this.now() });
  }

  unwatch({ resourceId }: { resourceId: string }): Promise<void> {
    return unsubscribe(this.api, resourceId);
  }

  /** The address of notifications that no other profile has. */
  private ownAddress(address: string): string {
    const url = new URL(address);
    if (this.options.mailbox !== undefined) url.searchParams.set('of', sha256(this.options.mailbox).slice(0, 16));
    return url.href;
  }

  private now(): EpochMs {
    return (this.options.clock ?? Date.now)();
  }

  private async rights(): Promise<Rights> {
    return rightsOf(await this.options.tokens.scope(), this.options.personal);
  }
}
