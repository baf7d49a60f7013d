import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { createServer, type AddressInfo } from 'node:net';
import { expect } from 'vitest';
import { runScript } from './kubectl.fixture.js';

export interface Route {
  from: { namespace: string; name: string };
  /** A name or an address. */
  host: string;
  port: number;
}

const script = ({ host, port }: Route) => `
  import { connect } from 'node:net';
  const socket = connect({ host: ${JSON.stringify(host)}, port: ${port} });
  const end = (result) => { console.log(result); process.exit(); };
  socket.once('connect', () => end('connected'));
  socket.once('error', (error) => end(error.code));
  setTimeout(end, 3_000, 'silence');`;

/** A connection from one pod to another: `connected`, the code of an error, or `silence`, which is what a policy causes. */
export const connection = async (route: Route): Promise<string> => (await runScript(route.from, script(route))).trim();

/** Checks several routes and reports them together: `source → host:port`. */
export async function expectRoutes(routes: readonly Route[], result: string): Promise<void> {
  const name = ({ from, host, port }: Route) => `${from.namespace}/${from.name} → ${host}:${port}`;
  const found: string[] = [];
  for (const route of routes) found.push(`${name(route)}: ${await connection(route)}`);
  expect(found).toEqual(routes.map((route) => `${name(route)}: ${result}`));
}

/** A listener on all addresses of this machine, and the private one from which it reaches a pod. */
export interface Here {
  address: string;
  port: number;
  close(): void;
}

export async function listenHere(pod: string): Promise<Here> {
  const route = createSocket('udp4');
  await new Promise<void>((resolve) => route.connect(9, pod, resolve));
  const { address } = route.address();
  route.close();
  const server = createServer((socket) => socket.destroy());
  await once(server.listen(0, '0.0.0.0'), 'listening');
  return { address, port: (server.address() as AddressInfo).port, close: () => void server.close() };
}
