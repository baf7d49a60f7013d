import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Exchange {
  method: string;
  path: string;
  status: number;
  /** Bytes of the bodies in both directions, as transmitted. */
  bytes: number;
}

/** What a proxy does instead of, or around, forwarding a request; undefined: forwards it. */
export type Fault = (
  exchange: { method: string; path: string; body: Buffer; request: IncomingMessage },
  response: ServerResponse,
  forward: () => Promise<{ status: number; body: Buffer }>,
) => Promise<boolean>;

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A reverse proxy on 127.0.0.1 that counts traffic and can misbehave. */
export async function startProxy(target: string) {
  const exchanges: Exchange[] = [];
  const faults: Fault[] = [];
  const forward = (incoming: IncomingMessage, body: Buffer) =>
    new Promise<{ status: number; headers: IncomingMessage['headers']; body: Buffer }>((resolve, reject) => {
      const url = new URL(incoming.url ?? '/', target);
      const outgoing = request(url, { method: incoming.method, headers: { ...incoming.headers, host: url.host } });
      outgoing.once('error', reject);
      outgoing.once('response', (answer: IncomingMessage) => {
        bodyOf(answer).then(
          (text) => resolve({ status: answer.statusCode!, headers: answer.headers, body: text }),
          reject,
        );
      });
      outgoing.end(body);
    });
  const handle = async (incoming: IncomingMessage, response: ServerResponse) => {
    const body = await bodyOf(incoming);
    const exchange: Exchange = { method: incoming.method!, path: incoming.url!, status: 0, bytes: body.length };
    exchanges.push(exchange);
    const about = { method: exchange.method, path: exchange.path, body, request: incoming };
    for (const fault of faults) if (await fault(about, response, () => forward(incoming, body))) return;
    const answer = await forward(incoming, body);
    exchange.status = answer.status;
    exchange.bytes += answer.body.length;
    const { 'transfer-encoding': _chunked, connection: _connection, ...headers } = answer.headers;
    response.writeHead(answer.status, { ...headers, 'content-length': answer.body.length });
    response.end(answer.body);
  };
  const server = createServer((incoming, response) => {
    handle(incoming, response).catch(() => response.destroy());
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Traffic since the last call. */
    drain: () => exchanges.splice(0),
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
