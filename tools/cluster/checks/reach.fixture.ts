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
