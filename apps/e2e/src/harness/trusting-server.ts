import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface TrustingOptions {
  /** Whether `/` checks passwords; `/open/…` never does. */
  checksAtRoot?: boolean;
  /** Everyone's password, where passwords are checked. */
  password?: string;
  /** `current-user-principal` for a user; undefined: the server has no such property. */
  principal?: (user: string) => string | undefined;
}

const userOf = (header: string | undefined) =>
  Buffer.from((header ?? '').replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':') as [string, string | undefined];

const property = (name: string, value: string) =>
  `<propstat><prop><${name}>${value}</${name}></prop><status>HTTP/1.1 200 OK</status></propstat>`;

/** A CalDAV server that accepts any user, or does not report who they are. */
export async function startTrustingServer(options: TrustingOptions = {}) {
  const { checksAtRoot = false, password = 'secret', principal = (user) => `/principals/${user}/` } = options;
  const passwords: string[] = [];
  const server = createServer((request, response) => {
    const path = request.url!;
    const [user, given = ''] = userOf(request.headers.authorization);
    passwords.push(given);
    const isOpen = path.startsWith('/open/') || !checksAtRoot;
    if (user === '' || (!isOpen && given !== password)) {
      response.writeHead(401, { 'www-authenticate': 'Basic realm="x"' }).end();
      return;
    }
    const href = principal(user);
    const calendar = '<collection/><c:calendar/>';
    const type = path.startsWith('/calendars/') || path.startsWith('/open/') ? calendar : '<collection/>';
    const props = [
      property('resourcetype', type),
      ...(href === undefined ? [] : [property('current-user-principal', `<href>${href}</href>`)]),
      property('c:calendar-home-set', `<href>/calendars/${encodeURIComponent(user)}/</href>`),
      property('displayname', `Calendar of ${encodeURIComponent(user)}`),
    ];
    const xml = `<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><response><href>${path}</href>${props.join('')}</response></multistatus>`;
    response.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' }).end(xml);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Passwords received since the last call. */
    taken: () => passwords.splice(0),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type TrustingServer = Awaited<ReturnType<typeof startTrustingServer>>;
