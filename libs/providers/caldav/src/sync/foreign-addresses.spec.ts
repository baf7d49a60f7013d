import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { accountAt, fetchFor } from './caldav.fixture.js';

describe('CalDAV at addresses that are something else', () => {
  const servers: Server[] = [];
  afterEach(() => servers.splice(0).forEach((server) => server.close()));

  async function serve(handle: Parameters<typeof createServer>[1]): Promise<string> {
    const server = createServer(handle as never);
    servers.push(server);
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    return `http://127.0.0.1:${(server.address() as AddressInfo).port}/`;
  }

  it('given a web site, when listed, then it is not a calendar provider', async () => {
    const site = await serve((_request, response) => void response.end('<html>Hello</html>'));
    await expect(accountAt(site).calendars()).rejects.toMatchObject({ failure: 'not-a-provider' });
  });

  it('given a server that closes each connection right after a long response, when read, then nothing breaks', async () => {
    const members = Array.from({ length: 20_000 }, (_, i) => `<response><href>/cal/${i}.ics</href></response>`).join(
      '',
    );
    const server = await serve((_request, response) => {
      response.writeHead(207, { 'content-type': 'text/xml', connection: 'close' });
      response.end(`<multistatus xmlns="DAV:">${members}</multistatus>`);
    });
    const fetch = fetchFor();
    for (let round = 0; round < 5; round++) {
      const response = await fetch(server, { method: 'PROPFIND' });
      expect((await response.text()).length).toBeGreaterThan(members.length);
    }
  });

  it('given an address where nothing listens, when listed, then it is unavailable', async () => {
    const closedServer = await serve(() => undefined);
    await new Promise((resolve) => servers.pop()!.close(resolve));
    await expect(accountAt(closedServer).calendars()).rejects.toMatchObject({ failure: 'unavailable' });
  });

  it('given an address in a private network, when listed, then it is refused', async () => {
    const account = accountAt('http://127.0.0.1/', { fetch: fetchFor({ allowLoopback: false }) });
    await expect(account.calendars()).rejects.toMatchObject({ failure: 'address-refused' });
  });

  it('given a redirect to another host, when followed, then the password is not sent there', async () => {
    const seen: (string | undefined)[] = [];
    const other = await serve((request, response) => {
      seen.push(request.headers.authorization);
      response.writeHead(401).end();
    });
    const first = await serve((_request, response) => void response.writeHead(301, { location: other }).end());
    await expect(accountAt(first).calendars()).rejects.toMatchObject({ failure: 'not-a-provider' });
    expect(seen.length).toBeGreaterThan(0);
    expect(seen.every((authorization) => authorization === undefined)).toBe(true);
  });

  it('given a principal whose home is on a stranger’s host, when listed, then nothing is sent there', async () => {
    const xml = (body: string) =>
      `<multistatus xmlns="DAV:" xmlns:c="urn:ietf:params:xml:ns:caldav"><response><href>/</href><propstat><prop>${body}</prop><status>HTTP/1.1 200 OK</status></propstat></response></multistatus>`;
    const home = xml(
      '<current-user-principal><href>/me/</href></current-user-principal><c:calendar-home-set><href>http://calendars.example.net/</href></c:calendar-home-set>',
    );
    const site = await serve(
      (_request, response) => void response.writeHead(207, { 'content-type': 'text/xml' }).end(home),
    );
    await expect(accountAt(site).calendars()).rejects.toThrow('calendars.example.net');
  });
});
