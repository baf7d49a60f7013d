import { AsyncLocalStorage, AsyncResource } from 'node:async_hooks';
import pg from 'pg';

const limits = new AsyncLocalStorage<number>();

/**
 * Runs `work`, in which no query on a pool of {@link createPool} is waited for longer than `ms`: for what a person or a
 * program waits for. After it the query fails (its connection is not used again), whether it took effect is unknown.
 */
export function withQueryLimit<T>(ms: number, work: () => T): T {
  return limits.run(ms, work);
}

/** What a query that got no answer in time fails with. */
export const isQueryTimeout = (error: unknown): boolean =>
  error instanceof Error && error.message === 'Query read timeout';

type Connected = Parameters<pg.Pool['connect']>[0];

/** A pool whose waiting queries keep the limit that they were asked under. */
export class PatientPool extends pg.Pool {
  override connect(): Promise<pg.PoolClient>;
  override connect(callback: Connected): void;
  override connect(callback?: Connected): Promise<pg.PoolClient> | void {
    return callback ? super.connect(AsyncResource.bind(callback)) : super.connect();
  }
}

type Submittable = { submit?: unknown };

/** A connection that minds {@link withQueryLimit}. */
export class PatientClient extends pg.Client {
  override query(...given: unknown[]): never {
    const [query, ...rest] = given;
    const query_timeout = limits.getStore();
    const isSubmittable = typeof (query as Submittable | null)?.submit === 'function';
    const limited = query_timeout === undefined || isSubmittable ? query : { ...asConfig(query), query_timeout };
    return (super.query as (...parameters: unknown[]) => unknown).call(this, limited, ...rest) as never;
  }
}

const asConfig = (query: unknown): object => (typeof query === 'string' ? { text: query } : (query as object));
