import { createServer, request, type IncomingHttpHeaders, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { buffer } from 'node:stream/consumers';

export interface Exchange {
  method: string;
  path: string;
  /** Of the request, as text. */
  sent: string;
  /** 0: the proxy answered itself, or not at all. */
  status: number;
  /** Bytes of the bodies in both directions, as transmitted. */
  bytes: number;
}

export interface Answer {
  status: number;
  headers: IncomingHttpHeaders;
  body: Buffer;
}

/** What a proxy does instead of, or around, forwarding a request; false: nothing, it is forwarded. */
export type Fault = (
  exchange: { method: string; path: string; body: Buffer; request: IncomingMessage },
  response: ServerResponse,
  forward: () => Promise<Answer>,
) => Promise<boolean>;

function forwardTo(target: string, incoming: IncomingMessage, body: Buffer): Promise<Answer> {
  const url = new URL(incoming.url ?? '/', target);
  const options = { method: incoming.method, headers: { ...incoming.headers, host: url.host } };
  return new Promise((resolve, reject) => {
    const outgoing = request(url, options, (answer) => {
      const { statusCode = 0, headers } = answer;
      buffer(answer).then((text) => resolve({ status: statusCode, headers, body: text }), reject);
    });
    outgoing.once('error', reject).end(body);
  });
}

/** Passes an answer on as it came; `body`: another one. */
export function passOn(response: ServerResponse, answer: Answer, body = answer.body): void {
  const { 'transfer-encoding': _chunked, connection: _connection, ...headers } = answer.headers;
  response.writeHead(answer.status, { ...headers, 'content-length': body.length }).end(body);
}

/** A reverse proxy on 127.0.0.1 that records traffic and can misbehave. */
export async function startProxy(target: string) {
  const exchanges: Exchange[] = [];
  const faults: Fault[] = [];
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await buffer(incoming);
    const { method = '', url: path = '' } = incoming;
    const exchange: Exchange = { method, path, sent: body.toString(), status: 0, bytes: body.length };
    exchanges.push(exchange);
    const about = { method, path, body, request: incoming };
    for (const fault of faults) if (await fault(about, response, () => forwardTo(target, incoming, body))) return;
    const answer = await forwardTo(target, incoming, body);
    exchange.status = answer.status;
    exchange.bytes += answer.body.length;
    passOn(response, answer);
  };
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    port,
    url: `http://127.0.0.1:${port}/`,
    /** Traffic since the last call. */
    drain: () => exchanges.splice(0),
    /** Number of requests since the last call of `drain`. */
    count: () => exchanges.length,
    /** Misbehaves this way until `heal`. */
    misbehave: (fault: Fault) => void faults.push(fault),
    heal: () => void faults.splice(0),
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type Proxy = Awaited<ReturnType<typeof startProxy>>;
