import { resolveTimeZone } from '@kalends/icalendar';
import { headerOf, type SimulatorRequest } from '../../http/routing.js';
import { GraphError } from '../graph-error.js';

/** What a request's Prefer header requests, and the header that confirms it. */
export interface Preferences {
  /** The zone of times in the answer: its name as requested, and in IANA's database. */
  zone: { name: string; iana: string };
  text: boolean;
  /** Whether ids are those that stay when an event moves. */
  isImmutable: boolean;
  pageSize: number | undefined;
  headers: Record<string, string>;
}

/** The IANA zone of a Windows or IANA name; Graph's 400 if there is none. */
export function zoneOf(name: string): string {
  const zone = name.length > 100 ? null : resolveTimeZone(name);
  if (zone === null) {
    const text = `A valid TimeZone value must be specified. The following TimeZone value is not supported: '${name}'.`;
    throw new GraphError(400, 'TimeZoneNotSupportedException', text);
  }
  return zone;
}

/** Reads the Prefer header (RFC 7240); unknown preferences are ignored and not confirmed. */
export function preferencesOf(request: SimulatorRequest): Preferences {
  const given = (headerOf(request, 'prefer') ?? '').slice(0, 2000);
  const found = new Map<string, string>();
  for (const [, name, quoted, plain] of given.matchAll(/(?<![\w.-])([\w.-]+)\s*=\s*(?:"([^"]*)"|([^\s",;]*))/g)) {
    found.set(name!.toLowerCase(), quoted ?? plain!);
  }
  const applied: string[] = [];
  const size = Number(found.get('odata.maxpagesize'));
  const pageSize = Number.isInteger(size) && size > 0 ? Math.min(size, 1000) : undefined;
  if (pageSize !== undefined) applied.push(`odata.maxpagesize=${pageSize}`);
  const name = found.get('outlook.timezone');
  if (name !== undefined) applied.push(`outlook.timezone="${name}"`);
  const type = found.get('outlook.body-content-type');
  if (type === 'text' || type === 'html') applied.push(`outlook.body-content-type="${type}"`);
  const isImmutable = found.get('idtype') === 'ImmutableId';
  if (isImmutable) applied.push('IdType="ImmutableId"');
  const zone = { name: name ?? 'UTC', iana: name === undefined ? 'UTC' : zoneOf(name) };
  const headers: Record<string, string> = applied.length > 0 ? { 'preference-applied': applied.join(', ') } : {};
  return { zone, text: type === 'text', isImmutable, pageSize, headers };
}
