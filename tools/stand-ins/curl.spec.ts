import { execFile } from 'node:child_process';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { skipFor } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';

const standIn = join(import.meta.dirname, 'curl');

interface Ended {
  code: number;
  stdout: string;
}
const run = (program: string, args: readonly string[]) =>
  new Promise<Ended>((resolve, reject) =>
    execFile(program, args, (error, stdout) =>
      error && typeof error.code !== 'number' ? reject(error) : resolve({ code: Number(error?.code ?? 0), stdout }),
    ),
  );

describe('the stand-in for curl', () => {
  let server: Server;
  let base: string;
  beforeAll(async () => {
    server = createServer(async (request, reply) => {
      let body = '';
      for await (const chunk of request) body += String(chunk);
      const { authorization, 'content-type': type } = request.headers;
      reply.writeHead(request.url === '/missing' ? 404 : 202, { 'x-one': 'two' });
      reply.end(JSON.stringify([request.method, request.url, authorization, type, body]));
    });
    await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
    base = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  });
  afterAll(() => new Promise((resolve) => server.close(resolve)));

  it.for([
    ['a GET', ['-sS', '-H', 'Authorization: Bearer abc', '/a?b=c']],
    ['a form', ['-sS', '/token', '-d', 'a=b', '--data-urlencode', 'uri=http://x/?y=z', '-d', 'c=d e']],
    ['JSON', ['-sS', '-H', 'Content-Type: application/json', '/events', '-d', '{"a": "b"}']],
    ['data as the query', ['-sS', '-G', '/events', '-d', 'tzid=Europe/London', '-d', 'from=2026-12-01']],
    ['a method', ['-sS', '-X', 'DELETE', '/holds/1']],
    ['an error', ['-sS', '--fail-with-body', '/missing']],
    ['an error without the option', ['-sS', '/missing']],
  ] as [string, string[]][])('given %s, then it prints and ends as curl does', async ([, args], context) => {
    const given = args.map((one) => (one.startsWith('/') ? base + one : one));
    const expected = await run('curl', given).catch(() => undefined);
    if (!expected) return skipFor(context, 'curl is not installed');
    expect(await run(standIn, given)).toEqual(expected);
  });

  it('given -i, then the status line and headers come first', async () => {
    const { stdout } = await run(standIn, ['-i', `${base}/a`]);
    expect(stdout).toMatch(/^HTTP\/1\.1 202 Accepted\r\n(.+\r\n)*x-one: two\r\n(.+\r\n)*\r\n\["GET","\/a"/);
  });

  it('given no server, then it fails with a message', async () => {
    expect((await run(standIn, ['-sS', 'http://127.0.0.1:1/'])).code).toBe(7);
  });
});
