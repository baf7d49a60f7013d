import { resolveTimeZone } from '@kalends/icalendar';
import { ProviderError, type RequestedCalendars, type RemoteCalendar } from '@kalends/provider-port/sync';
import { hrefOf, resolveHref, samePath, withSlash } from './addresses.js';
import type { Connection } from './connection.js';
import type { DavResource } from './multistatus.js';
import type { Discovered } from './discovery.js';
import { child, childNames, listOf, textOf } from './xml.js';

/** A calendar with the properties needed to read it. */
export interface Listed {
  calendar: RemoteCalendar;
  /** RFC 6578; undefined: the server does not list the reports that it supports. */
  syncCollection: boolean | undefined;
}

const props = [
  'd:resourcetype',
  'd:displayname',
  'd:current-user-privilege-set',
  'd:supported-report-set',
  'c:supported-calendar-component-set',
  'c:calendar-timezone',
  'ca:calendar-color',
];

function supportsEvents({ props: { resourcetype, supportedCalendarComponentSet } }: DavResource): boolean {
  if (!childNames(resourcetype).includes('calendar')) return false;
  const components = listOf(child(supportedCalendarComponentSet, 'comp'));
  const names = components.map((one) => textOf(child(one, '_attributes', 'name'))?.toUpperCase());
  return names.length === 0 || names.includes('VEVENT');
}

/** RFC 3744 §5.4; a server that does not report privileges is assumed to allow writes until it refuses one. */
function isReadonly(privileges: unknown): boolean {
  const granted = listOf(child(privileges, 'privilege')).flatMap((one) => childNames(one));
  return granted.length > 0 && !granted.some((name) => ['all', 'write', 'writeContent', 'bind'].includes(name));
}

/** The IANA zone of a calendar-timezone property (RFC 4791 §5.2.2). */
function zoneOf(value: unknown): string | undefined {
  const text = textOf(value)?.replace(/\r?\n[ \t]/g, '');
  const names = [/^X-LIC-LOCATION:(.+)$/m, /^TZID[^:\r\n]*:(.+)$/m].map((line) => line.exec(text ?? '')?.[1]?.trim());
  for (const name of names) {
    const zone = name === undefined ? null : resolveTimeZone(name);
    if (zone) return zone;
  }
  return undefined;
}

/** `#RRGGBB`, also from `#RRGGBBAA`. */
const colorOf = (value: unknown): string | undefined => /^#[0-9a-f]{6}/i.exec(textOf(value)?.trim() ?? '')?.[0];

const nameOf = (href: string): string => {
  const last =
    href
      .split('/')
      .filter((part) => part !== '')
      .at(-1) ?? href;
  try {
    return decodeURIComponent(last);
  } catch {
    return last;
  }
};

function toListed(resource: DavResource, url: string, home: string): Listed {
  const found = resource.props;
  const href = hrefOf(url, home);
  const color = colorOf(found['calendarColor']);
  const tzid = zoneOf(found['calendarTimezone']);
  // RFC 6578 §4: it changes with every change as well
  const ctag = textOf(found['getctag']) ?? textOf(found['syncToken']);
  const reports = listOf(child(found['supportedReportSet'], 'supportedReport'));
  const known = reports.flatMap((one) => childNames(child(one, 'report')));
  return {
    calendar: {
      href,
      name: textOf(found['displayname'])?.trim() || nameOf(href),
      readonly: isReadonly(found['currentUserPrivilegeSet']),
      primary: false,
      ...(color === undefined ? {} : { color }),
      ...(tzid === undefined ? {} : { tzid }),
      ...(ctag === undefined ? {} : { ctag }),
    },
    syncCollection: known.length === 0 ? undefined : known.includes('syncCollection'),
  };
}

function choosePrimary(listed: Listed[], defaultHref: string | undefined): void {
  const chosen =
    listed.find(({ calendar }) => defaultHref !== undefined && samePath(calendar.href, defaultHref)) ??
    listed.find(({ calendar }) => !calendar.readonly) ??
    listed[0];
  if (chosen) chosen.calendar.primary = true;
}

/** The calendars that can contain events, in the order of their hrefs; one of them is primary. */
export async function listCalendars(
  connection: Connection,
  discovered: Discovered,
  { ctags = true }: RequestedCalendars = {},
): Promise<Listed[]> {
  const { homes, defaultCalendar } = discovered;
  const requestedProps = ctags ? [...props, 'cs:getctag', 'd:sync-token'] : props;
  const base = homes[0]!;
  const listed = new Map<string, Listed>();
  for (const home of homes) {
    const answer = await connection.propfind(home, { depth: discovered.isCalendar ? '0' : '1' }, requestedProps);
    if (answer.status !== 207) {
      throw new ProviderError('not-a-provider', `${new URL(home).host} answered ${answer.status} for its calendars.`);
    }
    for (const resource of answer.resources.filter(supportsEvents)) {
      const one = toListed(resource, withSlash(resolveHref(resource.href, answer.url)), base);
      listed.set(one.calendar.href, one);
    }
  }
  const all = [...listed.values()].sort((a, b) => (a.calendar.href < b.calendar.href ? -1 : 1));
  choosePrimary(all, defaultCalendar === undefined ? undefined : hrefOf(defaultCalendar, base));
  return all;
}
