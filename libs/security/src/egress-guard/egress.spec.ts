import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { gzipSync } from 'node:zlib';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { createEgress, type EgressOptions } from './egress.js';
import { EgressRefused } from './egress-refused.js';

const LOOPBACK = ['127.0.0.0/8', '::1/128'];
/** No test reaches the network: every unlisted name resolves to nothing. */
const names: Record<string, string[]> = {
  'inside.test': ['10.0.0.5'],
  'mixed.test': ['93.184.215.14', '192.168.1.1'],
  'loop.test': ['127.0.0.1'],
  'other.test': ['127.0.0.1'],
  'mapped.test': ['::ffff:169.254.169.254'],
};
const resolve: EgressOptions['resolve'] = async (name) =>
  (names[name] ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 }));

async function reasonOf(work: Promise<unknown>): Promise<string> {
  return work.then(
    () => 'no error',
    (error: unknown) =>
      error instanceof EgressRefused ? error.reason : `other: ${String(error)} ${String((error as Error).cause)}`,
  );
}

describe('the egress guard: addresses', () => {
  const egress = createEgress({ allowNetworks: [], resolve, timeoutMs: 2_000 });
  afterAll(() => egress.close());

  const refused = [
    // loopback and its spellings
    '127.0.0.1',
    '127.1',
    '127.255.255.254',
    '2130706433',
    '0x7f000001',
    '0x7f.1',
    '0177.0.0.1',
    '017700000001',
    '127.0.0.1.',
    '①②⑦.⓪.⓪.①',
    '0x7f.0x0.0x0.0x1',
    '0177.1',
    '[::1]',
    '[0:0:0:0:0:0:0:1]',
    '[::ffff:127.0.0.1]',
    '[::ffff:7f00:1]',
    '[::127.0.0.1]',
    '[::7f00:1]',
    // unspecified, private, carrier NAT, link-local with the metadata service
    '0.0.0.0',
    '0',
    '[::]',
    '10.0.0.1',
    '172.16.0.1',
    '172.31.255.255',
    '192.168.0.1',
    '3232235521',
    '100.64.0.1',
    '100.127.255.254',
    '1681915905',
    '169.254.169.254',
    '0xa9fea9fe',
    '2852039166',
    '0251.0376.0251.0376',
    '169.254.170.2',
    '[fd00:ec2::254]',
    '[::ffff:a9fe:a9fe]',
    '[::ffff:6440:1]',
    '[fe80::1]',
    '[fc00::1]',
    '[fd12:3456:789a::1]',
    '[fec0::1]',
    '[::ffff:c0a8:101]',
    '[::ffff:10.0.0.1]',
    // addresses that embed another: NAT64, 6to4, Teredo
    '[64:ff9b::7f00:1]',
    '[64:ff9b::808:808]',
    '[64:ff9b::a9fe:a9fe]',
    '[64:ff9b::169.254.169.254]',
    '[64:ff9b:1::1]',
    '[2002:7f00:1::]',
    '[2002:a00:1::1]',
    '[2002:a9fe:a9fe::]',
    '[2002:c0a8:101::1]',
    '[2001:0:4136:e378:8000:63bf:3fff:fdd2]',
    // multicast, broadcast, reserved, documentation, benchmark, discard
    '224.0.0.1',
    '239.255.255.250',
    '255.255.255.255',
    '240.0.0.1',
    '192.0.0.8',
    '192.0.2.1',
    '198.51.100.7',
    '203.0.113.9',
    '198.18.0.1',
    '192.88.99.1',
    '[ff02::1]',
    '[2001:db8::1]',
    '[3fff::1]',
    '[100::1]',
    '[2001:2::1]',
    '[2001:10::1]',
    '[4000::1]',
  ];
  it.each(refused)('given http://%s/, when fetched, then it is refused as not public', async (host) => {
    expect(await reasonOf(egress.fetch(`http://${host}/`))).toBe('address');
    expect(await reasonOf(egress.fetch(`https://${host}/`))).toBe('address');
  });

  it.each(['inside.test', 'mixed.test', 'loop.test', 'mapped.test'])(
    'given the name %s with a non-public address among its answers, when fetched, then it is refused',
    async (name) => {
      expect(await reasonOf(egress.fetch(`http://${name}/`))).toBe('address');
    },
  );

  it.each([
    ['ftp://example.test/', 'scheme'],
    ['file:///etc/passwd', 'scheme'],
    ['data:text/plain,x', 'scheme'],
    ['http://user:pw@loop.test/', 'userinfo'],
    ['http://user@loop.test/', 'userinfo'],
    ['http://93.184.215.14:22/', 'port'],
    ['http://93.184.215.14:8080/', 'port'],
    ['https://[2606:2800:21f:cb07::1]:8443/', 'port'],
    ['http://nowhere.test/', 'unresolvable'],
    ['nonsense', 'malformed-url'],
    ['http://256.1.1.1/', 'malformed-url'],
  ])('given %s, when fetched, then it is refused: %s', async (url, reason) => {
    expect(await reasonOf(egress.fetch(url))).toBe(reason);
  });

  it('given a name server that never responds, when fetched, then the deadline applies', async () => {
    const slow = createEgress({ allowNetworks: [], resolve: () => new Promise(() => undefined), timeoutMs: 100 });
    expect(await reasonOf(slow.fetch('http://slow.test/'))).toBe('timeout');
  });
});

