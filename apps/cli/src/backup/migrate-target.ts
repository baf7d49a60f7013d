import { access } from 'node:fs/promises';
import { fileURLToPath } from 'node:url';
import { services } from '@kalends/contracts';
import { busMigrations, messagingMigrations, schemaOf } from '@kalends/messaging';
import { createPool, migrate } from '@kalends/postgres';
import type { SchemaMigrations } from './catalog.js';

/**
 * Directory of a schema's migrations. A service's own are beside this program in the source tree, but not in every image.
 */
function foldersOf(schema: string): string[] {
  if (schema === 'bus') return [busMigrations];
  const service = services.find((one) => schemaOf(one) === schema);
  if (service === undefined) return [];
  return [fileURLToPath(new URL(`../../../${service}/src/prisma/migrations`, import.meta.url)), messagingMigrations];
}

const allThere = (folders: readonly string[]) =>
  Promise.all(folders.map((folder) => access(folder))).then(
    () => folders.length > 0,
    () => false,
  );

/**
 * Creates the backup's schemas as they were when it was made, if this program has their migrations; services apply newer
 * migrations when they start. Existing schemas are not changed.
 */
export async function migrateTarget(url: string, backup: readonly SchemaMigrations[], present: readonly string[]) {
  for (const { schema, migrations } of backup.filter((one) => !present.includes(one.schema))) {
    const folders = foldersOf(schema);
    if (!(await allThere(folders))) continue;
    const pool = createPool({ url, schema, max: 1, applicationName: 'kalends backup' });
    try {
      await migrate({ pool, schema, folders, only: migrations.map(({ name }) => name) });
    } finally {
      await pool.end();
    }
  }
}
