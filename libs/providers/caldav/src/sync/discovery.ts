import { ProviderError } from '@kalends/provider-port/sync';
import { resolveHref, withSlash } from './addresses.js';
import type { Connection, DavAnswer } from './connection.js';
import { firstThatAnswers, optional, unlessFaulty } from './failures.js';
import type { DavResource } from './multistatus.js';
import { childNames, hrefsIn } from './xml.js';

/** Locations of an account's calendars. */
export interface Discovered {
  /** Collections that contain calendars (RFC 4791 §6.2.1), or the one calendar that the given address itself is. */
  homes: string[];
  isCalendar: boolean;
  /** The user's own e-mail addresses (RFC 6638 §2.4.1). */
  addresses: string[];
  /** Whether the server sends the invitations of events that it stores (RFC 6638 §2). */
  isAutomatic: boolean;
  /** URL of the default calendar for new events (RFC 6638 §9.2), if the server names one. */
  defaultCalendar?: string;
}

const rootProps = ['d:resourcetype', 'd:current-user-principal', 'c:calendar-home-set'];
const principalProps = ['c:calendar-home-set', 'c:calendar-user-address-set', 'c:schedule-inbox-URL'];

const firstOf = ({ resources }: DavAnswer): DavResource | undefined => resources.find(({ status }) => status < 300);

const urlsOf = (answer: DavAnswer, name: string): string[] =>
  hrefsIn(firstOf(answer)?.props[name]).map((href) => withSlash(resolveHref(href, answer.url)));

const addressesIn = (answer: DavAnswer): string[] =>
  hrefsIn(firstOf(answer)?.props['calendarUserAddressSet'])
    .filter((href) => /^mailto:/i.test(href))
    .map((href) => href.slice('mailto:'.length).trim().toLowerCase())
    .filter((address) => address !== '');

async function defaultCalendarOf(connection: Connection, inbox: string | undefined): Promise<string | undefined> {
  if (inbox === undefined) return undefined;
  const answer = await optional(
    unlessFaulty(connection.propfind(inbox, { depth: '0' }, ['c:schedule-default-calendar-URL'])),
  );
  return answer && urlsOf(answer, 'scheduleDefaultCalendarUrl')[0];
}

const announcesScheduling = (dav: string): boolean => /(^|,)\s*calendar-auto-schedule\s*(,|$)/i.test(dav);

/** Servers announce it with OPTIONS, some with every answer; `dav`: what another answer announced. */
async function isAutomaticAt(connection: Connection, home: string, dav: string): Promise<boolean> {
  if (announcesScheduling(dav)) return true;
  const announced = await optional(unlessFaulty(connection.announcedAt(home)));
  return announced !== undefined && announcesScheduling(announced);
}

async function fromPrincipal(connection: Connection, principal: string): Promise<Discovered | undefined> {
  const answer = await connection.propfind(principal, { depth: '0' }, principalProps);
  const homes = urlsOf(answer, 'calendarHomeSet');
  if (homes.length === 0) return undefined;
  const defaultCalendar = await defaultCalendarOf(connection, urlsOf(answer, 'scheduleInboxUrl')[0]);
  const addresses = [...new Set(addressesIn(answer))];
  const isAutomatic = await isAutomaticAt(connection, homes[0]!, answer.dav);
  return {
    homes,
    isCalendar: false,
    addresses,
    isAutomatic,
    ...(defaultCalendar === undefined ? {} : { defaultCalendar }),
  };
}

const isCalendar = (resource: DavResource): boolean => childNames(resource.props['resourcetype']).includes('calendar');

async function at(connection: Connection, url: string): Promise<Discovered | undefined> {
  const answer = await connection.propfind(url, { depth: '0' }, rootProps);
  const found = firstOf(answer);
  if (!found) return undefined;
  if (isCalendar(found)) return { homes: [withSlash(answer.url)], isCalendar: true, addresses: [], isAutomatic: false };
  const principal = urlsOf(answer, 'currentUserPrincipal')[0] ?? urlsOf(answer, 'calendarHomeSet')[0];
  const discovered = principal === undefined ? undefined : await fromPrincipal(connection, principal);
  if (discovered) return discovered;
  const homes = urlsOf(answer, 'calendarHomeSet');
  if (homes.length > 0) return { homes, isCalendar: false, addresses: [], isAutomatic: false };
  const below = await connection.propfind(answer.url, { depth: '1' }, ['d:resourcetype']);
  return below.resources.some(isCalendar)
    ? { homes: [withSlash(answer.url)], isCalendar: false, addresses: [], isAutomatic: false }
    : undefined;
}

/**
 * Finds the calendars behind an address that a user entered: the address itself, the server's well-known one (RFC 6764
 * §5), the principal (RFC 5397) and its calendar-home-set (RFC 4791 §6.2.1). If the address is a home or a calendar, it
 * is used as such.
 */
export async function discover(connection: Connection, url: string): Promise<Discovered> {
  const wellKnown = new URL('/.well-known/caldav', url).href;
  const found = await firstThatAnswers([url, wellKnown].map((one) => () => at(connection, one)));
  if (found) return found;
  throw new ProviderError('not-a-provider', `No calendars (CalDAV) were found at ${new URL(url).host}.`);
}
