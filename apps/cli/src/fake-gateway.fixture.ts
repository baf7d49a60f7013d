import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface ReceivedRequest {
  method: string;
  path: string;
  authorization: string | undefined;
  body: unknown;
}

export interface FakeGateway {
  url: string;
  /** Every request so far. */
  requests: ReceivedRequest[];
  close(): Promise<void>;
}

/** An HTTP server with prepared responses, `METHOD /path` → status and JSON body; anything else is a 404. */
export async function startFakeGateway(
  answers: Record<string, [status: number, body?: unknown]>,
): Promise<FakeGateway> {
  const requests: ReceivedRequest[] = [];
  const server = createServer((request, response) => {
    let text = '';
    request.on('data', (chunk: Buffer) => (text += chunk.toString('utf8')));
    request.on('end', () => {
      const { method = '', url = '', headers } = request;
      const body: unknown = text === '' ? undefined : JSON.parse(text);
      requests.push({ method, path: url, authorization: headers.authorization, body });
      const [status, answer] = answers[`${method} ${url}`] ?? [
        404,
        { error: 'not_found', description: 'There is no such thing.' },
      ];
      response.writeHead(status, { 'content-type': 'application/json' });
      response.end(answer === undefined ? '' : JSON.stringify(answer));
    });
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    requests,
    close: async () => {
      server.close();
      server.closeAllConnections();
      await once(server, 'close');
    },
  };
}
