import { decodeKey } from '@kalends/service-runtime';
import { keyId } from '@kalends/security';
import type { Command } from 'commander';
import type { CommandContext } from '../command.js';
import { refused, type Outcome, type Terminal } from '../terminal.js';
import { databaseOption } from '../with-schema.js';
import { readSchemas } from './catalog.js';
import { now } from '../clock.js';
import { findDatabase, findKeyText, type OpenDatabase } from './find-database.js';
import { migrateTarget } from './migrate-target.js';
import { BackupReader, NotABackup, type Head } from './read-backup.js';
import { restoreBackup } from './restore-backup.js';
import { writeBackup } from './write-backup.js';

interface Options {
  databaseUrl?: string;
  dataDir?: string;
}

const keysLine = (ids: readonly string[]) =>
  ids.length === 0
    ? 'It contains no secrets yet; still keep ENCRYPTION_KEY, in a separate place.'
    : `ENCRYPTION_KEY is not in it. Without the key ${ids.join(' and ')} its secrets cannot be read: keep that apart.`;

/** File and database errors become one line; bugs are not hidden. */
function lineOf(error: unknown, file: string): Outcome {
  const { code, message } = error as Error & { code?: string };
  if (error instanceof NotABackup) return refused(`${file}: ${message}; nothing was restored`);
  if (code === 'EEXIST') return refused(`${file} already exists`);
  if (code === 'ENOENT' || code === 'EACCES' || code === 'EISDIR') return refused(`${file}: ${message}`);
  return refused(`the database cannot be used: ${message || String(code)}`);
}

async function withDatabase(
  { command, terminal, file, make }: { command: Command; terminal: Terminal; file: string; make: boolean },
  work: (database: OpenDatabase) => Promise<Outcome>,
): Promise<Outcome> {
  const database = await findDatabase(command.optsWithGlobals<Options>(), terminal.env, { make });
  if (!database.ok) return database;
  try {
    return await work(database);
  } catch (error) {
    return lineOf(error, file);
  } finally {
    await database.close();
  }
}

async function create(file: string, { pool }: OpenDatabase): Promise<Outcome> {
  const written = await writeBackup(pool, file);
  if (written === undefined) return refused('the database contains no schema of Kalends');
  const { head, tables, rows } = written;
  const schemas = head.schemas.map(({ schema }) => schema);
  const first = `${file}: ${rows} rows of ${tables} tables in ${schemas.join(', ')}, as of ${head.made_at}`;
  return {
    ok: true,
    data: { backup: { file, made_at: head.made_at, schemas, tables, rows, encryption_keys: head.encryption_keys } },
    lines: [first, keysLine(head.encryption_keys)],
  };
}

/** Why the backup's secrets would be lost; undefined when all its keys are available. */
function missingKey(head: Head, text: string | undefined): string | undefined {
  const given = (text ?? '').split(',').map((key) => decodeKey(key.trim()));
  const available = given.filter((key) => key !== undefined).map(keyId);
  const missing = head.encryption_keys.filter((id) => !available.includes(id));
  if (missing.length === 0) return undefined;
  return `the backup's secrets are sealed with the key ${missing.join(' and ')}, which is not here`;
}

interface Source {
  reader: BackupReader;
  head: Head;
  withoutKey: boolean;
}

async function restore({ reader, head, withoutKey }: Source, database: OpenDatabase, context: CommandContext) {
  const missing = missingKey(head, await findKeyText(context.terminal.env, database.dataDir));
  if (missing !== undefined && !withoutKey) {
    const where =
      database.dataDir === undefined ? 'in ENCRYPTION_KEY' : `in ENCRYPTION_KEY or ${database.dataDir}/encryption.key`;
    return refused(`${missing}: put it ${where}, or use --without-key if it is kept elsewhere`);
  }
  const client = await database.pool.connect();
  const present = await readSchemas(client).finally(() => client.release());
  await migrateTarget(
    database.url,
    head.schemas,
    present.map(({ schema }) => schema),
  );
  const restored = await restoreBackup(database.pool, head, reader);
  if ('line' in restored) return refused(restored.line);
  const first = `restored ${restored.rows} rows of ${restored.tables} tables, as of ${head.made_at}`;
  const hasBus = head.schemas.some(({ schema }) => schema === 'bus');
  const next = hasBus
    ? []
    : ['Kafka is not in it: before the services start, see "Backup and restore" in docs/operate.md.'];
  return {
    ok: true as const,
    data: { restored: { ...restored, made_at: head.made_at } },
    lines: [first, ...(missing === undefined ? [] : [`${missing}.`]), ...next],
  };
}

/** Works directly on the database: all services' schemas to one file and back. */
export function addBackupCommands(program: Command, context: CommandContext): void {
  const parent = program
    .command('backup')
    .description('back up and restore all data that the services keep in PostgreSQL');
  parent
    .command('create')
    .description('write a consistent snapshot to a file; the services may keep running')
    .argument('[file]', 'file to create; kalends-<time>.backup by default')
    .addOption(databaseOption())
    .action((given: string | undefined, _: unknown, command: Command) =>
      context.run(command, () => {
        const file = given ?? `kalends-${new Date(now()).toISOString().replaceAll(/[-:]|\.\d+/g, '')}.backup`;
        return withDatabase({ command, terminal: context.terminal, file, make: false }, (database) =>
          create(file, database),
        );
      }),
    );
  parent
    .command('restore')
    .description('restore a backup into an empty database; no service may be running')
    .argument('<file>', 'a file made by backup create')
    .option('--without-key', 'restore even if the key for its secrets is not available')
    .addOption(databaseOption())
    .action((file: string, { withoutKey }: { withoutKey?: true }, command: Command) =>
      context.run(command, async () => {
        const reader = BackupReader.open(file);
        // checked before an embedded database is created
        const head = await reader.head().catch((error: unknown) => lineOf(error, file));
        if ('ok' in head) return head;
        const source = { reader, head, withoutKey: withoutKey === true };
        return withDatabase({ command, terminal: context.terminal, file, make: true }, (database) =>
          restore(source, database, context),
        );
      }),
    );
}
