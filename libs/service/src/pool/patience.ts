import type pg from 'pg';
import type { Limited, PatientClient } from './patient-client.js';

const asConfig = (query: unknown): object => (typeof query === 'string' ? { text: query } : (query as object));

/** The parameters of a `query`, which is to be given up after `ms`. */
function limited([query, ...rest]: unknown[], ms: number): unknown[] {
  const limit: Limited = { limitMs: ms };
  const isSubmittable = typeof (query as { submit?: unknown } | null)?.submit === 'function';
  return [isSubmittable ? query : { ...asConfig(query), ...limit }, ...rest];
}

type Release = (error?: Error | boolean) => void;
type Lent = PatientClient & { release: Release };
type Connected = (error: Error | undefined, client: Lent | undefined, release: Release) => void;

/** A connection that was lent by a pool, limited until it is given back. */
function limitLent(client: Lent, ms: number): Lent {
  const release = client.release.bind(client);
  client.queryLimitMs = ms;
  client.release = (error) => {
    client.queryLimitMs = undefined;
    release(error);
  };
  return client;
}

/**
 * The same pool ({@link createPool}) with the same connections, for what a person or a program waits for: no query is
 * waited for longer than `ms`. After it the query fails (its connection is not used again), whether it took effect is
 * unknown. Given at the place where the pool is handed on, since an AsyncLocalStorage costs every promise of a process.
 */
export function limitQueries(pool: pg.Pool, ms: number): pg.Pool {
  const query = (...given: unknown[]) => (pool.query as (...all: unknown[]) => unknown).apply(pool, limited(given, ms));
  const connect = (callback?: Connected) => {
    if (!callback) return pool.connect().then((client) => limitLent(client as unknown as Lent, ms));
    pool.connect((error, client, release) => {
      if (!client) return callback(error, undefined, release);
      const lent = limitLent(client as unknown as Lent, ms);
      callback(error, lent, lent.release);
    });
  };
  return new Proxy(pool, {
    get: (target, name) => {
      if (name === 'query') return query;
      if (name === 'connect') return connect;
      const value: unknown = Reflect.get(target, name, target);
      return typeof value === 'function' ? (value.bind(target) as unknown) : value;
    },
  });
}
