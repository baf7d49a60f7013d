import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';

/** Fault for the next requests: a refusal, or a lost response although the server carried out the request. */
export interface ProxyFault {
  methods: readonly string[];
  times: number;
  /** Ends after this time. */
  seconds: number;
  status?: number;
  retryAfter?: number;
  /** The server carries out the request, and its response is cut in half, or a page of HTML. */
  spoils?: 'page' | 'half';
  /** Milliseconds until the response. */
  delayMs?: number;
}

async function spoil(answer: IncomingMessage, response: ServerResponse, how: 'page' | 'half'): Promise<void> {
  const body = Buffer.concat((await answer.toArray()) as Buffer[]);
  if (how === 'page')
    response.writeHead(200, { 'content-type': 'text/html' }).end('<!doctype html><title>Sign in</title>');
  else {
    const { 'content-length': _, 'transfer-encoding': __, ...headers } = answer.headers;
    response.writeHead(answer.statusCode!, headers).end(body.subarray(0, body.length / 2));
  }
}

/** A reverse proxy on 127.0.0.1 between the service and a server without faults of its own. */
export async function startFaultyProxy(target: string) {
  let faults: (ProxyFault & { until: number })[] = [];
  const next = (method: string) => {
    faults = faults.filter(({ times, until }) => times > 0 && until > performance.now());
    const fault = faults.find(({ methods }) => methods.includes(method));
    if (fault) fault.times -= 1;
    return fault;
  };
  const pass = (incoming: IncomingMessage, then: (answer: IncomingMessage) => void, failed: () => void) => {
    const url = new URL(incoming.url!, target);
    const outgoing = request(url, { method: incoming.method, headers: { ...incoming.headers, host: url.host } }, then);
    outgoing.once('error', failed);
    incoming.pipe(outgoing);
  };
  const handle = (incoming: IncomingMessage, response: ServerResponse) => {
    const fault = next(incoming.method!);
    if (fault?.status !== undefined) {
      incoming.resume();
      const wait = fault.retryAfter === undefined ? {} : { 'retry-after': String(fault.retryAfter) };
      response.writeHead(fault.status, wait).end();
      return;
    }
    const answered = (answer: IncomingMessage) => {
      if (fault?.spoils) return void spoil(answer, response, fault.spoils);
      if (fault && fault.delayMs === undefined) return void answer.resume().once('end', () => response.destroy());
      setTimeout(() => {
        response.writeHead(answer.statusCode!, answer.headers);
        answer.pipe(response);
      }, fault?.delayMs ?? 0);
    };
    pass(incoming, answered, () => response.destroy());
  };
  const server = createServer(handle);
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}/`,
    add: (fault: ProxyFault) => void faults.push({ ...fault, until: performance.now() + fault.seconds * 1_000 }),
    clear: () => void (faults = []),
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}

export type FaultyProxy = Awaited<ReturnType<typeof startFaultyProxy>>;
