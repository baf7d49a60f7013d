import { createServer, request as httpRequest, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

/** Listens on a free port of this machine; the address. */
export async function listen(server: ReturnType<typeof createServer>): Promise<string> {
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

export const close = (server: ReturnType<typeof createServer>): void => {
  server.closeAllConnections();
  server.close();
};

/** Passes every request on with its own host, so that links lead here as well, and counts it by method and path. */
export async function startCountingProxy(target: string) {
  const counts = new Map<string, number>();
  const forward = (incoming: IncomingMessage, body: Buffer) =>
    httpRequest(new URL(incoming.url ?? '/', target), { method: incoming.method, headers: incoming.headers }).end(body);
  const server = createServer(async (incoming, response) => {
    const name = `${incoming.method} ${new URL(incoming.url ?? '/', target).pathname}`;
    counts.set(name, (counts.get(name) ?? 0) + 1);
    const outgoing = forward(incoming, await buffer(incoming));
    outgoing.once('error', () => response.destroy());
    outgoing.once('response', (answer) => {
      response.writeHead(answer.statusCode ?? 500, answer.headers);
      answer.pipe(response);
    });
  });
  const sum = (isCounted: (name: string) => boolean) =>
    [...counts].reduce((total, [name, n]) => total + (isCounted(name) ? n : 0), 0);
  return {
    server,
    counts,
    url: await listen(server),
    total: () => sum(() => true),
    /** Requests whose method and path match. */
    matching: (pattern: RegExp) => sum((name) => pattern.test(name)),
  };
}

export type CountingProxy = Awaited<ReturnType<typeof startCountingProxy>>;
