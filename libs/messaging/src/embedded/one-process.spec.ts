import { once } from 'node:events';
import { spawn } from 'node:child_process';
import { waitUntil } from '@kalends/testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Log } from '../core/log.js';
import { startBusDatabase, type BusDatabase } from './bus-database.fixture.js';
import { ReadingConnection } from './reading-connection.js';
import { openEmbeddedTransport } from './transport.js';

const lines: string[] = [];
const log = Object.fromEntries(
  ['debug', 'info', 'warn', 'error'].map((level) => [level, (_: object, text: string) => void lines.push(text)]),
) as unknown as Log;

/** A process that opens the bus, reports it, and keeps running. */
const program = `
  import { openEmbeddedTransport } from '@kalends/messaging';
  await openEmbeddedTransport({ connectionString: process.argv[1] });
  console.log('open');
  setInterval(() => undefined, 1_000);`;

describe('the embedded bus', () => {
  let database: BusDatabase;
  beforeAll(async () => void (database = await startBusDatabase()));
  afterAll(() => database.stop());

  async function startOther() {
    const child = spawn(process.execPath, ['--input-type=module', '-e', program, database.url], {
      stdio: ['ignore', 'pipe', 'inherit'],
    });
    await once(child.stdout, 'data');
    return child;
  }

  it('given a process that has the bus, when another one opens it, then it waits, logs that, and is refused with a clear error', async () => {
    const first = await openEmbeddedTransport({ connectionString: database.url });
    lines.length = 0;
    const second = openEmbeddedTransport({ connectionString: database.url, lockTimeoutMs: 600, log });
    await expect(second).rejects.toThrow(/another Kalends process uses this database.*KAFKA_BROKERS/);
    expect(lines.filter((line) => line.includes('waiting for it to end'))).toHaveLength(1);
    await first.close();
    await (await openEmbeddedTransport({ connectionString: database.url, lockTimeoutMs: 0 })).close();
  });

  it('given a connection that is closed, when another is opened immediately, then it need not wait', async () => {
    for (let round = 0; round < 30; round += 1) {
      const reading = new ReadingConnection(database.url, log);
      await reading.open(0);
      await reading.close();
    }
  });

  it(
    'given a process that has the bus, when it is killed, then the next one waits only until it has ended',
    { tags: 'long', timeout: 60_000 },
    async () => {
      const other = await startOther();
      const opening = openEmbeddedTransport({ connectionString: database.url, log });
      lines.length = 0;
      await waitUntil(() => lines.length === 1, { what: 'the next one to wait' });
      other.kill('SIGKILL');
      await once(other, 'exit');
      await (await opening).close();
    },
  );

  it(
    'given a connection that is cut, when another process takes over meanwhile, then nothing more is read until that one ends',
    { tags: 'long', timeout: 60_000 },
    async () => {
      const reading = new ReadingConnection(database.url, log);
      await reading.open(0);
      const { rows } = await reading.query<{ pid: number }>('SELECT pg_backend_pid() AS pid');
      await database.pool.query('SELECT pg_terminate_backend($1)', [rows[0]!.pid]);
      await waitUntil(() => !reading.isOpen, { what: 'the loss to be noticed' });
      const other = await startOther();
      await expect(reading.query('SELECT 1')).rejects.toThrow(/another Kalends process/);
      expect(reading.isOpen).toBe(false);
      other.kill('SIGKILL');
      await once(other, 'exit');
      await waitUntil(async () => (await reading.query('SELECT 1')).rowCount === 1, { what: 'the bus again' });
      expect(reading.isOpen).toBe(true);
      await reading.close();
    },
  );
});
