// Proves that each schema.prisma describes the database that its migrations make: node tools/prisma/drift.mjs [service…]
// Only the service's own folder is applied, so the tables of the messaging library are not part of the comparison.
import { readFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { services } from './generate.mjs';
import { openEngine } from './wasm-engine.mjs';

/**
 * SQL that would turn the migrated database into what the schema says; empty if they agree. What Prisma cannot express
 * (check constraints, partial and expression indexes, included columns) is not compared.
 * @param {{ schema: string, databaseUrl: string, pgSchema: string }} options `databaseUrl`: an empty database.
 */
export async function findDrift({ schema, databaseUrl, pgSchema }) {
  const { createPool, migrate } = await import('@kalends/service');
  const pool = createPool({ url: databaseUrl, schema: pgSchema });
  try {
    await migrate({ pool, schema: pgSchema, folders: [join(dirname(schema), 'migrations')] });
    await dropIncludedColumns(pool, pgSchema);
  } finally {
    await pool.end();
  }
  const url = new URL(databaseUrl);
  url.searchParams.set('schema', pgSchema);
  const datamodel = [{ path: schema, content: readFileSync(schema, 'utf8') }];
  const engine = await openEngine({ url: url.href });
  const { stdout } = await engine.diff({
    from: { tag: 'schemaDatasource', files: datamodel, configDir: dirname(schema) },
    to: { tag: 'schemaDatamodel', files: datamodel },
    script: true,
    exitCode: null,
    shadowDatabaseUrl: null,
    filters: { externalTables: [], externalEnums: [] },
  });
  return /^\s*(-- This is an empty migration\.)?\s*$/.test(stdout ?? '') ? '' : stdout.trim();
}

/** Prisma takes the INCLUDE columns of an index for key columns: makes those indexes anew without them. */
async function dropIncludedColumns(pool, pgSchema) {
  const { rows } = await pool.query(
    `SELECT indexrelid::regclass AS name, pg_get_indexdef(indexrelid) AS definition
       FROM pg_index JOIN pg_class ON pg_class.oid = indexrelid
      WHERE relnamespace = $1::regnamespace AND indnatts > indnkeyatts`,
    [`"${pgSchema}"`],
  );
  for (const { name, definition } of rows) {
    await pool.query(`DROP INDEX ${name}; ${definition.replace(/ INCLUDE \([^)]*\)/, '')}`);
  }
}

/** The PostgreSQL schema of a service: its name with underscores. */
export function pgSchemaOf(service) {
  return service.replaceAll('-', '_');
}

async function main(names) {
  const { startThrowawayPostgres } = await import('@kalends/service');
  const database = await startThrowawayPostgres();
  try {
    for (const { name, schema } of services().filter((service) => names.length === 0 || names.includes(service.name))) {
      const drift = await findDrift({
        schema,
        databaseUrl: await database.createDatabase(),
        pgSchema: pgSchemaOf(name),
      });
      if (drift !== '') process.exitCode = 1;
      console.log(
        drift === '' ? `${name}: schema.prisma and migrations agree` : `${name}: schema.prisma wants\n${drift}`,
      );
    }
  } finally {
    await database.stop();
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await main(process.argv.slice(2));
