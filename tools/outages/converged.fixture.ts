import { services } from '@kalends/contracts';
import { waitUntil } from '@kalends/testing';
import pg from 'pg';
import type { Load } from './load.fixture.js';

const schemas = services.map((service) => service.replaceAll('-', '_'));
/** Where the services run. */
export interface Services {
  database: { url: string };
  /** Throws when a process has ended. */
  assertAlive(): void | Promise<void>;
}

/** Tables of pending work: they must be empty. */
const waiting = [
  'gateway.pending_write',
  ...schemas.map((schema) => `${schema}.outbox`),
  ...schemas.map((schema) => `${schema}.dead_letter`),
];

/**
 * Waits until every accepted write is in calendar-sync and in both projections, every reply has been delivered under one id,
 * and no message is pending anywhere; no process may have ended.
 */
export async function assertConverged(cluster: Services, load: Load): Promise<void> {
  const client = new pg.Client({ connectionString: cluster.database.url });
  await client.connect();
  const count = async (table: string) => {
    const { rows } = await client.query<{ n: number }>(`SELECT count(*)::int AS n FROM ${table}`);
    return rows[0]!.n;
  };
  const converged = async () => {
    for (const table of waiting) {
      const n = await count(table);
      if (n > 0) throw new Error(`${n} rows in ${table}`);
    }
    for (const table of ['calendar_sync.event', 'gateway.event_state', 'availability.event']) {
      const n = await count(table);
      if (n < load.accepted.length) throw new Error(`${n} rows in ${table} for ${load.accepted.length} events`);
    }
    await load.assertNothingLost();
    return true;
  };
  try {
    await waitUntil(converged, { timeout: 90_000, interval: 500, what: 'all to have arrived' });
  } finally {
    await client.end();
  }
  await cluster.assertAlive();
}
