import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

export interface Recorded {
  method: string;
  path: string;
  prefer: string;
  ifMatch: string | undefined;
  authorization: string | undefined;
  body: Record<string, unknown>;
}

interface OwnAnswer {
  status?: number;
  body?: unknown;
  headers?: Record<string, string>;
}
type Answers = (request: Recorded) => OwnAnswer | undefined | Promise<OwnAnswer | undefined>;

async function textOf(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of request) chunks.push(chunk as Buffer);
  return Buffer.concat(chunks).toString();
}

/**
 * A server that keeps its requests, and answers itself or passes the request on to `target`. Its links are its own.
 */
export async function startRecorder(target: string | undefined, answers: Answers = () => undefined) {
  const requests: Recorded[] = [];
  let url = '';
  let inFlight = 0;
  let most = 0;
  const serve = async (request: IncomingMessage, response: ServerResponse) => {
    const text = await textOf(request);
    const recorded: Recorded = {
      method: request.method!,
      path: decodeURIComponent(request.url!),
      prefer: String(request.headers['prefer'] ?? ''),
      ifMatch: request.headers['if-match'],
      authorization: request.headers.authorization,
      body: (text === '' ? {} : JSON.parse(text)) as Record<string, unknown>,
    };
    requests.push(recorded);
    const own = await answers(recorded);
    if (own || target === undefined) {
      const type = { 'content-type': 'application/json' };
      response.writeHead(own?.status ?? 200, { ...type, ...own?.headers });
      return void response.end(JSON.stringify(own?.body ?? {}));
    }
    const passed = await fetch(`${target}${request.url}`, {
      method: recorded.method,
      headers: Object.fromEntries(
        ['authorization', 'prefer', 'if-match', 'content-type'].flatMap((name) => {
          const value = request.headers[name];
          return value === undefined ? [] : [[name, String(value)]];
        }),
      ),
      ...(text === '' ? {} : { body: text }),
    });
    const answer = (await passed.text()).replaceAll(target, url);
    response.writeHead(passed.status, { 'content-type': 'application/json' });
    response.end(passed.status === 204 ? undefined : answer);
  };
  const server = createServer((request, response) => {
    inFlight += 1;
    most = Math.max(most, inFlight);
    response.on('close', () => (inFlight -= 1));
    void serve(request, response);
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  url = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
  return {
    url,
    graphUrl: `${url}/v1.0`,
    requests,
    maxInFlight: () => most,
    close: () => new Promise<void>((resolve) => server.close(() => resolve())),
  };
}
