import { resolve } from 'node:path';
import { startAvailability } from '@kalends/availability';
import { startCalendarSync } from '@kalends/calendar-sync';
import {
  isLocal,
  publicUrlOf,
  startGateway,
  type Demo,
  type RunningGateway,
  type ServiceChecks,
} from '@kalends/gateway';
import { startInvites } from '@kalends/invites';
import { createKafkaTransport, kafkaOptionsOf, openEmbeddedTransport, type Transport } from '@kalends/messaging';
import { startNotifier } from '@kalends/notifier';
import { providers } from '@kalends/provider-registry';
import { createLogger, forService, type HealthCheck, type Logger, type ShutdownStep } from '@kalends/service-runtime';
import { startEmbeddedPostgres } from '@kalends/postgres';
import { loopback, type AllInOneSettings } from './config.js';
import { prepareDataDir } from './data-dir.js';
import { hasExample } from './example.js';
import { findKeys, type Keys } from './keys.js';
import {
  startSimulator,
  wantsDemo,
  wantsSimulator,
  withSimulator,
  type RunningSimulator,
} from './simulated-providers.js';
import { refuseTakenPort } from './taken-port.js';

export interface AllInOne {
  url: string;
  publicUrl: string;
  /** Whether only this machine reaches it. */
  isLocal: boolean;
  adminKey: string;
  dataDir: string;
  /** Where replies to Smart Invites are delivered: a free port if SMTP_PORT is not set and its default in use. */
  smtpPort: number;
  transport: Transport;
  /** Shows the demo on the landing page; until then `/health/ready` of an installation with a demo is 503. */
  offerDemo(demo: Demo): void;
  /** In the order in which they must be closed. */
  steps: ShutdownStep[];
  /** Resolves when the embedded database has ended, for any reason. */
  databaseEnded: Promise<void>;
}

interface Database {
  url: string;
  stop: () => Promise<void>;
  ended: Promise<void>;
}

async function openDatabase(settings: AllInOneSettings, dataDir: string, log: Logger): Promise<Database> {
  if (settings.DATABASE_URL) {
    return { url: settings.DATABASE_URL, stop: async () => undefined, ended: new Promise(() => undefined) };
  }
  const started = await startEmbeddedPostgres({
    dataDir,
    log: (line) => log.info({ event: 'database.started' }, line),
  });
  return { url: started.url, stop: () => started.stop(), ended: started.ended };
}

async function openTransport(settings: AllInOneSettings, databaseUrl: string, log: Logger): Promise<Transport> {
  if (settings.KAFKA_BROKERS) {
    return createKafkaTransport({
      ...kafkaOptionsOf({ ...settings, KAFKA_BROKERS: settings.KAFKA_BROKERS }, 'all-in-one'),
      log,
    });
  }
  return openEmbeddedTransport({ connectionString: databaseUrl, log });
}

interface Opened {
  settings: AllInOneSettings;
  log: Logger;
  keys: Keys;
  database: Database;
  transport: Transport;
  publicUrl: string;
  simulatorUrl: string | null;
}

interface RunningPart {
  smtpPort?: number;
  checks: readonly HealthCheck[];
  close(): Promise<void>;
}

type Starter = readonly [name: string, start: () => Promise<RunningPart>];

/** What becomes known while or after the services start, for the landing page. */
interface Known {
  services: ServiceChecks[];
  demo: Demo | null;
}

const demoCheck = (known: Known): HealthCheck => ({
  name: 'demo',
  check: async () => (known.demo ? 'ok' : { status: 'failed', detail: 'the demo is being prepared' }),
});

/** Where providers reach the gateway, unless the operator set it: with a public address that they accept. */
function notificationUrls(publicUrl: string): Record<string, string> {
  if (!publicUrl.startsWith('https:')) return {};
  return Object.fromEntries(
    providers.flatMap(({ id, notificationUrl }) =>
      notificationUrl === undefined ? [] : [[notificationUrl, `${publicUrl}/v1/provider_notifications/${id}`]],
    ),
  );
}

/** Without settings that are not set. */
const defined = <Config extends object>(config: Config): Config =>
  Object.fromEntries(Object.entries(config).filter(([, value]) => value !== undefined)) as Config;

