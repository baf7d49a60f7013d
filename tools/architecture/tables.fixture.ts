import { join } from 'node:path';
import { type ServiceName, services } from '@kalends/contracts';
import { schemaOf } from '@kalends/messaging';
import { createPool } from '@kalends/postgres';
import { databasesOfFile } from '@kalends/testing';

/** A column of a service's own tables; `type` as PostgreSQL names it. */
export interface Column {
  service: ServiceName;
  table: string;
  column: string;
  type: string;
}

const migrationsOf = (service: ServiceName) =>
  join(import.meta.dirname, '../../apps', service, 'src/prisma/migrations');

const query = `
  SELECT table_name "table", column_name "column", data_type "type" FROM information_schema.columns
  WHERE table_schema = $1 AND table_name <> '_prisma_migrations'`;

/** Reads the columns of all services from migrated databases, which end with the tests of the file (Vitest's `afterAll`). */
export function columnsOfServices(afterAll: Parameters<typeof databasesOfFile>[1]): () => Promise<Column[]> {
  const prepared = services.map((service) => {
    const [schema, folders] = [schemaOf(service), [migrationsOf(service)]];
    return { service, schema, databases: databasesOfFile({ schema, folders }, afterAll) };
  });
  return async () => {
    const columns: Column[] = [];
    for (const { service, schema, databases } of prepared) {
      const pool = createPool({ url: await databases.create(), schema, max: 1 });
      const { rows } = await pool.query<Omit<Column, 'service'>>(query, [schema]);
      await pool.end();
      columns.push(...rows.map((row) => ({ service, ...row })));
    }
    return columns;
  };
}
