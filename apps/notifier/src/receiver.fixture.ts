import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { isDeepStrictEqual } from 'node:util';
import { callbackBodies, callbackHeaders } from '@kalends/contracts';

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

/** Whether the API reference describes it: the headers, and each member of the body. */
function isDescribed({ headers, json }: Received): boolean {
  const names = Object.keys(callbackHeaders.shape);
  if (names.some((name) => headers[name.toLowerCase()] === undefined)) return false;
  return callbackBodies.some((body) => isDeepStrictEqual(body.safeParse(json).data, json));
}

/** An application's HTTP server on loopback that records requests and responds with 200 by default. */
export async function startReceiver({ host = '127.0.0.1' } = {}) {
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
  server.listen(0, host);
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
    /** Throws if it received what the API reference does not describe. */
    async stop(): Promise<void> {
      server.closeAllConnections();
      await new Promise((resolve) => server.close(resolve));
      const strange = calls.find((one) => !isDescribed(one));
      if (strange) throw new Error(`a callback that the reference does not describe: ${strange.body}`);
    },
  };
}

export type Receiver = Awaited<ReturnType<typeof startReceiver>>;