function servicesOf({ settings, log, keys, database, transport, publicUrl, simulatorUrl }: Opened, known: Known) {
  const shared = { ...settings, PORT: null, DATABASE_URL: database.url, ENCRYPTION_KEY: keys.encryptionKey };
  // what this machine offers to itself only must not be offered to everybody
  const isPrivate = isLocal({ ...settings, PUBLIC_URL: publicUrl });
  const networks = settings.ALLOW_NETWORKS ?? (wantsDemo(settings) && isPrivate ? loopback : []);
  const sync = { ...notificationUrls(publicUrl), ...defined(shared), ALLOW_NETWORKS: networks };
  const options = (service: string) => ({ log: forService(log, service) });
  const gateway = {
    ...shared,
    ALLOW_NETWORKS: networks,
    PORT: settings.PORT,
    PUBLIC_URL: publicUrl,
    ADMIN_KEY: keys.adminKey,
  };
  const others: Starter[] = [
    ['calendar-sync', () => startCalendarSync(sync, transport, options('calendar-sync'))],
    ['invites', () => startInvites(shared, transport, options('invites'))],
    ['availability', () => startAvailability(shared, transport, options('availability'))],
    ['notifier', () => startNotifier({ ...shared, ALLOW_NETWORKS: networks }, transport, options('notifier'))],
  ];
  const landing = { services: () => known.services, demo: () => known.demo, simulatorUrl, hasExample };
  const checks = wantsDemo(settings) ? [demoCheck(known)] : [];
  return { gateway: () => startGateway(gateway, transport, { ...options('gateway'), landing, checks }), others };
}

/** Starts all concurrently; when one fails, closes those that did start before reporting the failure. */
async function startServices(
  opened: Opened,
  known: Known,
): Promise<{ gateway: RunningGateway; smtpPort: number; steps: ShutdownStep[] }> {
  const { gateway, others } = servicesOf(opened, known);
  const [first, ...rest] = await Promise.allSettled([gateway(), ...others.map(([, start]) => start())]);
  const outcomes: PromiseSettledResult<RunningPart>[] = [first, ...rest];
  const parts = outcomes.flatMap((outcome, index) =>
    outcome.status === 'fulfilled'
      ? [{ name: ['gateway', ...others.map(([name]) => name)][index]!, part: outcome.value }]
      : [],
  );
  known.services = parts.map(({ name, part }) => ({ name, checks: part.checks }));
  const steps: ShutdownStep[] = parts.map(({ name, part }) => ({ name, close: () => part.close() }));
  const failure = outcomes.find((outcome) => outcome.status === 'rejected');
  if (!failure && first.status === 'fulfilled') {
    const smtpPort = parts.map(({ part }) => part.smtpPort).find((port) => port !== undefined)!;
    return { gateway: first.value, smtpPort, steps };
  }
  await Promise.allSettled(steps.map(({ close }) => close()));
  throw failure!.reason;
}

/**
 * The five services in one process, each in its own Nest container; uses the embedded database and bus unless others are
 * configured. Throws without leaving anything running when something cannot start.
 */
export async function startAllInOne(configured: AllInOneSettings, log: Logger): Promise<AllInOne> {
  await refuseTakenPort(configured);
  const dataDir = resolve(configured.DATA_DIR);
  await prepareDataDir(dataDir);
  const keys = await findKeys(dataDir, configured);
  const database = await openDatabase(configured, dataDir, log);
  let transport: Transport | undefined;
  let simulator: RunningSimulator | null = null;
  try {
    transport = await openTransport(configured, database.url, log);
    simulator = wantsSimulator(configured) ? await startSimulator(configured) : null;
    const settings = simulator ? withSimulator(configured, simulator.url) : configured;
    const publicUrl = publicUrlOf(settings);
    const known: Known = { services: [], demo: null };
    const opened = { settings, log, keys, database, transport, publicUrl, simulatorUrl: simulator?.url ?? null };
    const { gateway, smtpPort, steps } = await startServices(opened, known);
    return {
      url: gateway.url,
      publicUrl,
      isLocal: isLocal({ ...settings, PUBLIC_URL: publicUrl }),
      adminKey: keys.adminKey,
      dataDir,
      smtpPort,
      transport,
      offerDemo: (demo) => {
        known.demo = demo;
      },
      steps: [
        ...steps,
        { name: 'simulator', close: () => simulator?.close() },
        { name: 'transport', close: () => transport?.close() },
        { name: 'database', close: () => database.stop() },
      ],
      databaseEnded: database.ended,
    };
  } catch (error) {
    await simulator?.close();
    await transport?.close().catch(() => undefined);
    await database.stop();
    throw error;
  }
}

export { createLogger, wantsDemo };
