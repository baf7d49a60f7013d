import type { ChildProcess } from 'node:child_process';
import { resolve } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import type pg from 'pg';
import { type Binaries, findBinaries } from './binaries.js';
import { ensureCluster, ROLE } from './cluster.js';
import { connect, type ConnectOutcome } from './connect.js';
import { findPlaces, type Places } from './location.js';
import { accountFor, type OsAccount } from './os-account.js';
import { dropPidFile, freeLoopbackPort, isPostgres, readPidFile, spawnPostmaster, stopServer } from './postmaster.js';

interface EmbeddedPostgresOptions {
  /** Directory of the installation's data; it contains the cluster (or its location in `postgres.location`). */
  dataDir: string;
  /** TCP port on 127.0.0.1; a free one by default. A server that still runs keeps its own. */
  port?: number;
  log?: (line: string) => void;
  /** For tests: nothing is flushed to disk, and the server ends with this process however that ends. */
  throwaway?: boolean;
}

export interface EmbeddedPostgres {
  /** Address of the database `kalends` with the superuser's password. */
  url: string;
  /** Process id of the PostgreSQL server. */
  pid: number;
  /** Directory of the cluster and its log. */
  home: string;
  /** Resolves when the server has ended, for any reason. */
  ended: Promise<void>;
  /** Stops the server cleanly; open connections are closed. Safe to call twice. */
  stop(): Promise<void>;
}

interface Context {
  binaries: Binaries;
  places: Places;
  account: OsAccount;
  password: string;
  options: EmbeddedPostgresOptions;
  log: (line: string) => void;
}

interface Running {
  /** The connection with the installation's lock; it ends when the server ends. */
  holder: pg.Client;
  port: number;
  child?: ChildProcess;
}

const START_DEADLINE_MS = 15_000;
const DYING_PREDECESSOR_MS = 5_000;

/**
 * Real PostgreSQL for one machine. Creates the cluster on the first call; takes over a server that outlived its Node
 * process; waits for one that is still stopping. Listens on 127.0.0.1 only. Works for root, too (the server runs as the OS
 * user `postgres`). Throws if another process uses the same data directory, or with PostgreSQL's last output.
 */
export async function startEmbeddedPostgres(options: EmbeddedPostgresOptions): Promise<EmbeddedPostgres> {
  const log = options.log ?? (() => undefined);
  const { account, ...places } = await findPlaces(resolve(options.dataDir), accountFor);
  const binaries = await findBinaries(account, places.home);
  const password = await ensureCluster({ binaries, places, account }, { durable: options.throwaway !== true, log });
  const context: Context = { binaries, places, account, password, options, log };
  const running = (await adopt(context)) ?? (await start(context));
  await ensureDatabase(running.holder);
  return handle(context, running);
}

/** A running server of this cluster, if there is one that accepts our connection. */
async function adopt(context: Context): Promise<Running | undefined> {
  const { places } = context;
  const file = await readPidFile(places);
  if (file === undefined) return undefined;
  const outcome = await connectWhile(context, file.port, () => isPostgres(file.pid));
  if (outcome.kind === 'connected') {
    context.log(`took over the PostgreSQL server that was still running (process ${file.pid})`);
    return { holder: outcome.client, port: file.port };
  }
  if (!(await isPostgres(file.pid))) await dropPidFile(places);
  else await stopServer(context);
  return undefined;
}

/** Starts a server; leftovers of a killed one (shared memory, lock file) may need a moment to disappear. */
async function start(context: Context): Promise<Running> {
  const { binaries, places, account, options } = context;
  const giveUp = performance.now() + DYING_PREDECESSOR_MS;
  for (;;) {
    const port = options.port ?? (await freeLoopbackPort());
    const child = await spawnPostmaster({ binaries, places, account, port, throwaway: options.throwaway ?? false });
    const outcome = await connectWhile(context, port, async () => isAlive(child));
    if (outcome.kind === 'connected') return { holder: outcome.client, port, child };
    if (isAlive(child)) await stopServer(context);
    if (performance.now() > giveUp) throw new Error(`PostgreSQL did not start (${outcome.reason}); see ${places.log}`);
    await delay(200);
  }
}

function isAlive(child: ChildProcess): boolean {
  return child.pid !== undefined && child.exitCode === null && child.signalCode === null;
}

type Connection = Exclude<ConnectOutcome, { kind: 'in-use' }>;

/** Retries until the server accepts or definitely refuses, or has ended. */
async function connectWhile(context: Context, port: number, alive: () => Promise<boolean>): Promise<Connection> {
  const { cluster, dataDir } = context.places;
  const deadline = performance.now() + START_DEADLINE_MS;
  for (;;) {
    const stillAlive = await alive();
    const outcome = await connect({ port, password: context.password, cluster });
    if (outcome.kind === 'in-use') throw new Error(`another process already uses the data directory ${dataDir}`);
    if (outcome.kind !== 'not-yet' || !stillAlive || performance.now() > deadline) return outcome;
    await delay(20);
  }
}

async function ensureDatabase(client: pg.Client): Promise<void> {
  const found = await client.query('SELECT 1 FROM pg_database WHERE datname = $1', [ROLE]);
  if (found.rowCount === 0) await client.query(`CREATE DATABASE ${ROLE} STRATEGY file_copy`);
}

async function handle(context: Context, running: Running): Promise<EmbeddedPostgres> {
  const { places, password, options } = context;
  const ended = new Promise<void>((done) => running.holder.once('end', () => done()));
  const file = await readPidFile(places);
  let stopping: Promise<void> | undefined;
  const stop = async () => {
    await stopServer(context, options.throwaway ? 'immediate' : 'fast');
    await running.holder.end().catch(() => undefined);
    running.child?.stdin?.destroy();
    // Somebody deleted the cluster's files under the running server: pg_ctl finds nothing to stop.
    if (running.child !== undefined && !options.throwaway && isAlive(running.child)) running.child.kill('SIGINT');
  };
  return {
    url: `postgresql://${ROLE}:${password}@127.0.0.1:${running.port}/${ROLE}`,
    pid: file?.pid ?? 0,
    home: places.home,
    ended,
    stop: () => (stopping ??= stop()),
  };
}
