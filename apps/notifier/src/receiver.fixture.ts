import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Received {
  id: string;
  path: string;
  headers: IncomingMessage['headers'];
  body: string;
  json: { smart_invite: { reply: { comment?: string; email: string } } };
  /** performance.now() of its arrival. */
  at: number;
}

type Answer = (received: Received, response: ServerResponse) => void;

/** An application's HTTP server on loopback that records requests and responds with 200 by default. */
export async function startReceiver() {
  const calls: Received[] = [];
  let answer: Answer = (_, response) => response.end('thanks');
  const server = createServer((request, response) => {
    const chunks: Buffer[] = [];
    request.on('data', (chunk: Buffer) => chunks.push(chunk));
    request.on('end', () => {
      const body = Buffer.concat(chunks).toString('utf8');
      const received: Received = {
        id: String(request.headers['webhook-id']),
        path: request.url ?? '',
        headers: request.headers,
        body,
        json: JSON.parse(body) as Received['json'],
        at: performance.now(),
      };
      calls.push(received);
      answer(received, response);
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  const origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    origin,
    url: `${origin}/callback`,
    calls,
    /** Sets its response to a request from now on. */
    answer: (how: Answer) => (answer = how),
    status: (code: number, headers: Record<string, string> = {}) =>
      (answer = (_, response) => response.writeHead(code, headers).end(`status ${code}`)),
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
