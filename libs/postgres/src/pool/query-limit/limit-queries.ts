import type pg from 'pg';

const asConfig = (query: unknown): object => (typeof query === 'string' ? { text: query } : (query as object));

/** The parameters of a `query`, which is to be given up after `ms`; a stream is as long as it is. */
function limited([query, ...rest]: unknown[], ms: number): unknown[] {
  const isSubmittable = typeof (query as { submit?: unknown } | null)?.submit === 'function';
  return [isSubmittable ? query : { ...asConfig(query), query_timeout: ms }, ...rest];
}

type Query = (...given: unknown[]) => unknown;
type Release = (error?: Error | boolean) => void;
interface Lent {
  query: Query;
  release: Release;
}
type Connected = (error: Error | undefined, client: Lent | undefined, release: Release) => void;

/** A connection that was lent by a pool, limited until it is given back. */
function limitLent(client: Lent, ms: number): Lent {
  const { query } = client;
  const release = client.release.bind(client);
  client.query = (...given) => query.apply(client, limited(given, ms));
  client.release = (error) => {
    client.query = query;
    release(error);
  };
  return client;
}

/**
 * The same pool (`createPool`) with the same connections, for what a person or a program waits for: no query is waited for
 * longer than `ms` (`query_timeout` of `pg`). After it the query fails and its connection is not used again; whether it took
 * effect is unknown. `pg` knows such a limit for a pool and for a query, but not for whom a connection is lent to; a pool of
 * their own would cost each replica connections (ADR 0044). Given at the place where the pool is handed on, since an
 * AsyncLocalStorage costs every promise of a process.
 */
export function limitQueries(pool: pg.Pool, ms: number): pg.Pool {
  const query = (...given: unknown[]) => (pool.query as Query).apply(pool, limited(given, ms));
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
