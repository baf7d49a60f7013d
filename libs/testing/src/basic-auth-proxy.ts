import { createServer, request, type IncomingMessage, type ServerResponse } from 'node:http';
import { freePort } from './free-port.js';

export interface BasicAuthProxy {
  port: number;
  close(): Promise<void>;
}

/**
 * An HTTP proxy on 127.0.0.1 that authenticates one user by HTTP Basic (RFC 7617) and forwards everything else: for a server
 * that leaves authentication to its proxy.
 */
export async function startBasicAuthProxy(target: number, user: string, password: string): Promise<BasicAuthProxy> {
  const expected = `Basic ${Buffer.from(`${user}:${password}`).toString('base64')}`;
  const server = createServer((incoming, outgoing) => {
    if (incoming.headers.authorization === expected) return pass(incoming, outgoing, target);
    incoming.resume();
    outgoing.writeHead(401, { 'www-authenticate': 'Basic realm="calendars"' }).end();
  });
  const port = await freePort();
  await new Promise<void>((resolve) => server.listen(port, '127.0.0.1', resolve));
  const close = () =>
    new Promise<void>((resolve) => {
      server.close(() => resolve());
      server.closeAllConnections();
    });
  return { port, close };
}

function pass(incoming: IncomingMessage, outgoing: ServerResponse, port: number): void {
  const { method, url: path, headers } = incoming;
  const onward = request({ host: '127.0.0.1', port, method, path, headers }, (answer) => {
    outgoing.writeHead(answer.statusCode!, answer.headers);
    answer.pipe(outgoing);
  });
  onward.on('error', () => outgoing.destroy());
  incoming.pipe(onward);
}
