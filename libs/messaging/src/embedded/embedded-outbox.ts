import { pause } from '../core/dispatch/backoff.js';
import { describe } from '../core/errors/sort.js';
import { silent } from '../core/log.js';
import type { OutboxRelay, OutboxRelayOptions, Waiting } from '../core/outbox/relay.js';
import type { TailReader } from './tail.js';

/** Makes the outbox a part of the log. Its rows get new places, because readers may be past the old ones. */
const adoptSql = `
  DO $$ BEGIN
    PERFORM pg_advisory_xact_lock(hashtextextended('kalends.log', 0));
    IF NOT EXISTS (SELECT FROM pg_inherits WHERE inhrelid = 'outbox'::regclass AND inhparent = 'bus.log'::regclass) THEN
      CREATE INDEX IF NOT EXISTS outbox_topic_idx ON outbox (topic, xid, id);
      ALTER TABLE outbox INHERIT bus.log;
      UPDATE outbox SET xid = pg_current_xact_id();
    END IF;
  END $$`;

/** The outbox of a service on the embedded transport: messages added to it are part of the log. */
export class EmbeddedOutbox implements OutboxRelay {
  private readonly stopping = new AbortController();
  private adopting: Promise<void> | undefined;

  constructor(
    private readonly options: OutboxRelayOptions,
    private readonly tail: TailReader,
  ) {}

  start(): void {
    this.adopting ??= this.adopt();
  }

  wake(): void {
    this.tail.wake();
  }

  async stop(): Promise<void> {
    this.stopping.abort();
    await this.adopting;
  }

  async waiting(): Promise<Waiting> {
    const { xid, id } = this.tail.head;
    const { rows } = await this.options.pool.query<Waiting>(
      `SELECT count(*)::float8 AS messages,
              coalesce(extract(epoch FROM clock_timestamp() - min(created_at)), 0)::float8 AS age
       FROM outbox WHERE (xid, id) > ($1::xid8, $2::bigint)`,
      [xid, id],
    );
    return rows[0]!;
  }

  private async adopt(): Promise<void> {
    while (!this.stopping.signal.aborted) {
      try {
        await this.options.pool.query(adoptSql);
        return this.tail.wake();
      } catch (error) {
        (this.options.log ?? silent).warn({ error: describe(error) }, 'outbox not in the log yet, retrying');
        await pause(500, this.stopping.signal);
      }
    }
  }
}
