import { createServer, request, type IncomingHttpHeaders, type IncomingMessage } from 'node:http';
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

interface Answer {
  statusCode: number;
  headers: IncomingHttpHeaders;
  content: Buffer;
}

interface Refusal {
  status: number;
  body: string;
}

/** Another address of a server, which counts the requests that arrive there, and answers those that `refuse` names itself. */
export async function watchServer(
  target: string,
  refuse: (received: Received) => Refusal | undefined = () => undefined,
) {
  const received: Received[] = [];
  const forward = async (incoming: IncomingMessage): Promise<Answer> => {
    const body = await bodyOf(incoming);
    const one = { method: incoming.method!, path: incoming.url!, body: body.toString() };
    received.push(one);
    const refusal = refuse(one);
    if (refusal)
      return {
        statusCode: refusal.status,
        headers: { 'content-type': 'text/xml' },
        content: Buffer.from(refusal.body),
      };
    const url = new URL(incoming.url!, target);
    return new Promise<Answer>((resolve, reject) => {
      const outgoing = request(url, { method: incoming.method, headers: { ...incoming.headers, host: url.host } });
      outgoing.once('error', reject);
      outgoing.once('response', (answer: IncomingMessage) => {
        bodyOf(answer).then(
          (content) => resolve({ statusCode: answer.statusCode!, headers: answer.headers, content }),
          reject,
        );
      });
      outgoing.end(body);
    });
  };
  const server = createServer((incoming, response) => {
    forward(incoming).then(
      ({ statusCode, headers, content }) => {
        const { 'transfer-encoding': _chunked, connection: _connection, ...others } = headers;
        response.writeHead(statusCode, { ...others, 'content-length': content.length }).end(content);
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
