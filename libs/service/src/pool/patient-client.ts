import type { Socket } from 'node:net';
import pg from 'pg';

const message = 'Query read timeout';

/** What a query that got no answer in time fails with. */
export const isQueryTimeout = (error: unknown): boolean => error instanceof Error && error.message === message;

/**
 * Says when a time has passed that is set anew again and again, with one timer for all of them: a timer for each keeps
 * what it would end from being collected while it is young. What lies ready on sockets is read first, since a process
 * that stood still is not a peer that says nothing.
 */
export class Deadline {
  private at = Infinity;
  private timer: NodeJS.Timeout | undefined;
  private ringsAt = Infinity;

  constructor(private readonly passed: () => void) {}

  /** To `ms` from now. */
  set(ms: number): void {
    this.at = performance.now() + ms;
    if (this.at < this.ringsAt) this.arm(ms);
  }

  /** Nothing is waited for. */
  clear(): void {
    this.at = Infinity;
  }

  private arm(ms: number): void {
    clearTimeout(this.timer);
    this.ringsAt = performance.now() + ms;
    this.timer = setTimeout(() => this.ring(), ms).unref();
  }

  private ring(): void {
    this.ringsAt = Infinity;
    const left = this.at - performance.now();
    if (left === Infinity) return;
    if (left > 1) this.arm(left);
    else setImmediate(() => this.settle());
  }

  private settle(): void {
    const left = this.at - performance.now();
    if (left <= 1) this.passed();
    else if (left < Infinity && this.ringsAt === Infinity) this.arm(left);
  }
}

/** A query's own limit, beside what `pg` knows of it: in ms. */
export interface Limited {
  limitMs?: number;
}

/** A connection's own limit. */
export interface Patience {
  /** Longest wait for an answer, ms; 0 = no limit. */
  answerLimitMs?: number;
}

type Query = (...given: unknown[]) => unknown;

/**
 * A connection that waits for answers no longer than it is told to: by its settings, by whom it is lent to, or by the
 * query. After that it is closed, and what it was asked fails ({@link isQueryTimeout}): whether that took effect is
 * unknown. The limit counts from the last query that was given to it.
 */
export class PatientClient extends pg.Client {
  /** Of the one that has it now, ms. */
  queryLimitMs: number | undefined;
  private readonly answerLimitMs: number;
  private readonly deadline = new Deadline(() => this.close(new Error(message)));

  constructor(settings?: pg.ClientConfig & Patience) {
    super(settings);
    this.answerLimitMs = settings?.answerLimitMs ?? 0;
    this.on('drain', () => this.deadline.clear());
    this.on('end', () => this.deadline.clear());
  }

  override query(...given: unknown[]): never {
    const limitMs = this.limitOf(given[0]);
    if (limitMs > 0) this.deadline.set(limitMs);
    return (super.query as Query).apply(this, given) as never;
  }

  /** A stream is as long as it is: only the connection's own limit holds. */
  private limitOf(query: unknown): number {
    if (typeof (query as { submit?: unknown } | null)?.submit === 'function') return this.answerLimitMs;
    return (query as Limited | null)?.limitMs ?? this.queryLimitMs ?? this.answerLimitMs;
  }

  private close(error: Error): void {
    (this as unknown as { connection: { stream: Socket } }).connection.stream.destroy(error);
  }
}
