import { missingForRadicale, skipFor, startRadicale, type Radicale } from '@kalends/testing';
import { afterAll, afterEach, beforeAll, beforeEach } from 'vitest';
import { startProxy, type Proxy, objectOf } from '@kalends/provider-port/testing';
import type { ChangeBatch, Known, RemoteCalendar } from '@kalends/provider-port/sync';
import type { CaldavProvider } from './caldav-provider.js';
import { accountAt, createCalendar, send } from './caldav.fixture.js';

const plain = ['DTSTART:20261201T100000Z', 'DTEND:20261201T110000Z', 'SUMMARY:Theirs'];

/** A server behind a proxy that can misbehave; calendar, address and account are separate for each test. */
export interface FaultyServer {
  radicale: Radicale;
  proxy: Proxy;
  /** The calendar at the server itself, without the proxy. */
  url: string;
  provider: CaldavProvider;
  calendar: RemoteCalendar;
  /** Another client's event. */
  put(name: string, uid: string, ...lines: string[]): Promise<unknown>;
  /** From now on the proxy itself answers everything. */
  answer(status: number, headers?: Record<string, string>, body?: string): void;
}

let calendars = 0;

/** Runs the surrounding tests against Radicale, or skips them if it is missing. Filled in when a test begins. */
export function useFaultyServer(): FaultyServer {
  const missing = missingForRadicale();
  const at = {} as FaultyServer;

  beforeAll(async () => {
    if (missing !== undefined) return;
    at.radicale = await startRadicale();
    at.proxy = await startProxy(at.radicale.url);
  }, 60_000);
  afterAll(async () => {
    await at.proxy?.stop();
    await at.radicale?.stop();
  });
  beforeEach(async (context) => {
    if (missing !== undefined) return skipFor(context, missing);
    const path = `calendar-${++calendars}`;
    at.url = await createCalendar(at.radicale, path, path);
    at.provider = accountAt(at.proxy.url);
    at.calendar = (await at.provider.calendars()).find(({ name }) => name === path)!;
    at.proxy.drain();
  });
  afterEach(() => at.proxy?.heal());

  at.put = (name, uid, ...lines) => send(`${at.url}${name}`, 'PUT', objectOf(uid, ...plain, ...lines));
  at.answer = (status, headers = {}, body = '') =>
    at.proxy.misbehave(async (_exchange, response) => {
      response.writeHead(status, headers).end(body);
      return true;
    });
  return at;
}

/** All that a read reports, with its batches combined. */
export async function readAll(
  provider: CaldavProvider,
  calendar: RemoteCalendar,
  cursor: string | null,
  known: Known = new Map(),
  listAll = false,
) {
  const total: Required<ChangeBatch> = { changed: [], removed: [], unchanged: [], skipped: [] };
  const read = await provider.changes(calendar, { cursor, known, listAll }, async (batch) => {
    total.changed.push(...batch.changed);
    total.removed.push(...batch.removed);
    total.unchanged.push(...(batch.unchanged ?? []));
    total.skipped.push(...(batch.skipped ?? []));
  });
  return { ...read, ...total };
}
