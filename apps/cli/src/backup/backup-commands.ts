import { decodeKey } from '@kalends/service-runtime';
import { keyId } from '@kalends/security';
import type { Command } from 'commander';
import type { CommandContext } from '../command.js';
import { refused, type Outcome, type Terminal } from '../terminal.js';
import { databaseOption } from '../with-schema.js';
import { readSchemas } from './catalog.js';
import { now } from './clock.js';
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
    ? 'Nothing in it is sealed yet; keep ENCRYPTION_KEY all the same, apart from it.'
    : `ENCRYPTION_KEY is not in it. Without the key ${ids.join(' and ')} its secrets cannot be read: keep that apart.`;

/** What goes wrong with files and databases is one line; a mistake of ours is not hidden. */
function lineOf(error: unknown, file: string): Outcome {
  const { code, message } = error as Error & { code?: string };
  if (error instanceof NotABackup) return refused(`${file}: ${message}; nothing was restored`);
  if (code === 'EEXIST') return refused(`${file} is there already`);
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
  if (written === undefined) return refused('the database holds no schema of Kalends');
  const { head, tables, rows } = written;
  const schemas = head.schemas.map(({ schema }) => schema);
  const first = `${file}: ${rows} rows of ${tables} tables in ${schemas.join(', ')}, as of ${head.made_at}`;
  return {
    ok: true,
    data: { backup: { file, made_at: head.made_at, schemas, tables, rows, encryption_keys: head.encryption_keys } },
    lines: [first, keysLine(head.encryption_keys)],
  };
}

/** Why the secrets of the backup would be lost; undefined when all its keys are at hand. */
function missingKey(head: Head, text: string | undefined): string | undefined {
  const given = (text ?? '').split(',').map((key) => decodeKey(key.trim()));
  const held = given.filter((key) => key !== undefined).map(keyId);
  const missing = head.encryption_keys.filter((id) => !held.includes(id));
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
    return refused(`${missing}: put it ${where}, or give --without-key if it is kept elsewhere`);
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

/** Over the database itself: all services' schemas in one file, and back. */
export function addBackupCommands(program: Command, context: CommandContext): void {
  const parent = program
    .command('backup')
    .description('all that the services keep in PostgreSQL, in one file, and back');
  parent
    .command('create')
    .description('write it as it is at one moment; the services may run')
    .argument('[file]', 'to be made; kalends-<time>.backup when left out')
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
    .description('fill an empty database with it; no service may run')
    .argument('<file>', 'made by backup create')
    .option('--without-key', 'also where the key of its secrets is not at hand')
    .addOption(databaseOption())
    .action((file: string, { withoutKey }: { withoutKey?: true }, command: Command) =>
      context.run(command, async () => {
        const reader = BackupReader.open(file);
        // before a database is made for it
        const head = await reader.head().catch((error: unknown) => lineOf(error, file));
        if ('ok' in head) return head;
        const source = { reader, head, withoutKey: withoutKey === true };
        return withDatabase({ command, terminal: context.terminal, file, make: true }, (database) =>
          restore(source, database, context),
        );
      }),
    );
}
