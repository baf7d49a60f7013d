export { createPool, type PoolOptions, quoteIdentifier } from './pool/pool.js';
export { inTransaction, type Transaction } from './pool/transaction.js';
export { migrate, MigrationError, type MigrateOptions } from './migrate/migrate.js';
export {
  type EmbeddedPostgres,
  type EmbeddedPostgresOptions,
  startEmbeddedPostgres,
} from './embedded-postgres/embedded-postgres.js';
export { startThrowawayPostgres, type ThrowawayPostgres } from './embedded-postgres/throwaway.js';
