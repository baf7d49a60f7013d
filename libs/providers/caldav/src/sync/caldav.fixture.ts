import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { createEgress } from '@kalends/security';
import type { Radicale } from '@kalends/testing';
import { CaldavProvider } from './caldav-provider.js';
import { createDavFetch } from './dav-fetch.js';
import type { Discovered } from './discovery.js';
import type { ReportMemory } from './report-memory.js';

const loopback = createEgress({ allowNetworks: ['127.0.0.0/8', '::1/128'], timeoutMs: 120_000 });
const guarded = createEgress({ allowNetworks: [] });
const limits = { timeoutMs: 120_000, maxBodyBytes: 32 * 1_048_576 };

/** Connects to this machine; with `allowLoopback: false` only to what the service can reach by default. */
export const fetchFor = (options: { allowLoopback?: boolean; maxBodyBytes?: number } = {}): typeof globalThis.fetch => {
  const { allowLoopback = true, ...rest } = options;
  return createDavFetch(allowLoopback ? loopback : guarded, { ...limits, ...rest });
};

/** A CalDAV account as the service creates it, on a local server. */
export function accountAt(
  url: string,
  options: { password?: string; providerName?: string; fetch?: typeof globalThis.fetch; reports?: ReportMemory } = {},
) {
  let discovered: Discovered | undefined;
  const { password = 'secret', providerName = 'caldav', fetch = fetchFor(), reports } = options;
  return new CaldavProvider(
    { providerName, url, username: 'ada', password, fetch, ...(reports ? { reports } : {}) },
    { get: () => discovered, set: (found) => (discovered = found) },
  );
}

const authorization = `Basic ${Buffer.from('ada:secret').toString('base64')}`;

/** Sends requests as another client of the same user. */
export async function send(url: string, method: string, body?: string): Promise<Response> {
  const headers = { authorization, 'content-type': method === 'PUT' ? 'text/calendar; charset=utf-8' : 'text/xml' };
  const response = await fetch(url, { method, headers, ...(body === undefined ? {} : { body }) });
  if (response.status >= 400) throw new Error(`${method} ${url}: ${response.status} ${await response.text()}`);
  return response;
}

/** A named calendar for events, owned by Ada. */
export async function createCalendar(radicale: Radicale, path: string, name: string, extra = ''): Promise<string> {
  const url = `${radicale.url}ada/${path}/`;
  await createCalendarAt(url, name, extra);
  return url;
}

/** A calendar for events at an address. */
export async function createCalendarAt(url: string, name: string, extra = ''): Promise<void> {
  const body = `<c:mkcalendar xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav" xmlns:ca="http://apple.com/ns/ical/">
    <set><prop><displayname>${name}</displayname>${extra}</prop></set></c:mkcalendar>`;
  await send(url, 'MKCALENDAR', body);
}

/** Puts many objects one after the other, a few at a time. */
export async function putAll(url: string, objects: ReadonlyMap<string, string>): Promise<void> {
  const waiting = [...objects];
  const worker = async () => {
    for (let next = waiting.pop(); next; next = waiting.pop()) await send(`${url}${next[0]}`, 'PUT', next[1]);
  };
  await Promise.all(Array.from({ length: 4 }, worker));
}

/** Puts many objects in one step, directly into Radicale's storage. */
export async function fill(radicale: Radicale, path: string, objects: ReadonlyMap<string, string>): Promise<void> {
  const folder = join(radicale.dir, 'collections/collection-root/ada', path);
  for (const [name, object] of objects) await writeFile(join(folder, name), object);
}
