import { startThrowawayPostgres, type ThrowawayPostgres } from '@kalends/postgres';

/** `url` is an empty database; `createDatabase()` creates one more; `stop()` stops the server (call it in `afterAll`). */
export type TestDatabase = ThrowawayPostgres;

/** A real PostgreSQL for one spec file: about a second to start, needs only Node, not durable. */
export async function startTestDatabase(): Promise<TestDatabase> {
  return startThrowawayPostgres();
}
