import { collectWith, metrics, type HealthCheck, type Logger } from '@kalends/service-runtime';
import { createPool, migrate } from '@kalends/postgres';
import type { ServiceName } from '@kalends/topics';
import type pg from 'pg';
import { deadLetterCount } from '../core/dead-letter/dead-letter.js';
import { messagingMigrations } from '../migrations.js';
import { HourlyCounts } from './hourly-counts.js';
import { Operations } from './operations.js';
import { startInboxPurge } from './inbox-purge.js';
import type { OutboxRelay } from '../core/outbox/relay.js';
import { sqlOf } from '../core/sql/sql.js';
import type { Transport } from '../transport.js';

interface ParticipantOptions {
  service: ServiceName;
  databaseUrl: string;
  databasePool: number;
  /** Folder of the service's own migrations, in Prisma's format. */
  migrations: string;
  transport: Transport;
  log: Logger;
}

/** What each service on the bus has: its own migrated schema, one pool, and an outbox that a relay publishes. */
export interface Participant {
  pool: pg.Pool;
  schema: string;
  relay: OutboxRelay;
  operations: Operations;
  counts: HourlyCounts;
  /** Ready when the database answers; degraded while a dead letter waits for an operator. */
  checks: HealthCheck[];
  /** Call it when nothing writes any more. */
  close(): Promise<void>;
}

/** The PostgreSQL schema that a service owns. */
export const schemaOf = (service: ServiceName): string => service.replaceAll('-', '_');

function checksOf(pool: pg.Pool): HealthCheck[] {
  const database = async () => {
    await pool.query('SELECT 1');
    return 'ok' as const;
  };
  const deadLetters = async () => {
    const count = await deadLetterCount(sqlOf(pool));
    return count === 0 ? ('ok' as const) : { status: 'degraded' as const, detail: `${count} dead letters` };
  };
  return [
    { name: 'database', check: database },
    { name: 'dead-letters', check: deadLetters },
  ];
}

/** Updates the gauges of outbox and dead letters; returns a function that stops it. */
function watchTables(service: ServiceName, pool: pg.Pool, relay: OutboxRelay): () => void {
  return collectWith(async () => {
    const { messages, age } = await relay.waiting();
    const dead = await deadLetterCount(sqlOf(pool));
    metrics.outboxMessages.set({ service }, messages);
    metrics.outboxAge.set({ service }, Math.max(0, age));
    metrics.deadLetters.set({ service }, dead);
  });
}

/** Opens a service's database (migrating its schema) and starts its outbox relay. */
export async function openParticipant(options: ParticipantOptions): Promise<Participant> {
  const { service, transport, log } = options;
  const schema = schemaOf(service);
  const pool = createPool({
    url: options.databaseUrl,
    schema,
    max: options.databasePool,
    steadyPlans: true,
    applicationName: `kalends ${service}`,
    onIdleError: (error) => log.warn({ err: error }, 'a database connection was lost'),
  });
  const folders = [options.migrations, messagingMigrations];
  // on one machine only this release runs; on Kafka a newer one may run too while replicas are replaced
  const unknown = transport.kind === 'embedded' ? 'refuse' : 'leave';
  await migrate({ pool, schema, folders, unknown, log: (line) => log.info({ event: 'schema.migrated' }, line) }).catch(
    async (error: unknown) => {
      await pool.end();
      throw error;
    },
  );
  const relay = transport.relay({ pool, log, service });
  relay.start();
  const unwatch = watchTables(service, pool, relay);
  const counts = new HourlyCounts(sqlOf(pool), log);
  const operations = new Operations({ service, sql: sqlOf(pool), relay, transport, counts });
  const inbox = startInboxPurge(pool, log);
  const close = async () => {
    unwatch();
    await counts.stop();
    await inbox.stop();
    await relay.stop();
    await pool.end();
  };
  return { pool, schema, relay, operations, counts, checks: checksOf(pool), close };
}
