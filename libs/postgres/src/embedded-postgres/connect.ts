import { setTimeout as delay } from 'node:timers/promises';
import pg from 'pg';
import { ROLE } from './cluster.js';

/** The result of connecting to a port's server. The client of `connected` keeps the installation's lock until it ends. */
export type ConnectOutcome =
  | { kind: 'connected'; client: pg.Client }
  | { kind: 'not-yet'; reason: string }
  | { kind: 'in-use' }
  | { kind: 'foreign'; reason: string };

const WRONG_PASSWORD = '28P01';
/** How long the lock of a killed process' connection may take to be released. */
const LOCK_TIMEOUT_MS = 3_000;

/** Connects as superuser and verifies that it is this cluster's server and that no other process uses it. */
export async function connect(server: { port: number; password: string; cluster: string }): Promise<ConnectOutcome> {
  const client = new pg.Client({
    host: '127.0.0.1',
    port: server.port,
    user: ROLE,
    password: server.password,
    database: 'postgres',
    application_name: 'kalends embedded',
    connectionTimeoutMillis: 2_000,
    keepAlive: true,
  });
  client.on('error', () => undefined);
  try {
    await client.connect();
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    return code === WRONG_PASSWORD
      ? { kind: 'foreign', reason: message }
      : { kind: 'not-yet', reason: message || String(code) };
  }
  const refusal = await claim(client, server.cluster);
  if (refusal === undefined) return { kind: 'connected', client };
  await client.end().catch(() => undefined);
  return refusal;
}

async function claim(client: pg.Client, cluster: string): Promise<ConnectOutcome | undefined> {
  try {
    const { rows } = await client.query<{ data_directory: string }>('SHOW data_directory');
    if (rows[0]?.data_directory !== cluster) return { kind: 'foreign', reason: `it serves ${rows[0]?.data_directory}` };
    const giveUp = performance.now() + LOCK_TIMEOUT_MS;
    while (!(await tryLock(client))) {
      if (performance.now() > giveUp) return { kind: 'in-use' };
      await delay(50);
    }
    return undefined;
  } catch (error) {
    return { kind: 'not-yet', reason: (error as Error).message };
  }
}

async function tryLock(client: pg.Client): Promise<boolean> {
  const { rows } = await client.query<{ locked: boolean }>(
    `SELECT pg_try_advisory_lock(hashtextextended('kalends.installation', 0)) AS locked`,
  );
  return rows[0]?.locked === true;
}
