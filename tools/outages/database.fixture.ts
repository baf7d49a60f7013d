import { chmod, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres } from '@kalends/postgres';
import pg from 'pg';

/** A PostgreSQL server that can be stopped for a while. */
export interface RestartableDatabase {
  url: string;
  /** Stops the server, keeps its data: `fast` cuts connections and writes a checkpoint, `immediate` is a crash. */
  halt(mode: 'fast' | 'immediate'): Promise<void>;
  /** Starts it again on the same data and port. */
  resume(): Promise<void>;
  stop(): Promise<void>;
}

export async function startDatabase(): Promise<RestartableDatabase> {
  const dataDir = await mkdtemp(join(tmpdir(), 'kalends-'));
  await chmod(dataDir, 0o711);
  let server = await startEmbeddedPostgres({ dataDir, throwaway: true });
  const { url, home } = server;
  const port = Number(new URL(url).port);
  // a crash of the server must lose no commit; a crash of the machine is not tested here
  const client = new pg.Client({ connectionString: url });
  await client.connect();
  await client.query('ALTER DATABASE kalends SET synchronous_commit = on');
  await client.end();
  return {
    url,
    async halt(mode) {
      process.kill(server.pid, mode === 'fast' ? 'SIGINT' : 'SIGQUIT');
      await server.ended;
      await server.stop();
    },
    async resume() {
      server = await startEmbeddedPostgres({ dataDir, port, throwaway: true });
    },
    async stop() {
      await server.stop();
      await rm(home, { recursive: true, force: true });
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
