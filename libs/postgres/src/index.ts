export { startEmbeddedPostgres } from './embedded-postgres/embedded-postgres.js';
export { type ThrowawayPostgres, startThrowawayPostgres } from './embedded-postgres/throwaway.js';
export { migrate } from './migrate/migrate.js';
export { type Waiting, accountLocks, unlocked, withoutWaiting } from './pool/account-locks.js';
export { creationLock } from './pool/creation-lock.js';
export { databaseNow } from './pool/database-now.js';
export { createPool, quoteIdentifier } from './pool/pool.js';
export { limitQueries } from './pool/query-limit/limit-queries.js';
export { inTransaction } from './pool/transaction.js';
