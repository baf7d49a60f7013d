import pg from 'pg';

/** The database is reached through a connection pooler that does not keep sessions apart. */
export class PoolerRefused extends Error {
  override name = 'PoolerRefused';
}

const advice =
  'Kalends needs a session of its own per connection (search_path, timeouts, advisory locks, prepared statements): ' +
  'let DATABASE_URL name PostgreSQL itself; DATABASE_POOL bounds the connections';

/** Set by every pool when it connects, to this value. */
const settingSql = "SELECT current_setting('idle_in_transaction_session_timeout') AS value";

interface Session {
  pid: number;
}

const sessionSql = 'SELECT pg_backend_pid() AS pid';
const pidOf = async (client: pg.Client) => (await client.query<Session>(sessionSql)).rows[0]!.pid;

/**
 * Throws {@link PoolerRefused} if the pool's connections lead to a pooler such as PgBouncer, in any of its modes: it rejects
 * or drops the settings of a session, or lets two connections share one. Opens two connections of its own.
 */
export async function refusePooler(pool: pg.Pool): Promise<void> {
  const clients = [new pg.Client(pool.options), new pg.Client(pool.options)] as const;
  for (const client of clients) client.on('error', () => undefined);
  try {
    await Promise.all(clients.map((client) => client.connect()));
    const { rows } = await clients[0].query<{ value: string }>(settingSql);
    if (rows[0]?.value !== '1min') throw new PoolerRefused(`a connection pooler drops session settings. ${advice}`);
    await assertOwnSessions(...clients);
  } catch (error) {
    if (!/unsupported startup parameter/.test((error as Error).message)) throw error;
    throw new PoolerRefused(`a connection pooler rejects session settings. ${advice}`, { cause: error });
  } finally {
    await Promise.all(clients.map((client) => client.end().catch(() => undefined)));
  }
}

/** A pooler by transaction lends the session that one connection has used to the other's transaction. */
async function assertOwnSessions(one: pg.Client, other: pg.Client): Promise<void> {
  const first = await pidOf(one);
  await other.query('BEGIN');
  const others = await pidOf(other);
  const now = await pidOf(one);
  await other.query('ROLLBACK');
  if (first === others || first !== now)
    throw new PoolerRefused(`a connection pooler shares sessions between connections. ${advice}`);
}
