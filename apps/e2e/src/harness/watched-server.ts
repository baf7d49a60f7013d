import { createServer, request, type IncomingMessage } from 'node:http';
import type { AddressInfo } from 'node:net';

async function bodyOf(stream: IncomingMessage): Promise<Buffer> {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks);
}

/** A request that a server received, with its body as text. */
export interface Received {
  method: string;
  path: string;
  body: string;
}

/** Another address of a server, which counts the requests that arrive there. */
export async function watchServer(target: string) {
  const received: Received[] = [];
  const forward = async (incoming: IncomingMessage) => {
    const body = await bodyOf(incoming);
    received.push({ method: incoming.method!, path: incoming.url!, body: body.toString() });
    const url = new URL(incoming.url!, target);
    return new Promise<{ answer: IncomingMessage; content: Buffer }>((resolve, reject) => {
      const outgoing = request(url, { method: incoming.method, headers: { ...incoming.headers, host: url.host } });
      outgoing.once('error', reject);
      outgoing.once('response', (answer: IncomingMessage) => {
        bodyOf(answer).then((content) => resolve({ answer, content }), reject);
      });
      outgoing.end(body);
    });
  };
  const server = createServer((incoming, response) => {
    forward(incoming).then(
      ({ answer: { statusCode, headers }, content }) => {
        const { 'transfer-encoding': _chunked, connection: _connection, ...others } = headers;
        response.writeHead(statusCode!, { ...others, 'content-length': content.length }).end(content);
      },
      () => response.destroy(),
    );
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    /** Requests since the last call. */
    taken: () => received.splice(0),
    /** Number of requests since the last call of `taken`. */
    count: () => received.length,
    stop: () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve());
        server.closeAllConnections();
      }),
  };
}

export type WatchedServer = Awaited<ReturnType<typeof watchServer>>;
