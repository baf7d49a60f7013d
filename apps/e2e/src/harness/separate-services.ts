import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { randomToken } from '@kalends/security';
import { freePort, startTestDatabase, waitUntil } from '@kalends/testing';
import { bundleServices } from './bundle-services.js';
import { adminKey, encryptionKey } from './deployment.js';
import { Kalends } from './kalends.js';
import { root, startNode, type Started } from './processes.js';

export type Victim = 'gateway' | 'invites' | 'notifier' | 'all-in-one';

/** The processes on a reply's path, which can be killed and restarted: one per service on Kafka, otherwise one. */
export interface SeparateServices {
  kalends: Kalends;
  smtpPort: number;
  /** SIGKILL; resolves when the process has ended. */
  kill(service: Victim): Promise<void>;
  /** Starts it again; resolves when it is ready. */
  start(service: Victim): Promise<void>;
  stop(): Promise<void>;
}

export interface SeparateOptions {
  /** Kafka; without, all services run in one process on the embedded bus. */
  brokers?: string;
  /** Safeguard that invites and notifier run without, see `remove-safeguard.mjs`. */
  removedSafeguard?: string;
}

/** Starts gateway, invites and notifier, or all services in one process, on their own database. */
export async function startSeparately(options: SeparateOptions = {}): Promise<SeparateServices> {
  const services: Victim[] = options.brokers ? ['gateway', 'invites', 'notifier'] : ['all-in-one'];
  const [database, bundles] = await Promise.all([startTestDatabase(), bundleServices(services)]);
  const dataDir = await mkdtemp(join(tmpdir(), 'kalends-kill-'));
  const logs = join(root, '.cache/logs');
  await mkdir(logs, { recursive: true });
  const logFile = join(logs, `kill-${process.pid}-${randomToken(6)}.log`);
  const [gatewayPort, smtpPort] = [await freePort(), await freePort()];
  const environmentOf = (service: Victim, port: number): Record<string, string> => ({
    DATABASE_URL: database.url,
    ENCRYPTION_KEY: encryptionKey,
    ADMIN_KEY: adminKey,
    RATE_LIMIT_PER_SECOND: '0',
    RATE_LIMIT_PER_MINUTE: '0',
    NEW_ACCOUNTS_PER_HOUR: '0',
    PAGES_PER_MINUTE: '0',
    UNKNOWN_REQUESTS_PER_MINUTE: '0',
    ALLOW_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: process.env.KALENDS_TEST_LOG_LEVEL || 'warn',
    SMTP_PORT: String(smtpPort),
    PORT: String(service === 'invites' || service === 'notifier' ? port : gatewayPort),
    ...(options.brokers ? { KAFKA_BROKERS: options.brokers } : { DATA_DIR: dataDir, DEMO: 'false' }),
    ...(options.removedSafeguard && service !== 'gateway' ? { REMOVED_SAFEGUARD: options.removedSafeguard } : {}),
  });
  const running = new Map<Victim, Started>();
  const start = async (service: Victim) => {
    const started = startNode(bundles.fileOf(service), environmentOf(service, await freePort()), logFile);
    running.set(service, started);
    let isReady = false;
    // every line, even if a service logs a lot right after its start
    createInterface(started.child.stdout!).on(
      'line',
      (line) => (isReady ||= /^(ready$|Kalends answers at )/.test(line)),
    );
    const check = () => {
      if (started.child.exitCode !== null) throw new Error(`${service} ended; see ${logFile}`);
      return isReady;
    };
    await waitUntil(check, { timeout: 60_000, interval: 5, what: `${service} to be ready; see ${logFile}` });
  };
  await Promise.all(services.map(start));
  const baseUrl = `http://127.0.0.1:${gatewayPort}`;
  const transport = options.brokers ? 'kafka' : 'embedded';
  return {
    kalends: new Kalends({
      transport,
      baseUrl,
      adminKey,
      smtpPort,
      logFile,
      databaseUrl: database.url,
      metricsUrls: [],
    }),
    smtpPort,
    kill: (service) => running.get(service)!.kill(),
    start,
    stop: async () => {
      await Promise.all([...running.values()].map((one) => one.kill()));
      await database.stop();
      await bundles.remove();
      await rm(dataDir, { recursive: true, force: true });
    },
  };
}
