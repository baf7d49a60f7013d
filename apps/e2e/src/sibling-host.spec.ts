import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, it } from 'vitest';
import { FormJourney } from './harness/form-journey.js';
import { e2e, type Application } from './harness/kalends.js';

const [victims, attackers] = ['victim.duckdns.org', 'attacker.duckdns.org'];
const [hers, typed] = ['Password-of-the-victim', 'Password-that-the-attacker-typed'];

const property = (name: string, value: string) =>
  `<propstat><prop><${name}>${value}</${name}></prop><status>HTTP/1.1 200 OK</status></propstat>`;

/** The victim, her calendars, and the collection at `path`, which is hers too. */
function describesVictim(path: string, response: ServerResponse): void {
  const props = [
    property(
      'resourcetype',
      path.startsWith('/c/') || path.startsWith('/open/') ? '<collection/><c:calendar/>' : '<collection/>',
    ),
    property('current-user-principal', '<href>/p/victim/</href>'),
    property('c:calendar-home-set', '<href>/c/</href>'),
    property('displayname', 'Calendar of the victim'),
  ];
  const xml = `<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><response><href>${path}</href>${props.join('')}</response></multistatus>`;
  response.writeHead(207, { 'content-type': 'application/xml; charset=utf-8' }).end(xml);
}

const passwordOf = ({ headers }: IncomingMessage) =>
  Buffer.from((headers.authorization ?? '').replace(/^Basic /, ''), 'base64')
    .toString()
    .split(':')[1] ?? '';

e2e('a server beside the victim’s, under a name that everybody can have', (kalends) => {
  let server: Server;
  let port = 0;
  let application: Application;
  /** How the attacker's server answers the typed password. */
  let trick: { status: number; at: string };
  const requested: string[] = [];

  /** Checks passwords everywhere but below `/open/`, where anybody is its owner. */
  const victim = (request: IncomingMessage, response: ServerResponse) =>
    request.url!.startsWith('/open/') || passwordOf(request) === hers
      ? describesVictim(request.url!, response)
      : response.writeHead(401, { 'www-authenticate': 'Basic realm="hers"' }).end();

  /** Redirects the typed password to the open collection, and refuses any other itself. */
  const attacker = (request: IncomingMessage, response: ServerResponse) => {
    if (passwordOf(request) !== typed)
      return response.writeHead(401, { 'www-authenticate': 'Basic realm="his"' }).end();
    if (request.url !== trick.at) return response.writeHead(404).end();
    return response.writeHead(trick.status, { location: `http://${victims}:${port}/open/` }).end();
  };

  beforeAll(async () => {
    server = createServer((request, response) => {
      const [host] = (request.headers.host ?? '').split(':');
      requested.push(host!);
      (host === attackers ? attacker : victim)(request, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => void server.close());
  beforeEach(async () => {
    application = await kalends().application();
    requested.length = 0;
  });

  /** The tokens that a journey ends with, or the error that its page shows. */
  async function connected(host: string, password: string) {
    const journey = new FormJourney(kalends(), application);
    await journey.begin();
    const status = await journey.connect({ url: `http://${host}:${port}/`, username: 'victim', password });
    return status === 200 ? { sub: (await journey.allow()).sub } : { status, alarm: journey.alarm };
  }

  it('given her own password, then she is identified', async () => {
    expect(await connected(victims, hers)).toEqual({ sub: expect.any(String) as string });
  });

  it.each([301, 302, 307, 308])(
    'given a redirect with %i of the password to a collection of hers that is open, then the attacker is nobody',
    async (status) => {
      trick = { status, at: '/' };
      expect(await connected(attackers, typed)).toEqual({ status: 422, alarm: expect.any(String) as string });
      expect(requested).toContain(attackers);
    },
  );

  it('given a redirect of the well-known address, then the attacker is nobody', async () => {
    trick = { status: 301, at: '/.well-known/caldav' };
    expect(await connected(attackers, typed)).toEqual({ status: 422, alarm: expect.any(String) as string });
    expect(requested).toContain(attackers);
  });
});
