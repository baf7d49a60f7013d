import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { startEmbeddedPostgres, startThrowawayPostgres } from '@kalends/postgres';
import { randomToken } from '@kalends/security';
import { freePort, waitUntil } from '@kalends/testing';
import pg from 'pg';
import { clientId, clientSecret, Google } from '../convergence/google.js';
import { adminKey, encryptionKey, startFlags } from '../harness/deployment.js';
import { Kalends } from '../harness/kalends.js';
import { root, startNode, type Started } from '../harness/processes.js';

/** All of Kalends in one process as `npm start` runs it, on its own PostgreSQL, with a simulated Google that pushes changes. */
export interface World {
  kalends: Kalends;
  google: Google;
  databaseUrl: string;
  metricsUrl: string;
  /** The settings of the process. */
  env: Readonly<Record<string, string>>;
  /** A session of the benchmark, without a time limit per statement. */
  client: pg.Client;
  logFile: string;
  /** Starts it; resolves with the ms until it is ready. */
  start(): Promise<number>;
  /** The process id, while it runs. */
  pid(): number;
  stop(): Promise<void>;
  /** Stops everything and deletes all data. */
  end(): Promise<void>;
}

interface WorldOptions {
  /** As in `npm start`; otherwise as in tests. */
  durable: boolean;
  /** An empty database; otherwise one on a server with the settings of the embedded one. */
  databaseUrl?: string;
}

async function startServer({ durable, databaseUrl }: WorldOptions) {
  if (databaseUrl) return { url: databaseUrl, stop: async () => undefined };
  if (!durable) return startThrowawayPostgres();
  const dataDir = await mkdtemp(join(tmpdir(), 'kalends-scale-'));
  const server = await startEmbeddedPostgres({ dataDir });
  const stop = async () => {
    await server.stop();
    for (const path of [server.home, dataDir]) await rm(path, { recursive: true, force: true });
  };
  return { url: server.url, stop };
}

function settingsOf({ baseUrl, google }: { baseUrl: string; google: Google }): Record<string, string> {
  return {
    PORT: new URL(baseUrl).port,
    ADMIN_KEY: adminKey,
    ENCRYPTION_KEY: encryptionKey,
    ALLOW_NETWORKS: '127.0.0.0/8',
    DEMO: 'false',
    RATE_LIMIT_PER_SECOND: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    LOG_LEVEL: process.env.BENCH_LOG || 'warn',
    // nothing is polled unless it is made due
    SYNC_INTERVAL: '3600',
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_API_URL: `${google.url}/calendar/v3`,
    GOOGLE_AUTHORIZE_URL: `${google.url}/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${google.url}/token`,
    GOOGLE_REVOKE_URL: `${google.url}/revoke`,
    GOOGLE_USERINFO_URL: `${google.url}/v1/userinfo`,
    GOOGLE_NOTIFICATION_URL: `${baseUrl}/v1/provider_notifications/google`,
  };
}

/** How long a start may take, which may move a horizon. */
const startTimeoutMs = 1_800_000;

/** Starts PostgreSQL and the simulator, not Kalends. */
export async function openWorld(options: WorldOptions): Promise<World> {
  await mkdir(join(root, '.cache/logs'), { recursive: true });
  const logFile = join(root, '.cache/logs', `scale-${process.pid}-${randomToken(6)}.log`);
  const server = await startServer(options);
  const google = await Google.start(logFile);
  const baseUrl = `http://127.0.0.1:${await freePort()}`;
  await google.registerClients(`${baseUrl}/oauth/providers`);
  const metricsPort = String(await freePort());
  const env = {
    METRICS_PORT: metricsPort,
    ...settingsOf({ baseUrl, google }),
    DATABASE_URL: server.url,
    SMTP_PORT: String(await freePort()),
  };
  const dataDir = await mkdtemp(join(tmpdir(), 'kalends-scale-'));
  const client = new pg.Client({ connectionString: server.url });
  await client.connect();
  let running: Started | undefined;
  const start = async () => {
    const began = performance.now();
    const flags = await startFlags();
    running = startNode(join(root, 'dist/all-in-one.js'), { ...env, DATA_DIR: dataDir }, logFile, flags);
    const ready = () =>
      fetch(`${baseUrl}/health/ready`).then(
        ({ ok }) => ok,
        () => false,
      );
    const { child } = running;
    const isReady = async () => {
      if (child.exitCode !== null) throw new Error(`the process ended with code ${child.exitCode}; see ${logFile}`);
      return ready();
    };
    await waitUntil(isReady, { timeout: startTimeoutMs, interval: 20, what: 'Kalends to be ready' });
    return performance.now() - began;
  };
  const stop = async () => running?.stop();
  const deployment = { transport: 'embedded' as const, baseUrl, adminKey, smtpPort: 0, logFile, metricsUrls: [] };
  return {
    kalends: new Kalends({ ...deployment, databaseUrl: server.url }),
    google,
    databaseUrl: server.url,
    metricsUrl: `http://127.0.0.1:${metricsPort}/metrics`,
    env: { ...env, DATA_DIR: dataDir },
    client,
    logFile,
    start,
    pid: () => running!.child.pid!,
    stop,
    end: async () => {
      await stop();
      await client.end();
      await google.stop();
      await server.stop();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
