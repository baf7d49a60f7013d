import type pg from 'pg';

const asConfig = (query: unknown): object => (typeof query === 'string' ? { text: query } : (query as object));

/** The parameters of a `query` that must end after `ms`; a stream has no limit. */
function limited([query, ...rest]: unknown[], ms: number): unknown[] {
  const isSubmittable = typeof (query as { submit?: unknown } | null)?.submit === 'function';
  return [isSubmittable ? query : { ...asConfig(query), query_timeout: ms }, ...rest];
}

type Query = (...args: unknown[]) => unknown;
type Release = (error?: Error | boolean) => void;
interface Borrowed {
  query: Query;
  release: Release;
}
type Connected = (error: Error | undefined, client: Borrowed | undefined, release: Release) => void;

/** A connection borrowed from a pool, limited until it is released. */
function limitBorrowed(client: Borrowed, ms: number): Borrowed {
  const { query } = client;
  const release = client.release.bind(client);
  client.query = (...args) => query.apply(client, limited(args, ms));
  client.release = (error) => {
    client.query = query;
    release(error);
  };
  return client;
}

/**
 * The same pool (`createPool`) with the same connections, for requests that somebody waits for: no query takes longer than
 * `ms` (`query_timeout` of `pg`). After it the query fails and its connection is not used again; whether it took effect is
 * unknown. `pg` supports such a limit per pool and per query, but not per borrower of a connection; a separate pool would
 * cost each replica connections (ADR 0044). The limited pool is passed explicitly, since an AsyncLocalStorage slows down
 * every promise of a process.
 */
export function limitQueries(pool: pg.Pool, ms: number): pg.Pool {
  const query = (...args: unknown[]) => (pool.query as Query).apply(pool, limited(args, ms));
  const connect = (callback?: Connected) => {
    if (!callback) return pool.connect().then((client) => limitBorrowed(client as unknown as Borrowed, ms));
    pool.connect((error, client, release) => {
      if (!client) return callback(error, undefined, release);
      const lent = limitBorrowed(client as unknown as Borrowed, ms);
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
