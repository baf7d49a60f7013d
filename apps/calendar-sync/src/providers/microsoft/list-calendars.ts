import { ProviderError, type NewCalendar, type RemoteCalendar } from '../port/provider.port.js';
import { colorNameOf, colorOf } from './colors.js';
import { readPages } from './fetch-series.js';
import type { GraphApi } from './graph-api.js';
import { calendar as calendarBody, type GraphCalendar } from './resources.js';

/** What the account permits for its calendars. */
export interface Rights {
  mayWrite: boolean;
  /** A personal account has no Teams meetings. */
  personal: boolean;
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

/** The default one first. */
export async function listCalendars(api: GraphApi, rights: Rights): Promise<RemoteCalendar[]> {
  const listed = (await rawCalendars(api)).map((one) => calendarOf(one, rights));
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
  throw new ProviderError('refused', 'Microsoft says that the calendar’s name is taken, and lists none with it.');
}
