import type { WorkingHours } from '@kalends/contracts';
import type { EventsRight } from '@kalends/provider-port';
import {
  ProviderError,
  type CalendarProvider,
  type ChangeBatch,
  type ChangesRead,
  type LastRead,
  type NewCalendar,
  type RemoteCalendar,
  type RemoteEvent,
  type RequestedChange,
  type WatchRequest,
  type WriteTarget,
  type ProfileTokens,
} from '@kalends/provider-port/sync';
import { rightsIn } from '../rights.js';
import { eventsPath, GoogleApi, type GoogleApiOptions } from './google-api.js';
import { offersMeet } from './conferences.js';
import { createCalendar } from './create-calendar.js';
import { readChanges } from './read-changes.js';
import { itemsOf, type GoogleCalendar, type GoogleList } from './resources.js';
import { removeEvent, upsertEvent } from './write-event.js';
import { zoneOf } from './times.js';
import { readWorkingHours } from './working-hours.js';

const writers = new Set(['writerWithoutPrivateAccess', 'writer', 'owner']);

const isReadOnly = (one: GoogleCalendar, right: EventsRight) => right !== 'write' || !writers.has(one.accessRole ?? '');

const calendarOf = (one: GoogleCalendar, right: EventsRight): RemoteCalendar => ({
  href: one.id,
  name: one.summaryOverride ?? one.summary ?? one.id,
  readonly: isReadOnly(one, right),
  primary: one.primary === true,
  ...(one.backgroundColor === undefined ? {} : { color: one.backgroundColor }),
  ...(offersMeet(one) && !isReadOnly(one, right) ? { integratedConferencing: true } : {}),
  ...(one.timeZone === undefined ? {} : { tzid: zoneOf({ timeZone: one.timeZone }, 'Etc/UTC') }),
});

/** A Google account's calendars (Calendar API v3). Calendars and events are identified by Google's ids. */
export class GoogleProvider implements CalendarProvider {
  private readonly api: GoogleApi;

  constructor(private readonly options: GoogleApiOptions & { tokens: ProfileTokens }) {
    this.api = new GoogleApi(options);
  }

  /** A calendar is also read-only if its user may write to it but has not granted write access. */
  async calendars(): Promise<RemoteCalendar[]> {
    const right = await this.right();
    const found = (await this.list()).filter(({ deleted }) => deleted !== true);
    const listed = found.map((one) => calendarOf(one, right));
    return listed.sort((a, b) => Number(b.primary) - Number(a.primary));
  }

  /** The primary calendar's id is the account's address. */
  async ownAddresses(): Promise<string[]> {
    const primary = (await this.list()).find((one) => one.primary === true)?.id.toLowerCase();
    return primary?.includes('@') ? [primary] : [];
  }

  async createCalendar(requested: NewCalendar): Promise<RemoteCalendar> {
    return calendarOf(await createCalendar(this.api, await this.list(), requested), await this.right());
  }

  async workingHours(): Promise<WorkingHours | null> {
    return readWorkingHours(this.api, await this.options.tokens.scope());
  }

  async changes(
    calendar: RemoteCalendar,
    { cursor, known, listAll = false }: LastRead,
    onBatch: (batch: ChangeBatch) => Promise<void>,
  ): Promise<ChangesRead> {
    const timesOnly = (await this.right()) === 'times';
    return readChanges({ api: this.api, calendar, known, onBatch, timesOnly, listAll }, cursor);
  }

  upsert(calendar: RemoteCalendar, target: WriteTarget, requested: RequestedChange): Promise<RemoteEvent> {
    return upsertEvent(this.api, calendar, { target, ...requested });
  }

  remove(calendar: RemoteCalendar, target: WriteTarget): Promise<void> {
    return removeEvent(this.api, calendar, target);
  }

  async watch(calendar: RemoteCalendar, { channelId: id, address, token }: WatchRequest) {
    const body = { id, type: 'web_hook', address, token };
    const answer = await this.api.call<{ resourceId: string; expiration: string }>(
      `${eventsPath(calendar.href)}/watch`,
      { method: 'POST', body },
    );
    if (answer.status >= 400) throw new ProviderError('unavailable', `Google answered ${answer.status} to a channel.`);
    return { resourceId: answer.body.resourceId, expiresAt: Number(answer.body.expiration) };
  }

  async unwatch({ channelId: id, resourceId }: { channelId: string; resourceId: string }): Promise<void> {
    await this.api.call('/channels/stop', { method: 'POST', body: { id, resourceId } });
  }

  private async right(): Promise<EventsRight> {
    return rightsIn(await this.options.tokens.scope()).events;
  }

  private async list(): Promise<GoogleCalendar[]> {
    const items: GoogleCalendar[] = [];
    for (let pageToken: string | undefined; ;) {
      const { status, body } = await this.api.call<GoogleList<GoogleCalendar>>('/users/me/calendarList', {
        // a calendar that the user hides still belongs to the account
        query: { maxResults: '250', showHidden: 'true', pageToken },
      });
      if (status >= 400) throw new ProviderError('unavailable', `Google answered ${status} to the list of calendars.`);
      items.push(...itemsOf(body));
      pageToken = body.nextPageToken;
      if (pageToken === undefined) return items;
    }
  }
}
