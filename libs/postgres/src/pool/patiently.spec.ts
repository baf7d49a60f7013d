import { once } from 'node:events';
import { connect, createServer, type AddressInfo, type Server, type Socket } from 'node:net';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { startThrowawayPostgres, type ThrowawayPostgres } from '../embedded-postgres/throwaway.js';
import { migrate } from '../migrate/migrate.js';
import { createPool } from './pool.js';

let database: ThrowawayPostgres;
let busy: Server;
let accepted = 0;
/** So many connections are accepted, and then left unanswered. */
let mute = 0;
const sockets = new Set<Socket>();

beforeAll(async () => {
  database = await startThrowawayPostgres();
  const { port } = new URL(await database.createDatabase());
  busy = createServer((socket) => {
    sockets.add(socket.on('error', () => undefined));
    if (++accepted <= mute) return;
    const server = connect(Number(port), '127.0.0.1').on('error', () => undefined);
    socket.pipe(server).pipe(socket);
  }).listen(0, '127.0.0.1');
  await once(busy, 'listening');
});
afterAll(async () => {
  for (const socket of sockets) socket.destroy();
  busy.close();
  await database.stop();
});

async function poolOfBusyServer(connectTimeoutMs: number) {
  const url = new URL(await database.createDatabase());
  url.port = String((busy.address() as AddressInfo).port);
  accepted = 0;
  return createPool({ url: url.href, schema: 'gateway', connectTimeoutMs });
}

it('given a server that is too busy for the first connections, when a service migrates at its start, then it waits', async () => {
  mute = 4;
  const pool = await poolOfBusyServer(1_000);
  await migrate({ pool, schema: 'gateway', folders: [] });
  expect(accepted).toBeGreaterThan(mute);
  mute = 0;
  await pool.end();
}, 60_000);

it('given a server that refuses connections, then the start fails at once', async () => {
  const pool = createPool({ url: 'postgresql://ada@127.0.0.1:1/none', schema: 'gateway' });
  await expect(migrate({ pool, schema: 'gateway', folders: [] })).rejects.toThrow(/ECONNREFUSED/);
  await pool.end();
});
