import { resolve } from 'node:path';
import { startAvailability } from '@kalends/availability';
import { startCalendarSync } from '@kalends/calendar-sync';
import { publicUrlOf, startGateway } from '@kalends/gateway';
import { startInvites } from '@kalends/invites';
import {
  busMigrations,
  createEmbeddedTransport,
  createKafkaTransport,
  kafkaOptionsOf,
  type Transport,
} from '@kalends/messaging';
import { startNotifier } from '@kalends/notifier';
import {
  createLogger,
  createPool,
  migrate,
  startEmbeddedPostgres,
  type Logger,
  type ShutdownStep,
} from '@kalends/service';
import { loopback, type AllInOneSettings } from './config.js';
import { findKeys } from './keys.js';

export interface AllInOne {
  url: string;
  publicUrl: string;
  adminKey: string;
  dataDir: string;
  transport: Transport;
  /** In the order in which they are to be closed. */
  steps: ShutdownStep[];
}

interface Database {
  url: string;
  stop: () => Promise<void>;
}

async function openDatabase(settings: AllInOneSettings, dataDir: string, log: Logger): Promise<Database> {
  if (settings.DATABASE_URL) return { url: settings.DATABASE_URL, stop: async () => undefined };
  const started = await startEmbeddedPostgres({ dataDir, log: (line) => log.info({ event: 'database' }, line) });
  return { url: started.url, stop: () => started.stop() };
}

async function openTransport(settings: AllInOneSettings, databaseUrl: string, log: Logger): Promise<Transport> {
  if (settings.KAFKA_BROKERS) {
    return createKafkaTransport({
      ...kafkaOptionsOf({ ...settings, KAFKA_BROKERS: settings.KAFKA_BROKERS }, 'all-in-one'),
      log,
    });
  }
  const pool = createPool({ url: databaseUrl, schema: 'bus', max: 2, applicationName: 'kalends bus' });
  await migrate({ pool, schema: 'bus', folders: [busMigrations] });
  await pool.end();
  return createEmbeddedTransport({ connectionString: databaseUrl, poolSize: 4, log });
}

/** Whether a demo is wanted: by default where the database is our own. */
export const wantsDemo = ({ DEMO, DATABASE_URL }: AllInOneSettings) => DEMO ?? DATABASE_URL === undefined;

/** The five services in one process, each in a container of its own; the embedded database and bus unless others are named. */
export async function startAllInOne(settings: AllInOneSettings, log: Logger): Promise<AllInOne> {
  const dataDir = resolve(settings.DATA_DIR);
  const keys = await findKeys(dataDir, settings);
  const database = await openDatabase(settings, dataDir, log);
  const transport = await openTransport(settings, database.url, log);
  const shared = { ...settings, PORT: null, DATABASE_URL: database.url, ENCRYPTION_KEY: keys.encryptionKey };
  const networks = settings.ALLOW_NETWORKS ?? (wantsDemo(settings) ? loopback : []);
  const options = (service: string) => ({ log: log.child({ service }) });
  const publicUrl = publicUrlOf(settings);
  const [gateway, ...others] = await Promise.all([
    startGateway(
      { ...shared, PORT: settings.PORT, PUBLIC_URL: publicUrl, ADMIN_KEY: keys.adminKey },
      transport,
      options('gateway'),
    ),
    startCalendarSync({ ...shared, ALLOW_NETWORKS: networks }, transport, options('calendar-sync')),
    startInvites(shared, transport, options('invites')),
    startAvailability(shared, transport, options('availability')),
    startNotifier(shared, transport, options('notifier')),
  ]);
  const names = ['calendar-sync', 'invites', 'availability', 'notifier'];
  return {
    url: gateway.url,
    publicUrl,
    adminKey: keys.adminKey,
    dataDir,
    transport,
    steps: [
      { name: 'gateway', close: () => gateway.close() },
      ...others.map((one, index) => ({ name: names[index]!, close: () => one.close() })),
      { name: 'transport', close: () => transport.close() },
      { name: 'database', close: () => database.stop() },
    ],
  };
}

export { createLogger };
