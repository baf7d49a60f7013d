import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { createPool } from '@kalends/postgres';
import { randomToken } from '@kalends/security';
import { freePort, startTestDatabase } from '@kalends/testing';
import { adminKey, encryptionKey } from '../harness/deployment.js';
import { Kalends } from '../harness/kalends.js';
import { root, startNode, untilAnswers, type Started } from '../harness/processes.js';
import { clientId, clientSecret, Google } from './google.js';

/** A Kalends on Google, each of whose processes can be killed and restarted. */
export interface Installation {
  kalends: Kalends;
  google: Google;
  /** How many of the application's changes are pending at a provider. */
  unfinished(): Promise<number>;
  /** The processes that can be killed. */
  processes: string[];
  /** The process id, while it runs. */
  pid(name: string): number | undefined;
  /** SIGKILL; resolves when the process has ended. */
  kill(name: string): Promise<void>;
  /** Resolves when it is ready. */
  start(name: string): Promise<void>;
  stop(): Promise<void>;
}

/** Writes that calendar-sync has not carried out yet, and events of which it has not received the last change. */
const unfinishedSql = `
  SELECT (SELECT count(*) FROM calendar_sync.pending_write) + (SELECT count(*) FROM gateway.pending_write) AS n`;

const services = ['gateway', 'calendar-sync', 'availability', 'invites', 'notifier'];

async function environments(names: string[], shared: Record<string, string>) {
  const smtp = { SMTP_PORT: String(await freePort()) };
  const ports = new Map<string, number>();
  for (const name of names) ports.set(name, await freePort());
  const gateway = `http://127.0.0.1:${ports.get(names[0]!)}`;
  const notifications = {
    GOOGLE_NOTIFICATION_URL: `${gateway}/v1/provider_notifications/google`,
    MICROSOFT_NOTIFICATION_URL: `${gateway}/v1/provider_notifications/microsoft`,
  };
  const environmentOf = (name: string) => ({ ...shared, ...smtp, ...notifications, PORT: String(ports.get(name)) });
  return { gateway, ports, environmentOf };
}

/**
 * Starts the simulator and all of Kalends: one process on the embedded bus, or five on the given brokers. `settings` extend
 * those that tests use.
 */
export async function install(brokers?: string, settings: Record<string, string> = {}): Promise<Installation> {
  await mkdir(join(root, '.cache/logs'), { recursive: true });
  const logFile = join(root, '.cache/logs', `convergence-${process.pid}-${randomToken(6)}.log`);
  const database = await startTestDatabase();
  const google = await Google.start(logFile);
  const names = brokers ? services : ['all-in-one'];
  const { gateway, ports, environmentOf } = await environments(names, {
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: encryptionKey,
    ADMIN_KEY: adminKey,
    ALLOW_NETWORKS: '127.0.0.0/8',
    SYNC_INTERVAL: '1',
    // what is lost is found soon
    SYNC_INTERVAL_MAX: '1',
    CONFIRM_INTERVAL: '10',
    CONFIRM_INTERVAL_IN_USE: '10',
    RATE_LIMIT_PER_SECOND: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    NEW_ACCOUNTS_PER_HOUR: '0',
    PAGES_PER_MINUTE: '0',
    UNKNOWN_REQUESTS_PER_MINUTE: '0',
    LOG_LEVEL: process.env.KALENDS_TEST_LOG_LEVEL || 'info',
    GOOGLE_CLIENT_ID: clientId,
    GOOGLE_CLIENT_SECRET: clientSecret,
    GOOGLE_API_URL: `${google.url}/calendar/v3`,
    GOOGLE_AUTHORIZE_URL: `${google.url}/o/oauth2/v2/auth`,
    GOOGLE_TOKEN_URL: `${google.url}/token`,
    GOOGLE_REVOKE_URL: `${google.url}/revoke`,
    GOOGLE_USERINFO_URL: `${google.url}/v1/userinfo`,
    MICROSOFT_CLIENT_ID: clientId,
    MICROSOFT_CLIENT_SECRET: clientSecret,
    MICROSOFT_AUTHORITY_URL: google.url,
    MICROSOFT_GRAPH_URL: `${google.url}/v1.0`,
    ...(brokers ? { KAFKA_BROKERS: brokers } : { DEMO: 'false' }),
    ...settings,
  });
  await google.registerClients(`${gateway}/oauth/providers`);
  const pool = createPool({ url: database.url, max: 1 });
  const running = new Map<string, Started>();
  /** As Kubernetes does, starts a process again that ended because PostgreSQL was too busy at its start. */
  const start = async (name: string, attempts = 3): Promise<void> => {
    const started = startNode(join(root, `dist/${name}.js`), environmentOf(name), logFile);
    running.set(name, started);
    try {
      await untilAnswers(`http://127.0.0.1:${ports.get(name)}/health/ready`, started, logFile);
    } catch (error) {
      if (started.child.exitCode !== 1 || attempts === 1) throw error;
      await start(name, attempts - 1);
    }
  };
  const stop = async () => {
    await Promise.all([...running.values()].map((one) => one.kill()));
    await pool.end();
    await google.stop();
    await database.stop();
  };
  try {
    await Promise.all(names.map((name) => start(name)));
  } catch (error) {
    await stop();
    throw error;
  }
  const transport = brokers ? ('kafka' as const) : ('embedded' as const);
  return {
    kalends: new Kalends({
      transport,
      baseUrl: gateway,
      adminKey,
      smtpPort: 0,
      logFile,
      databaseUrl: database.url,
      metricsUrls: [],
    }),
    google,
    unfinished: async () => Number((await pool.query<{ n: string }>(unfinishedSql)).rows[0]!.n),
    processes: names,
    pid: (name) => running.get(name)?.child.pid,
    kill: (name) => running.get(name)!.kill(),
    start,
    stop,
  };
}
