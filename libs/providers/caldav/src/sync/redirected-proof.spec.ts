import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { createEgress } from '@kalends/security';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { accountAt } from './caldav.fixture.js';
import { createDavFetch } from './dav-fetch.js';

const xml = (href: string) =>
  `<multistatus xmlns="DAV:"><response><href>/</href><propstat><prop><current-user-principal><href>${href}</href></current-user-principal></prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`;

/** A request as a server sees it. */
interface Seen {
  host: string;
  path: string;
  password: string;
}
type Handle = (seen: Seen, response: ServerResponse) => void;

describe('the proof of an identity across redirects', () => {
  const seen: Seen[] = [];
  let server: Server;
  let port = 0;
  let hosts: Record<string, Handle> = {};
  const egress = createEgress({
    allowNetworks: ['127.0.0.0/8'],
    resolve: async () => [{ address: '127.0.0.1', family: 4 }],
  });
  const fetch = createDavFetch(egress, { timeoutMs: 10_000, maxBodyBytes: 1_048_576 });

  beforeAll(async () => {
    server = createServer((request: IncomingMessage, response) => {
      const [host = ''] = (request.headers.host ?? '').split(':');
      const basic = Buffer.from((request.headers.authorization ?? '').slice(6), 'base64').toString();
      const one = { host, path: request.url!, password: basic.split(':')[1] ?? '' };
      seen.push(one);
      hosts[host]!(one, response);
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    port = (server.address() as AddressInfo).port;
  });
  afterAll(async () => {
    server.close();
    await egress.close();
  });
  beforeEach(() => {
    seen.length = 0;
    hosts = {};
  });

  const origin = (host: string) => `http://${host}:${port}`;
  const names = (href: string, response: ServerResponse) =>
    void response.writeHead(207, { 'content-type': 'text/xml' }).end(xml(href));
  const refuses = (response: ServerResponse, status = 401) => void response.writeHead(status).end();
  const sends = (location: string, response: ServerResponse, status = 301) =>
    void response.writeHead(status, { location }).end();
  const proved = (host: string) => accountAt(`${origin(host)}/`, { password: 'typed', fetch }).prove();
  const notProved = { failure: 'identity-not-proved' };

  /** Checks passwords everywhere but below `/open/`, where anybody is its owner. */
  const victim: Handle = ({ path, password }, response) =>
    path.startsWith('/open/') || password === 'hers' ? names('/p/victim/', response) : refuses(response);

  /** Redirects the typed password to the open collection of its neighbour, and answers any other one itself. */
  const attacker =
    (to: string, status: number, at: '/' | '/.well-known/caldav' = '/'): Handle =>
    ({ path, password }, response) => {
      if (password !== 'typed') return refuses(response);
      return path === at ? sends(`${origin(to)}/open/`, response, status) : refuses(response, 404);
    };

  describe.each([
    ['of one domain', 'attacker.example.com', 'victim.example.com'],
    ['in a zone of dynamic names', 'attacker.duckdns.org', 'victim.duckdns.org'],
    ['at one host of many users', 'attacker.github.io', 'victim.github.io'],
  ])('between two names %s', (_what, from, to) => {
    it.each([301, 302, 307, 308])(
      'given a redirect with %s to an open collection, then nothing is proved',
      async (n) => {
        hosts = { [from]: attacker(to, n), [to]: victim };
        await expect(proved(from)).rejects.toMatchObject(notProved);
      },
    );

    it('given one from the well-known address, then nothing is proved', async () => {
      hosts = { [from]: attacker(to, 301, '/.well-known/caldav'), [to]: victim };
      await expect(proved(from)).rejects.toMatchObject(notProved);
    });
  });

  it.each(['duckdns.org', 'github.io', 'dyndns.org', 'co.uk'])(
    'given a redirect to a neighbour below %s, then the password is not sent there',
    async (zone) => {
      const [from, to] = [`attacker.${zone}`, `victim.${zone}`];
      hosts = { [from]: attacker(to, 307), [to]: victim };
      await expect(proved(from)).rejects.toMatchObject(notProved);
      expect(seen.filter(({ host }) => host === to).map(({ password }) => password)).not.toContain('typed');
    },
  );

  it('given a server that redirects to a host of its own which checks passwords, then the identity is that host’s, proved there', async () => {
    const [from, to] = ['example.com', 'dav.example.com'];
    hosts = {
      [from]: (_seen, response) => sends(`${origin(to)}/dav/`, response, 308),
      [to]: ({ password }, response) => (password === 'typed' ? names('/p/ada/', response) : refuses(response)),
    };
    expect(await proved(from)).toEqual({ origin: origin(to), principal: '/p/ada/' });
    const there = seen.filter(({ host }) => host === to);
    expect(there.map(({ path, password }) => [path, password === 'typed'])).toEqual([
      ['/dav/', true],
      ['/dav/', true],
      ['/dav/', false],
    ]);
  });

  it('given a host that names another user to a direct request, then nothing is proved', async () => {
    const [from, to] = ['example.com', 'dav.example.com'];
    let asked = 0;
    hosts = {
      [from]: (_seen, response) => sends(`${origin(to)}/dav/`, response),
      [to]: ({ password }, response) =>
        password === 'typed' ? names(`/p/${(asked += 1)}/`, response) : refuses(response),
    };
    await expect(proved(from)).rejects.toMatchObject(notProved);
  });

  it.each([301, 307])(
    'given a wrong password that is redirected (%s) to whoever refuses it, then nothing is proved',
    async (n) => {
      const host = 'dav.example.com';
      hosts = {
        [host]: ({ path, password }, response) => {
          if (path === '/refuse/') return refuses(response);
          return password === 'typed' ? names('/p/ada/', response) : sends('/refuse/', response, n);
        },
      };
      await expect(proved(host)).rejects.toMatchObject(notProved);
    },
  );
});