describe('the egress guard: requests', () => {
  let server: Server;
  let port: number;
  const seen: { url?: string; host?: string; method?: string; authorization?: string; body: string }[] = [];
  beforeAll(async () => {
    server = createServer((request, response) => {
      let body = '';
      request.on('data', (chunk: Buffer) => (body += chunk.toString()));
      request.on('end', () => {
        const { url, method } = request;
        seen.push({ url, host: request.headers.host, method, authorization: request.headers.authorization, body });
        if (url === '/ok') return response.end('fine');
        if (url === '/big') return response.end('x'.repeat(5_000));
        if (url === '/long-and-closed')
          return response.writeHead(200, { connection: 'close' }).end('x'.repeat(4_000_000));
        if (url === '/chunked')
          return void ['a', 'b', 'c'].forEach((c, i) => (response.write(c.repeat(800)), i === 2 && response.end()));
        if (url === '/bomb')
          return response.writeHead(200, { 'content-encoding': 'gzip' }).end(gzipSync('0'.repeat(1_000_000)));
        if (url === '/hang') return;
        if (url === '/drip') return void response.write('begun');
        if (url === '/to-metadata') return response.writeHead(302, { location: 'http://169.254.169.254/latest' }).end();
        if (url === '/to-file') return response.writeHead(302, { location: 'file:///etc/passwd' }).end();
        if (url === '/loop') return response.writeHead(302, { location: '/loop' }).end();
        if (url === '/to-ok') return response.writeHead(301, { location: '/ok' }).end();
        if (url === '/to-other') return response.writeHead(307, { location: `http://other.test:${port}/ok` }).end();
        return response.writeHead(207, { 'content-type': 'text/xml' }).end(multistatus);
      });
    });
    server.listen(0, '127.0.0.1');
    await once(server, 'listening');
    port = (server.address() as AddressInfo).port;
  });
  afterAll(() => {
    server.closeAllConnections();
    server.close();
  });
  const make = (options: Partial<EgressOptions> = {}) =>
    createEgress({ allowNetworks: LOOPBACK, resolve, timeoutMs: 5_000, maxBodyBytes: 2_000, ...options });

  it('given an allowed network, when its name is fetched, then any port works and the Host header keeps the name', async () => {
    const response = await make().fetch(`http://loop.test:${port}/ok`, { method: 'PUT', body: 'hello' });
    expect([response.status, await response.text(), response.url]).toEqual([
      200,
      'fine',
      `http://loop.test:${port}/ok`,
    ]);
    expect(seen.at(-1)).toMatchObject({ host: `loop.test:${port}`, method: 'PUT', body: 'hello' });
  });

  it('given a name whose second answer differs, when connected, then only the checked address is used', async () => {
    let lookups = 0;
    const rebinding = make({
      resolve: async () => [{ address: lookups++ === 0 ? '127.0.0.1' : '10.9.9.9', family: 4 }],
    });
    const response = await rebinding.fetch(`http://rebind.test:${port}/ok`);
    expect([await response.text(), lookups]).toEqual(['fine', 1]);
  });

  it.each(['/big', '/chunked', '/bomb'])(
    'given the over-long response %s, when read, then it fails instead of being truncated',
    async (path) => {
      const read = make()
        .fetch(`http://loop.test:${port}${path}`)
        .then((response) => response.text());
      expect(await reasonOf(read)).toBe('too-large');
    },
  );

  it('given a long response whose connection the server closes at its end, when read, then it is complete and the process survives', async () => {
    const egress = make({ maxBodyBytes: 10_000_000 });
    const answers = await Promise.all(
      Array.from({ length: 8 }, () => egress.fetch(`http://loop.test:${port}/long-and-closed`)),
    );
    const lengths = await Promise.all(answers.map(async (response) => (await response.text()).length));
    expect(lengths).toEqual(Array(8).fill(4_000_000));
  });

  it.each(['/hang', '/drip'])('given %s, when the deadline passes, then the whole exchange ends', async (path) => {
    const read = make({ timeoutMs: 150 })
      .fetch(`http://loop.test:${port}${path}`)
      .then((response) => response.text());
    expect(await reasonOf(read)).toBe('timeout');
  });

  it('given a redirect and no permission to follow, when fetched, then it is returned unchanged', async () => {
    const response = await make().fetch(`http://loop.test:${port}/to-metadata`);
    expect([response.status, response.headers.get('location')]).toEqual([302, 'http://169.254.169.254/latest']);
  });

  it('given permission to follow, when a hop is not public, of another scheme, or endless, then it is refused', async () => {
    const egress = make({ maxRedirects: 3 });
    expect(await reasonOf(egress.fetch(`http://loop.test:${port}/to-metadata`))).toBe('address');
    expect(await reasonOf(egress.fetch(`http://loop.test:${port}/to-file`))).toBe('scheme');
    expect(await reasonOf(egress.fetch(`http://loop.test:${port}/loop`))).toBe('redirect');
  });

  it('given a redirect of a WebDAV method, when followed, then method, body and credentials stay on the same host', async () => {
    const init = { method: 'PROPFIND', body: '<propfind/>', headers: { authorization: 'Basic eA==' } };
    const response = await make({ maxRedirects: 3 }).fetch(`http://loop.test:${port}/to-ok`, init);
    expect(await response.text()).toBe('fine');
    expect(seen.at(-1)).toMatchObject({
      url: '/ok',
      method: 'PROPFIND',
      body: '<propfind/>',
      authorization: 'Basic eA==',
    });
  });

  it('given a redirect to another host, when followed, then credentials are removed unless permitted', async () => {
    const init = { headers: { authorization: 'Basic eA==' } };
    await make({ maxRedirects: 1 }).fetch(`http://loop.test:${port}/to-other`, init);
    const without = seen.at(-1);
    await make({ maxRedirects: 1, keepCredentials: (_, to) => to.hostname === 'other.test' }).fetch(
      `http://loop.test:${port}/to-other`,
      init,
    );
    expect(without).toMatchObject({ host: `other.test:${port}`, authorization: undefined });
    expect(seen.at(-1)).toMatchObject({ host: `other.test:${port}`, authorization: 'Basic eA==' });
  });

  it("given a caller's own signal, when it aborts, then the caller gets its reason", async () => {
    const controller = new AbortController();
    const fetching = make().fetch(`http://loop.test:${port}/hang`, { signal: controller.signal });
    controller.abort(new Error('no longer needed'));
    await expect(fetching).rejects.toThrow('no longer needed');
  });

  it('given a WebDAV request, when sent through the guarded fetch, then method and multistatus pass', async () => {
    const response = await make().fetch(`http://loop.test:${port}/dav/`, {
      method: 'PROPFIND',
      headers: { depth: '0' },
    });
    expect([response.status, await response.text()]).toEqual([207, multistatus]);
  });
});

const multistatus = `<?xml version="1.0"?><d:multistatus xmlns:d="DAV:"><d:response><d:href>/dav/</d:href><d:propstat><d:prop>
<d:displayname>Home</d:displayname></d:prop><d:status>HTTP/1.1 200 OK</d:status></d:propstat></d:response></d:multistatus>`;
