import { startThrowawayPostgres, type ThrowawayPostgres } from '@kalends/postgres';

/** `url` is an empty database; `createDatabase()` gives one more; `stop()` ends the server (call it in `afterAll`). */
export type TestDatabase = ThrowawayPostgres;

/** A real PostgreSQL for one spec file: about a second to start, needs nothing but Node, not durable. */
export async function startTestDatabase(): Promise<TestDatabase> {
  return startThrowawayPostgres();
}
