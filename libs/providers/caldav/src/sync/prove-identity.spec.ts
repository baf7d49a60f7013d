import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { missingForRadicale, skipFor, startRadicale } from '@kalends/testing';
import { afterEach, describe, expect, it } from 'vitest';
import { startProxy } from '@kalends/provider-port/testing';
import { accountAt } from './caldav.fixture.js';

const xml = (props: string) =>
  `<multistatus xmlns="DAV:"><response><href>/</href><propstat><prop>${props}</prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`;
const principal = (href: string) => xml(`<current-user-principal><href>${href}</href></current-user-principal>`);

type Handle = (password: string, request: IncomingMessage, response: ServerResponse) => void;

describe('the identity that a CalDAV server reports for credentials', () => {
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  /** A server on its own address; `handle` gets the password. */
  async function serve(handle: Handle): Promise<string> {
    const server = createServer((request, response) => {
      const [, password = ''] = Buffer.from((request.headers.authorization ?? '').slice(6), 'base64')
        .toString()
        .split(':');
      handle(password, request, response);
    });
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  }
  const respond = (response: ServerResponse, body: string) =>
    void response.writeHead(207, { 'content-type': 'text/xml' }).end(body);
  /** Accepts `secret`; answers any other password with `status`. */
  const checking =
    (body: string, status = 401): Handle =>
    (password, _request, response) =>
      password === 'secret' ? respond(response, body) : void response.writeHead(status).end();

  it.each([
    ['a path', '/principals/ada/', '/principals/ada/'],
    ['escapes and capitals, unchanged', '/p/%41da/%e2%84%aa', '/p/%41da/%e2%84%aa'],
    ['dots, unchanged', '/p/../zoe/', '/p/../zoe/'],
    ['a relative one with dots, as text', 'p/../zoe/', '/dav/p/../zoe/'],
    ['a relative one with escaped dots', 'p/%2E%2E/zoe', '/dav/p/%2E%2E/zoe'],
    ['a relative one with signs', 'p/$1ada', '/dav/p/$1ada'],
    ['a relative one with a query', '?user=ada', '/dav/?user=ada'],
    ['its own origin with a user name', 'http://eve@{host}/p/ada', 'http://eve@{host}/p/ada'],
    ['its own host with another scheme', 'https://{host}/p/ada', 'https://{host}/p/ada'],
    ['its own origin and a backslash', '{origin}\\p/ada', '{origin}\\p/ada'],
    ['a URL of its own origin', '{origin}/p/ada', '/p/ada'],
    ['a URL of its own origin, in capitals', 'HTTP://{host}/p/ada', '/p/ada'],
    ['one that is relative', 'p/ada', '/dav/p/ada'],
    ['a URL of another origin', 'https://calendar.example.com/p/ada', 'https://calendar.example.com/p/ada'],
    ['a URL of another port', 'http://127.0.0.1:1/p/ada', 'http://127.0.0.1:1/p/ada'],
    ['another host without a scheme', '//calendar.example.com/p/ada', '//calendar.example.com/p/ada'],
  ])('given %s, when proved, then it is taken exactly, with the origin that answered', async (_w, href, expected) => {
    let body = '';
    const origin = await serve((password, request, response) => checking(body)(password, request, response));
    const at = (text: string) => text.replace('{origin}', origin).replace('{host}', new URL(origin).host);
    body = principal(at(href));
    expect(await accountAt(`${origin}/dav/`).prove()).toEqual({ origin, principal: at(expected) });
  });

  it.each([
    ['accepts every password', 207],
    ['answers a wrong one with 403', 403],
    ['answers a wrong one with 404', 404],
    ['answers a wrong one with a page', 200],
  ])('given a server that %s, when proved, then the proof fails', async (_what, status) => {
    const origin = await serve((password, _request, response) =>
      password === 'secret' || status === 207
        ? respond(response, principal('/p/ada'))
        : void response.writeHead(status).end('x'),
    );
    await expect(accountAt(origin).prove()).rejects.toMatchObject({
      failure: 'identity-not-proved',
      message: expect.stringContaining('does not refuse a wrong password') as string,
    });
  });

  it('given a server that is busy when the wrong password arrives, then the client should try again', async () => {
    const origin = await serve(checking(principal('/p/ada'), 429));
    await expect(accountAt(origin).prove()).rejects.toMatchObject({ failure: 'unavailable' });
  });

  it.each([
    ['no principal', xml('<resourcetype/>')],
    ['that the request is unauthenticated', xml('<current-user-principal><unauthenticated/></current-user-principal>')],
    ['one of 3,000 characters', principal(`/${'p'.repeat(3_000)}`)],
  ])('given a server that reports %s, then it is refused with a reason', async (_what, body) => {
    const origin = await serve(checking(body));
    await expect(accountAt(origin).prove()).rejects.toMatchObject({ failure: 'identity-not-proved' });
  });

  it('given an address without a principal, then the well-known one is queried, and proved', async () => {
    const requests: string[] = [];
    const origin = await serve((password, request, response) => {
      requests.push(request.url!);
      const body = request.url === '/.well-known/caldav' ? principal('/p/ada') : xml('<resourcetype/>');
      if (request.url === '/open/') return respond(response, body);
      checking(body)(password, request, response);
    });
    expect(await accountAt(`${origin}/open/`).prove()).toEqual({ origin, principal: '/p/ada' });
    expect(requests).toEqual(['/open/', '/.well-known/caldav', '/.well-known/caldav']);
    await expect(accountAt(`${origin}/open/`, { password: 'guess' }).prove()).rejects.toMatchObject({
      failure: 'authentication-failed',
    });
  });

  it('given a redirect to a site that accepts every password, then no password is sent there, and nothing is proved', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((_password, request, response) => {
      seen.push(request.headers.authorization);
      respond(response, principal('/p/victim'));
    });
    const origin = await serve(
      (_password, _request, response) => void response.writeHead(307, { location: `${other}/` }).end(),
    );
    await expect(accountAt(origin).prove()).rejects.toMatchObject({ failure: 'identity-not-proved' });
    expect([seen.length > 0, new Set(seen)]).toEqual([true, new Set([undefined])]);
  });

  it('given Radicale, then one wrong password is sent, after the right one; a mistyped one is sent once', async (context) => {
    const missing = missingForRadicale();
    if (missing !== undefined) return skipFor(context, missing);
    const radicale = await startRadicale();
    const proxy = await startProxy(radicale.url);
    try {
      expect(await accountAt(proxy.url).prove()).toEqual({ origin: new URL(proxy.url).origin, principal: '/ada/' });
      expect(proxy.drain().map(({ status }) => status)).toEqual([207, 401]);
      await expect(accountAt(proxy.url, { password: 'guess' }).prove()).rejects.toMatchObject({
        failure: 'authentication-failed',
      });
      expect(proxy.drain().map(({ status }) => status)).toEqual([401]);
    } finally {
      await proxy.stop();
      await radicale.stop();
    }
  });
});
