import { fileURLToPath } from 'node:url';

/**
 * Folder in Prisma's migrations format with the tables `outbox`, `inbox` and `dead_letter`; to be applied inside each
 * service's own schema. The path is the same from `src` and from `dist`.
 */
export const messagingMigrations = fileURLToPath(new URL('../migrations', import.meta.url));

/** Folder in Prisma's migrations format with the embedded transport's log; to be applied inside the schema `bus`. */
export const busMigrations = fileURLToPath(new URL('../migrations-bus', import.meta.url));
