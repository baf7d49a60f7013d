import { createHash } from 'node:crypto';
import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';

/** One `migration.sql`; the checksum is the SHA-256 of the file in hex, as Prisma records it. */
export interface Migration {
  name: string;
  sql: string;
  checksum: string;
}

/** All migrations of the folders, ordered by name (which begins with a timestamp). Throws if a folder is missing. */
export async function readMigrations(folders: readonly string[]): Promise<Migration[]> {
  const perFolder = await Promise.all(folders.map(readFolder));
  return perFolder.flat().sort((a, b) => (a.name < b.name ? -1 : a.name > b.name ? 1 : 0));
}

async function readFolder(folder: string): Promise<Migration[]> {
  const entries = await readdir(folder, { withFileTypes: true });
  const names = entries.filter((entry) => entry.isDirectory()).map((entry) => entry.name);
  return Promise.all(names.map((name) => readMigration(folder, name)));
}

async function readMigration(folder: string, name: string): Promise<Migration> {
  const bytes = await readFile(join(folder, name, 'migration.sql'));
  return { name, sql: bytes.toString('utf8'), checksum: createHash('sha256').update(bytes).digest('hex') };
}
