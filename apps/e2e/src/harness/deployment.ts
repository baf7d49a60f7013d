import { mkdir, mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { randomToken } from '@kalends/security';
import { freePort, startTestDatabase } from '@kalends/testing';
import { root, startNode, untilAnswers, type Started } from './processes.js';

/** A running Kalends, as tests access it: by HTTP only. */
export interface Deployment {
  transport: 'embedded' | 'kafka';
  baseUrl: string;
  adminKey: string;
  /** Where mail servers deliver replies. */
  smtpPort: number;
  /** Log file of all processes. */
  logFile: string;
  /** PostgreSQL of all services: for an operator's work, and for injecting faults. */
  databaseUrl: string;
  /** Kafka, if that is the transport. */
  brokers?: string;
  /** Metrics address of each process. */
  metricsUrls: string[];
}

export interface Running {
  deployment: Deployment;
  processes: Started[];
  stop(): Promise<void>;
}

export const adminKey = 'test-admin-key-0123456789';
export const encryptionKey = '00112233445566778899aabbccddeeff00112233445566778899aabbccddeeff';

const common = {
  ADMIN_KEY: adminKey,
  ENCRYPTION_KEY: encryptionKey,
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
  APPLICATIONS: '100000',
  UNKNOWN_REQUESTS_PER_MINUTE: '0',
  // some tests count what the providers get
  CHECK_PROVIDERS: 'false',
  // so that wrong credentials in a test come from their own address
  TRUST_PROXY: '127.0.0.1/32',
  LOG_LEVEL: process.env.KALENDS_TEST_LOG_LEVEL || 'info',
};

/** Logs are kept below `.cache/logs`, to investigate a failed run. */
async function newLog(name: string): Promise<string> {
  const dir = join(root, '.cache/logs');
  await mkdir(dir, { recursive: true });
  return join(dir, `${name}-${process.pid}-${randomToken(6)}.log`);
}

/** The embedded PostgreSQL of a data directory: its port is the fourth line of the file beside its data. */
async function embeddedUrl(dataDir: string): Promise<string> {
  const text = async (path: string) => (await readFile(path, 'utf8')).trim();
  const cluster = join(
    await text(join(dataDir, 'postgres.location')).catch(() => join(dataDir, 'postgres')),
    'cluster',
  );
  const port = (await text(join(cluster, 'postmaster.pid'))).split('\n')[3]!;
  const password = encodeURIComponent(await text(join(dataDir, 'postgres.password')));
  return `postgresql://kalends:${password}@127.0.0.1:${port}/kalends`;
}

/** Node's flags in `npm start`, or in `npm run start:<service>`. */
export async function startFlags(service?: string): Promise<string[]> {
  const { scripts } = JSON.parse(await readFile(join(root, 'package.json'), 'utf8')) as Record<string, Record<string, string>>; // prettier-ignore
  return scripts![service ? `start:${service}` : 'start']!.split(' ').filter((word) => word.startsWith('--'));
}

/** One process on the embedded database and transport, as in `npm start`; `flags`: Node's; `program`: another bundle of it. */
export async function startEmbedded(
  extra: Record<string, string> = {},
  flags: string[] = [],
  program = join(root, 'dist/all-in-one.js'),
): Promise<Running> {
  const dataDir = extra.DATA_DIR ?? (await mkdtemp(join(tmpdir(), 'kalends-e2e-')));
  const port = Number(extra.PORT ?? (await freePort()));
  const smtpPort = Number(extra.SMTP_PORT ?? (await freePort()));
  const logFile = await newLog('embedded');
  const metricsPort = await freePort();
  const ports = { PORT: String(port), SMTP_PORT: String(smtpPort), METRICS_PORT: String(metricsPort) };
  const env = { ...common, DATA_DIR: dataDir, ...ports, DEMO: 'false', ...extra };
  const started = startNode(program, env, logFile, flags);
  const baseUrl = `http://127.0.0.1:${port}`;
  await untilAnswers(`${baseUrl}/health/ready`, started, logFile);
  return {
    deployment: {
      transport: 'embedded',
      baseUrl,
      adminKey,
      smtpPort,
      logFile,
      databaseUrl: extra.DATABASE_URL ?? (await embeddedUrl(dataDir)),
      metricsUrls: [`http://127.0.0.1:${metricsPort}/metrics`],
    },
    processes: [started],
    stop: async () => {
      await started.stop();
      if (!extra.DATA_DIR) await rm(dataDir, { recursive: true, force: true });
    },
  };
}

const services = ['gateway', 'calendar-sync', 'invites', 'availability', 'notifier'] as const;

/**
 * Five processes on a real Kafka and their own PostgreSQL; PORT and DATABASE_URL in `extra` take precedence. `flagsOf`:
 * Node's flags for a service.
 */
export async function startDistributed(
  brokers: string,
  extra: Record<string, string> = {},
  flagsOf: (service: string) => Promise<string[]> = async () => [],
): Promise<Running> {
  const { DATABASE_URL: given } = extra;
  const database = given ? { url: given, stop: async () => undefined } : await startTestDatabase();
  const logFile = await newLog('kafka');
  const smtpPort = await freePort();
  const processes: Started[] = [];
  const stop = async () => {
    await Promise.all(processes.map((one) => one.stop()));
    await database.stop();
  };
  const start = async (service: string) => {
    const port = service === 'gateway' && extra.PORT ? Number(extra.PORT) : await freePort();
    const metricsPort = service === 'gateway' ? await freePort() : port;
    const ports = { PORT: String(port), SMTP_PORT: String(smtpPort), METRICS_PORT: String(metricsPort) };
    const env = { ...common, ...extra, DATABASE_URL: database.url, KAFKA_BROKERS: brokers, ...ports };
    const started = startNode(join(root, `dist/${service}.js`), env, logFile, await flagsOf(service));
    processes.push(started);
    await untilAnswers(`http://127.0.0.1:${port}/health/ready`, started, logFile);
    return { url: `http://127.0.0.1:${port}`, metricsUrl: `http://127.0.0.1:${metricsPort}/metrics` };
  };
  // together: each waits for the broker most of the time
  const all = await Promise.all(services.map(start)).catch(async (error: unknown) => {
    await stop();
    throw error;
  });
  return {
    deployment: {
      transport: 'kafka',
      baseUrl: all[0]!.url,
      adminKey,
      smtpPort,
      logFile,
      databaseUrl: database.url,
      brokers,
      metricsUrls: all.map(({ metricsUrl }) => metricsUrl),
    },
    processes,
    stop,
  };
}
