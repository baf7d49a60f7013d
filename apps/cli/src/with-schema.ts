import type { ServiceName } from '@kalends/contracts';
import { schemaOf, sqlOf, type Sql } from '@kalends/messaging';
import { createPool } from '@kalends/postgres';
import { Option, type Command } from 'commander';
import type { CommandContext } from './command.js';
import { findDatabaseUrl } from './find-database-url.js';
import { refused, type Outcome } from './terminal.js';

export interface DatabaseOptions {
  service: ServiceName;
  databaseUrl?: string;
  dataDir?: string;
}

const MISSING_TABLE = '42P01';

/** Works in a service's schema on its own connection; an absent schema or database becomes one line. */
export async function withSchema(
  command: Command,
  { terminal }: CommandContext,
  work: (sql: Sql) => Promise<Outcome>,
): Promise<Outcome> {
  const options = command.optsWithGlobals<DatabaseOptions>();
  const database = await findDatabaseUrl(options, terminal.env);
  if (!database.ok) return database;
  const name = { applicationName: 'kalends cli', max: 1 };
  const pool = createPool({ url: database.url, schema: schemaOf(options.service), ...name });
  try {
    return await work(sqlOf(pool));
  } catch (error) {
    const { code, message } = error as Error & { code?: string };
    if (code === MISSING_TABLE)
      return refused(`${options.service} has no tables in this database: it has never run on it`);
    return refused(`the database cannot be used: ${message || String(code)}`);
  } finally {
    await pool.end();
  }
}

export const databaseOption = () =>
  new Option(
    '--database-url <url>',
    'PostgreSQL of the service (DATABASE_URL; else the embedded one of a running local installation)',
  );
