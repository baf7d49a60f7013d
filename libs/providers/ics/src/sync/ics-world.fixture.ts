import { createServer, type IncomingHttpHeaders } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEgress, sha256 } from '@kalends/security';
import { createLogger } from '@kalends/service-runtime';
import { create } from './index.js';

export const egress = createEgress({ allowNetworks: ['127.0.0.0/8', '::1/128'], timeoutMs: 60_000 });
const log = createLogger({ service: 'calendar-sync', level: 'silent' });

export interface Answer {
  status?: number;
  headers?: Record<string, string>;
  body?: string | Uint8Array;
}

/** A server whose answer to each request is `answer`'s, and what it was sent. */
export async function startPublisher(answer: (headers: IncomingHttpHeaders, path: string) => Answer) {
  const requests: { path: string; headers: IncomingHttpHeaders }[] = [];
  const server = createServer(({ url: path = '', headers }, response) => {
    requests.push({ path, headers });
    const { status = 200, headers: sent = {}, body = '' } = answer(headers, path);
    response.writeHead(status, { 'content-type': 'text/calendar', ...sent }).end(body);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  const stop = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { url, requests, stop };
}

/** An answer with a validator, or 304 to whoever has it. */
export function conditional(body: string, headers: IncomingHttpHeaders): Answer {
  const etag = `"${sha256(body)}"`;
  return headers['if-none-match'] === etag ? { status: 304 } : { body, headers: { etag } };
}

/** Opens published calendars, each call as another task of the same process. */
export function openIcs() {
  const half = create({ egress, config: {}, clock: () => 0, log, tokenOf: () => '' });
  const open = (address: string) =>
    half.open({
      providerName: 'ics',
      profileId: 'pro_1',
      url: new URL(address.replace(/^webcal/, 'http')).origin,
      username: 'published',
      password: address,
      deadline: (maxMs) => maxMs,
      whileStored: (fetch) => fetch,
    });
  return { open, close: () => half.close!() };
}

export const calendarOf = (...lines: string[]): string =>
  ['BEGIN:VCALENDAR', 'VERSION:2.0', 'PRODID:-//Someone//EN', ...lines, 'END:VCALENDAR', ''].join('\r\n');

export const eventOf = (uid: string, ...lines: string[]): string[] => [
  'BEGIN:VEVENT',
  `UID:${uid}`,
  'DTSTAMP:20261101T120000Z',
  'DTSTART:20261201T100000Z',
  'DTEND:20261201T110000Z',
  ...lines,
  'END:VEVENT',
];
