import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

const propstat = (properties: string) =>
  `<d:propstat><d:prop>${properties}</d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat>`;
const response = (href: string, properties: string) =>
  `<d:response><d:href>${href}</d:href>${propstat(properties)}</d:response>`;

const collection =
  '<d:resourcetype><d:collection/><c:calendar/></d:resourcetype><d:displayname>Static</d:displayname>' +
  '<d:current-user-principal><d:href>/p/</d:href></d:current-user-principal>' +
  '<c:calendar-home-set><d:href>/home/</d:href></c:calendar-home-set>' +
  '<c:supported-calendar-component-set><c:comp name="VEVENT"/></c:supported-calendar-component-set>' +
  '<d:supported-report-set><d:supported-report><d:report><d:sync-collection/></d:report></d:supported-report></d:supported-report-set>' +
  '<d:sync-token>t1</d:sync-token>';

/** A CalDAV server with one calendar of these objects, which need no escapes in XML; every user's password is `right`. */
export async function startStaticCaldav(objects: readonly string[]) {
  const hrefOf = (index: number) => `/home/a/${index}.ics`;
  const etag = (index: number) => `<d:getetag>"${index}"</d:getetag>`;
  const data = (index: number) => `${etag(index)}<c:calendar-data>${objects[index]}</c:calendar-data>`;

  function answer(method: string, url: string, body: string): string {
    if (method !== 'REPORT')
      return (url === '/home/' ? ['/home/', '/home/a/'] : [url]).map((href) => response(href, collection)).join('');
    const requested = [...body.matchAll(/\/home\/a\/(\d+)\.ics</g)].map(([, index]) => Number(index));
    if (body.includes('multiget')) return requested.map((index) => response(hrefOf(index), data(index))).join('');
    return `${objects.map((_, index) => response(hrefOf(index), etag(index))).join('')}<d:sync-token>t1</d:sync-token>`;
  }

  const server = createServer((request, reply) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const [, given = ''] = (request.headers.authorization ?? '').split(' ');
      const [, password] = Buffer.from(given, 'base64').toString().split(':');
      if (password !== 'right') return reply.writeHead(401, { 'www-authenticate': 'Basic realm="static"' }).end();
      const inner = answer(request.method!, request.url!, Buffer.concat(chunks).toString());
      const type = { 'content-type': 'application/xml; charset=utf-8', dav: '1, calendar-access' };
      return reply
        .writeHead(207, type)
        .end(`<d:multistatus xmlns:d="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav">${inner}</d:multistatus>`);
    });
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}
