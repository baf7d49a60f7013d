import { waitUntil } from '@kalends/testing';
import pg from 'pg';
import { uncounted } from './counted-postgres.js';

/**
 * Whether all work is done: every outbox is empty and every write is settled. Only this file names the tables involved, so
 * that a change of the write path changes nothing else.
 */
const waitingSql = (outboxes: readonly string[]) =>
  [...outboxes, 'gateway.pending_write', 'calendar_sync.pending_write']
    .map((table) => `NOT EXISTS (SELECT FROM ${table})`)
    .join(' AND ');

/**
 * Whether every reader of the state topic has what calendar-sync has published about these accounts' events; the notifier
 * stores nothing of the application's own writes.
 */
const readSql = `
  NOT EXISTS (
    SELECT FROM calendar_sync.event
      LEFT JOIN availability.event AS busy USING (calendar_id, event_uid)
      LEFT JOIN gateway.event_state AS shown USING (calendar_id, event_uid)
     WHERE event.account_id = ANY($1)
       AND event.revision > least(coalesce(busy.revision, 0), coalesce(shown.revision, 0)))`;

/** Watches all services' tables, in sessions whose own work is not counted. */
export class Drained {
  /** Commits of these sessions so far. */
  commits = 0;

  private constructor(
    private readonly client: pg.Client,
    private readonly waiting: string,
  ) {}

  static async watch(databaseUrl: string): Promise<Drained> {
    const client = new pg.Client({ connectionString: databaseUrl, options: uncounted });
    await client.connect();
    const { rows } = await client.query<{ name: string }>(
      // on the embedded transport an outbox is part of the log, where messages remain for a while after being read
      `SELECT nspname || '.outbox' AS name FROM pg_class JOIN pg_namespace ON pg_namespace.oid = relnamespace
       WHERE relname = 'outbox' AND NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = pg_class.oid)`,
    );
    return new Drained(client, waitingSql(rows.map(({ name }) => name)));
  }

  /** Resolves when all accepted writes of these accounts are at their provider and in every read model. */
  async until(accounts: readonly string[], interval = 10): Promise<void> {
    const isDrained = async () =>
      (await this.query(`SELECT ${this.waiting} AS matches`, [])) &&
      (await this.query(`SELECT ${this.waiting} AND ${readSql} AS matches`, [accounts]));
    await waitUntil(isDrained, { timeout: 600_000, interval, what: 'everything to be processed' });
  }

  /** Number of events in calendar-sync of these accounts, without deleted ones. */
  async events(accounts: readonly string[]): Promise<number> {
    const sql = 'SELECT count(*)::int AS n FROM calendar_sync.event WHERE account_id = ANY($1) AND NOT deleted';
    this.commits += 1;
    return (await this.client.query<{ n: number }>(sql, [accounts])).rows[0]!.n;
  }

  stop(): Promise<void> {
    return this.client.end();
  }

  private async query(text: string, values: unknown[]): Promise<boolean> {
    this.commits += 1;
    return (await this.client.query<{ matches: boolean }>(text, values)).rows[0]!.matches;
  }
}
