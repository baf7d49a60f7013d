import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import { gzipSync } from 'node:zlib';
import { calendarObject } from './calendars.js';
import { hostileTexts, mutate, type Random } from '../harness/random.js';

const password = 'right';
export const credentials = { username: 'fuzz', password };

const escape = (text: string) =>
  text
    .replaceAll('&', '&amp;')
    .replaceAll('<', '&lt;')
    .replaceAll(/[^\t\n\r\x20-\ud7ff\ue000-\ufffd]/g, '\ufffd');
const response = (href: string, properties: string) =>
  `<d:response><d:href>${href}</d:href><d:propstat><d:prop>${properties}</d:prop>` +
  '<d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response>';
const multistatus = (inner: string) =>
  `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${inner}</d:multistatus>`;

/** Complete responses that no server should send; each caused a finding in the past. */
const bombs: ((random: Random) => { body: Buffer; headers?: Record<string, string>; status?: number })[] = [
  () => ({ body: gzipSync('<a>'.repeat(4_500_000)), headers: { 'content-encoding': 'gzip' } }),
  () => ({ body: Buffer.from(multistatus('<d:x>'.repeat(100_000))) }),
  () => ({ body: Buffer.from(multistatus('<d:response/>'.repeat(200_000))) }),
  () => ({ body: Buffer.from('<!DOCTYPE a [<!ENTITY b "bbbbbbbbbb">]><a>&b;&b;</a>') }),
  () => ({ body: Buffer.from(`<a ${'b="c" '.repeat(100_000)}/>`) }),
  (random) => ({ body: Buffer.from(random.pick(hostileTexts)), status: random.pick([200, 204, 302, 404, 500, 507]) }),
];

/**
 * A CalDAV server that anyone could run: discovery works, and further responses are random. `share`: the share of hostile
 * responses.
 */
export async function startHostileCaldav(random: Random, share: number) {
  let version = 0;
  const objects = () => Array.from({ length: 1 + random.int(6) }, (_, n) => `/home/a/${n}-${version}.ics`);
  const properties =
    '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>Fuzz</d:displayname>' +
    '<d:current-user-principal><d:href>/p/</d:href></d:current-user-principal>' +
    '<c:calendar-home-set><d:href>/home/</d:href></c:calendar-home-set>' +
    '<c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>' +
    '<d:supported-report-set><d:supported-report><d:report><d:sync-collection/></d:report></d:supported-report></d:supported-report-set>';
  const etag = (href: string) => `<d:getetag>"${href}"</d:getetag>`;
  const withData = (href: string) =>
    response(href, `${etag(href)}<c:calendar-data>${escape(calendarObject(random, href))}</c:calendar-data>`);

  function answer(method: string, url: string, body: string): string {
    if (method !== 'REPORT') {
      const token = `<d:sync-token>t${version}</d:sync-token><d:getetag>"${version}"</d:getetag>`;
      const inner = url === '/home/' ? ['/home/', '/home/a/'] : [url];
      return multistatus(inner.map((href) => response(href, properties + token)).join(''));
    }
    const requested = [...body.matchAll(/<[^>]*href[^>]*>([^<]+)</g)].map(([, href]) => href!);
    if (body.includes('multiget')) return multistatus(requested.map(withData).join(''));
    version += 1;
    const listed = objects();
    return multistatus(listed.map((href) => response(href, etag(href))).join('') + `<d:sync-token>t${version}</d:sync-token>`); // prettier-ignore
  }

  async function handle(request: IncomingMessage, reply: ServerResponse): Promise<void> {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    const [, given = ''] = (request.headers.authorization ?? '').split(' ');
    if (Buffer.from(given, 'base64').toString() !== `${credentials.username}:${password}`) {
      reply.writeHead(401, { 'www-authenticate': 'Basic realm="fuzz"' }).end();
      return;
    }
    const type = { 'content-type': 'application/xml; charset=utf-8', dav: '1, calendar-access' };
    if (request.method === 'PUT' || request.method === 'DELETE') {
      reply.writeHead(random.pick([201, 204, 403, 412, 500])).end();
      return;
    }
    if (random.chance(share)) {
      const { body, headers = {}, status = 207 } = random.pick(bombs)(random);
      reply.writeHead(status, { ...type, ...headers }).end(body);
      return;
    }
    const text = answer(request.method ?? 'GET', request.url ?? '/', Buffer.concat(chunks).toString());
    reply.writeHead(207, type).end(random.chance(share) ? mutate(random, text) : text);
  }

  const server = createServer((request, reply) => void handle(request, reply).catch(() => reply.destroy()));
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as { port: number };
  return {
    url: `http://127.0.0.1:${port}/`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
