/** The minimum of a database session that outbox, inbox and dead letters need: `$1`-style parameters in, rows out. */
export interface Sql {
  query<R>(text: string, params?: readonly unknown[]): Promise<R[]>;
}

interface PgQueryable {
  query(text: string, params?: unknown[]): Promise<{ rows: unknown[] }>;
}

interface PrismaQueryable {
  $queryRawUnsafe<T>(text: string, ...params: unknown[]): PromiseLike<T>;
}

/** A `pg` pool, client or pooled client as {@link Sql}; a client inside BEGIN…COMMIT stays in that transaction. */
export function sqlOf(session: PgQueryable): Sql {
  return {
    async query<R>(text: string, params: readonly unknown[] = []): Promise<R[]> {
      const { rows } = await session.query(text, [...params]);
      return rows as R[];
    },
  };
}

/** A Prisma client, or the `tx` of its interactive transaction, as {@link Sql}. */
export function sqlOfPrisma(tx: PrismaQueryable): Sql {
  return {
    async query<R>(text: string, params: readonly unknown[] = []): Promise<R[]> {
      return tx.$queryRawUnsafe<R[]>(text, ...params);
    },
  };
}
