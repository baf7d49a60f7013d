import { ProviderError, type NewCalendar, type RemoteCalendar } from '@kalends/provider-port/sync';
import { colorNameOf, colorOf } from './colors.js';
import { readPages } from './fetch-series.js';
import type { GraphApi } from './graph-api.js';
import { isGranted } from './granted-scopes.js';
import { calendar as calendarBody, type GraphCalendar } from './resources.js';

/** What the account permits for its calendars. */
export interface Rights {
  mayWrite: boolean;
  /** The same for calendars that others share; they need permissions of their own. */
  ofShared: 'none' | 'read' | 'write';
  /** A personal account has no Teams meetings. */
  personal: boolean;
}

export const rightsOf = (scope: readonly string[], personal: boolean): Rights => ({
  mayWrite: isGranted(scope, 'Calendars.ReadWrite', 'Calendars.ReadWrite.Shared'),
  ofShared: isGranted(scope, 'Calendars.ReadWrite.Shared')
    ? 'write'
    : isGranted(scope, 'Calendars.Read.Shared')
      ? 'read'
      : 'none',
  personal,
});

const addressOf = ({ owner }: GraphCalendar) => owner?.address?.toLowerCase();

/**
 * Whether a calendar is somebody else's: its owner is whoever shares it (graph/resources/calendar), and that of the default
 * calendar is the user.
 */
function sharedAmong(all: readonly GraphCalendar[]): (one: GraphCalendar) => boolean {
  const own = all.find((one) => one.isDefaultCalendar === true);
  const user = own && addressOf(own);
  return (one) => user !== undefined && addressOf(one) !== undefined && addressOf(one) !== user;
}

function calendarOf(one: GraphCalendar, { mayWrite, personal }: Rights): RemoteCalendar {
  const readonly = !mayWrite || one.canEdit !== true;
  const color = colorOf({ color: one.color, hexColor: one.hexColor ?? null });
  const isTeams = !personal && (one.allowedOnlineMeetingProviders ?? []).includes('teamsForBusiness');
  return {
    href: one.id,
    name: one.name ?? one.id,
    readonly,
    primary: one.isDefaultCalendar === true,
    ...(color === undefined ? {} : { color }),
    ...(isTeams && !readonly ? { integratedConferencing: true } : {}),
  };
}

/** The calendars of all groups of the account. */
export async function rawCalendars(api: GraphApi): Promise<GraphCalendar[]> {
  const found: GraphCalendar[] = [];
  const call = { query: { $top: '100' } };
  const end = await readPages(api, { path: '/me/calendars', call }, async (items) => {
    found.push(...items.flatMap((item) => calendarBody.safeParse(item).data ?? []));
  });
  if ('failed' in end) {
    throw new ProviderError('unavailable', `Microsoft answered ${end.failed.status} to the list of calendars.`);
  }
  return found;
}

/**
 * The default one first. A shared calendar is listed only if its events can be read (graph/outlook-get-shared-events-calendars):
 * one that stays unread would leave its user never free.
 */
export async function listCalendars(api: GraphApi, rights: Rights): Promise<RemoteCalendar[]> {
  const all = await rawCalendars(api);
  const isShared = sharedAmong(all);
  const ofShared = { ...rights, mayWrite: rights.ofShared === 'write' };
  const listed = all.flatMap((one) => {
    if (!isShared(one)) return [calendarOf(one, rights)];
    return rights.ofShared === 'none' ? [] : [calendarOf(one, ofShared)];
  });
  return listed.sort((a, b) => Number(b.primary) - Number(a.primary));
}

/**
 * Creates a calendar. A name is unique in a mailbox: if it is taken (409, also after a creation whose answer was lost), the
 * calendar with that name is the one.
 */
export async function createCalendar(
  api: GraphApi,
  { name, color }: NewCalendar,
  rights: Rights,
): Promise<RemoteCalendar> {
  const chosen = colorNameOf(color);
  const body = { name, ...(chosen === undefined ? {} : { color: chosen }) };
  const { status, body: created } = await api.read('/me/calendars', calendarBody, { method: 'POST', body });
  if (created) return calendarOf(created, rights);
  if (status !== 409) throw new ProviderError('unavailable', `Microsoft answered ${status} to a new calendar.`);
  const existing = (await rawCalendars(api)).find((one) => one.name?.toLowerCase() === name.toLowerCase());
  if (existing) return calendarOf(existing, rights);
  throw new ProviderError('refused', 'Microsoft reports that the calendar’s name is taken, and lists none with it.');
}
