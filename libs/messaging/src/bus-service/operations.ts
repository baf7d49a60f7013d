import type { ServiceName } from '@kalends/topics';
import type { MessagingServer } from '../core/nest/server.js';
import { deadLetterCount, deadLetters } from '../core/dead-letter/dead-letter.js';
import { inspectLetter, inspectLetters, type InspectedLetter } from '../core/dead-letter/inspect.js';
import type { OutboxRelay } from '../core/outbox/relay.js';
import type { Sql } from '../core/sql/sql.js';
import type { Transport } from '../transport.js';
import type { HourlyCount, HourlyCounts } from './hourly-counts.js';

type ById = 'show-dead-letter' | 'replay-dead-letter' | 'discard-dead-letter';

/** Requests of an operator to a service. */
export type Operation =
  | {
      kind: 'list-dead-letters';
      topic?: string | undefined;
      before: { failed_at: string; dead_letter_id: string } | null;
      limit: number;
    }
  | { kind: ById; dead_letter_id: string }
  | { kind: 'read-numbers'; since: number };

type Answer =
  | { outcome: 'dead-letters'; total: number; dead_letters: InspectedLetter[] }
  | { outcome: 'dead-letter'; dead_letter: InspectedLetter; body: string | null; truncated: boolean }
  | { outcome: 'done' | 'unknown' }
  | {
      outcome: 'numbers';
      outbox: { messages: number; oldest_s: number };
      inbox: { messages: number } | null;
      dead_letters: number;
      counts: HourlyCount[];
    };

interface Dependencies {
  service: ServiceName;
  sql: Sql;
  relay: Pick<OutboxRelay, 'waiting' | 'wake'>;
  transport: Pick<Transport, 'lag'>;
  counts: Pick<HourlyCounts, 'read'>;
}

/** Answers the requests of an operator to a service, from its own tables. */
export class Operations {
  private consumed: Pick<MessagingServer, 'topics'> | undefined;

  constructor(private readonly dependencies: Dependencies) {}

  /** The server whose topics the service consumes; before it is known, nothing waits. */
  follow(server: Pick<MessagingServer, 'topics'>): void {
    this.consumed = server;
  }

  async answer(operation: Operation): Promise<Answer> {
    const { sql, relay } = this.dependencies;
    if (operation.kind === 'list-dead-letters')
      return { outcome: 'dead-letters', ...(await inspectLetters(sql, operation)) };
    if (operation.kind === 'read-numbers') return this.numbers(operation.since);
    const { kind, dead_letter_id: id } = operation;
    if (kind === 'show-dead-letter') {
      const found = await inspectLetter(sql, id);
      return found ? { outcome: 'dead-letter', ...found } : { outcome: 'unknown' };
    }
    const done = await deadLetters[kind === 'replay-dead-letter' ? 'replay' : 'discard'](sql, id);
    if (done === 'unknown-dead-letter') return { outcome: 'unknown' };
    relay.wake();
    return { outcome: 'done' };
  }

  private async numbers(since: number): Promise<Answer> {
    const { sql, relay, counts } = this.dependencies;
    const [{ messages, age }, inbox, dead, hours] = await Promise.all([
      relay.waiting(),
      this.unhandled().catch(() => null),
      deadLetterCount(sql),
      counts.read(since),
    ]);
    return {
      outcome: 'numbers',
      outbox: { messages, oldest_s: Math.round(Math.max(0, age)) },
      inbox: inbox === null ? null : { messages: inbox },
      dead_letters: dead,
      counts: hours,
    };
  }

  /** Messages of the consumed topics that are not handled yet. */
  private async unhandled(): Promise<number> {
    const { service, transport } = this.dependencies;
    const lags = await Promise.all((this.consumed?.topics ?? []).map((topic) => transport.lag(service, topic)));
    return lags.reduce((sum, one) => sum + one, 0);
  }
}
