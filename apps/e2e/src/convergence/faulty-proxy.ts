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
      if (fault) return void answer.resume().once('end', () => response.destroy());
      response.writeHead(answer.statusCode!, answer.headers);
      answer.pipe(response);
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
