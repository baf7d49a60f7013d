import pg from 'pg';
import { traceQueries } from './trace-queries.js';
import { isTracing } from '@kalends/service-runtime';

/** Options of `createPool`; times are in milliseconds. */
interface PoolOptions {
  /** `postgresql://user:password@host:port/database`, with libpq's `sslmode`/`sslrootcert` for TLS. */
  url: string;
  /** PostgreSQL schema that unqualified names resolve to; defaults to `?schema=` of the URL. */
  schema?: string;
  max?: number;
  applicationName?: string;
  /** Longest time for one statement (30,000); 0 = no limit. The client waits slightly longer for the response. */
  statementTimeoutMs?: number;
  /** Longest wait for a connection (5,000): an unreachable database is an error, not a hang. */
  connectTimeoutMs?: number;
  /**
   * Statements are planned once, whatever their parameters, with indexes even while the tables are still empty, so that an
   * early plan stays good, and without parallel workers. A condition that applies only to some parameters
   * (`$1 IS NULL OR …`) then uses no index: leave it out of the statement instead.
   */
  steadyPlans?: boolean;
  /** For hot scans of ranges in an order: without bitmap scans, after which rows would be sorted. BRIN indexes are not used. */
  orderedScans?: boolean;
  /** For streams of COPY, behind which no statement can be sent. */
  streams?: boolean;
  /** Called with errors of idle connections (the server ended them); the pool replaces them. */
  onIdleError?: (error: Error) => void;
}

const graceMs = 5_000;
const INT8 = 20;
const DATE = 1082;

/**
 * One pool per service, shared with Prisma: `new PrismaPg(pool, { schema })`. Differences from plain `pg`, for this pool
 * only: `int8` is read as a number (an unsafe one is an error), `date` as `YYYY-MM-DD`. Keep instants in `bigint` (epoch ms)
 * or `timestamptz` columns: plain `timestamp` is read in the machine's own time zone.
 */
export function createPool(options: PoolOptions): pg.Pool {
  const { connectionString, schema } = connectionOf(options.url, options.schema);
  const statementTimeoutMs = options.statementTimeoutMs ?? 30_000;
  const settings: pg.PoolConfig = {
    connectionString,
    max: options.max ?? 5,
    application_name: options.applicationName,
    connectionTimeoutMillis: options.connectTimeoutMs ?? 5_000,
    idleTimeoutMillis: 30_000,
    statement_timeout: statementTimeoutMs,
    // a connection that died silently returns nothing, not even a statement timeout
    query_timeout: statementTimeoutMs === 0 ? undefined : statementTimeoutMs + graceMs,
    idle_in_transaction_session_timeout: 60_000,
    keepAlive: true,
    keepAliveInitialDelayMillis: 10_000,
    // statements are pipelined: sent without waiting for the previous response
    pipeline: !options.streams,
    options: sessionOptions(schema, options),
    types: { getTypeParser: typeParser },
  };
  const pool = new pg.Pool(settings);
  pool.on('error', (error) => options.onIdleError?.(error));
  // between two statements of a transaction nothing else listens, and an unhandled error event ends the program
  pool.on('connect', (client) => client.on('error', () => undefined));
  if (isTracing()) traceQueries(pool);
  return pool;
}

const steady = [
  '-c plan_cache_mode=force_generic_plan',
  '-c enable_seqscan=off',
  '-c max_parallel_workers_per_gather=0',
];

/** So that the server, too, drops a client that died silently, and its locks, within a minute. */
const keepAlive = ['-c tcp_keepalives_idle=30', '-c tcp_keepalives_interval=10', '-c tcp_keepalives_count=3'];

/**
 * Compiling a query with LLVM takes longer than any query here runs: 250 ms for a read. Up to PostgreSQL 17, `enable_seqscan=off`
 * raises estimated costs above the threshold from which queries are compiled.
 */
const interpreted = '-c jit=off';

function sessionOptions(schema: string | undefined, { steadyPlans, orderedScans }: PoolOptions): string {
  const settings = [
    ...keepAlive,
    interpreted,
    ...(schema === undefined ? [] : [`-c search_path=${schema.replaceAll(/([\\ ])/g, '\\$1')}`]),
    ...(steadyPlans ? steady : []),
    ...(orderedScans ? ['-c enable_bitmapscan=off'] : []),
  ];
  return settings.join(' ');
}

/** The URL as `pg` should read it (libpq's meaning of sslmode, no `schema` parameter) and the schema it names. */
function connectionOf(url: string, schema: string | undefined): { connectionString: string; schema?: string } {
  const parsed = new URL(url);
  const named = schema ?? parsed.searchParams.get('schema') ?? undefined;
  parsed.searchParams.delete('schema');
  if (parsed.searchParams.has('sslmode') && !parsed.searchParams.has('uselibpqcompat')) {
    parsed.searchParams.set('uselibpqcompat', 'true');
  }
  return { connectionString: parsed.toString(), schema: named === undefined ? undefined : quoteIdentifier(named) };
}

function typeParser(oid: number, format?: 'text' | 'binary'): (value: string) => unknown {
  if (format !== 'binary') {
    if (oid === INT8) return safeInteger;
    if (oid === DATE) return (value) => value;
  }
  return pg.types.getTypeParser(oid, format as 'text') as (value: string) => unknown;
}

function safeInteger(value: string): number {
  const number = Number(value);
  if (!Number.isSafeInteger(number)) throw new RangeError(`int8 value ${value} does not fit a JavaScript number`);
  return number;
}

/** A name as SQL identifier, quoted. */
export function quoteIdentifier(name: string): string {
  return `"${name.replaceAll('"', '""')}"`;
}
