import { mkdir } from 'node:fs/promises';
import { join } from 'node:path';
import { busMigrations } from '@kalends/messaging';
import { createPool, migrate, randomToken } from '@kalends/service';
import { freePort, startTestDatabase, waitUntil } from '@kalends/testing';
import { bundleServices } from './bundle-services.js';
import { adminKey, encryptionKey } from './deployment.js';
import { Kalends } from './kalends.js';
import { root, startNode, type Started } from './processes.js';

const services = ['gateway', 'invites', 'notifier'] as const;
export type Victim = (typeof services)[number];

/** The services that a reply passes, each a process that can be killed and started again. */
export interface SeparateServices {
  kalends: Kalends;
  smtpPort: number;
  /** SIGKILL; resolves when the process is gone. */
  kill(service: Victim): Promise<void>;
  /** Starts it again; resolves when it is ready. */
  start(service: Victim): Promise<void>;
  stop(): Promise<void>;
}

export interface SeparateOptions {
  /** Kafka; without, the embedded bus of the database. */
  brokers?: string;
  /** What invites and notifier are to run without, see `take-away.mjs`. */
  takeAway?: string;
}

/** Starts gateway, invites and notifier over a database of their own. */
export async function startSeparately(options: SeparateOptions = {}): Promise<SeparateServices> {
  const [database, bundles] = await Promise.all([startTestDatabase(), bundleServices(services)]);
  const bus = createPool({ url: database.url, schema: 'bus', max: 1 });
  await migrate({ pool: bus, schema: 'bus', folders: [busMigrations] });
  await bus.end();
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
    ALLOW_NETWORKS: '127.0.0.0/8',
    LOG_LEVEL: process.env.KALENDS_TEST_LOG_LEVEL ?? 'warn',
    SMTP_PORT: String(smtpPort),
    PORT: String(service === 'gateway' ? gatewayPort : port),
    ...(options.brokers ? { KAFKA_BROKERS: options.brokers } : {}),
    ...(options.takeAway && service !== 'gateway' ? { TAKE_AWAY: options.takeAway } : {}),
  });
  const running = new Map<Victim, Started>();
  const start = async (service: Victim) => {
    const started = startNode(bundles.fileOf(service), environmentOf(service, await freePort()), logFile);
    running.set(service, started);
    let said = '';
    started.child.stdout!.on('data', (chunk: Buffer) => (said = (said + chunk.toString()).slice(-1_000)));
    const isReady = () => {
      if (started.child.exitCode !== null) throw new Error(`${service} ended; see ${logFile}`);
      return said.includes('\nready\n');
    };
    await waitUntil(isReady, { timeout: 60_000, interval: 5, what: `${service} to be ready; see ${logFile}` });
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
    },
  };
}
