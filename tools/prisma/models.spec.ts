import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { createPool, inTransaction, migrate, startThrowawayPostgres, type ThrowawayPostgres } from '@kalends/postgres';
import type { Pool } from 'pg';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { generateClient, schemas } from './generate.mjs';

const root = join(import.meta.dirname, '../..');

const generator = (folder = 'generated') => `generator client {
  provider            = "prisma-client"
  output              = "../${folder}/prisma"
  importFileExtension = "js"
  moduleFormat        = "esm"
}
`;

const schemaText = (extra = '') => `${generator(extra ? 'generated-ahead' : undefined)}
datasource db {
  provider = "postgresql"
}
model Thing {
  id      BigInt  @id
  name    String
  made_ms BigInt
  ${extra}
  @@map("thing")
}
`;
const migration = 'CREATE TABLE thing (id int8 PRIMARY KEY, name text NOT NULL, made_ms int8 NOT NULL);';

interface Model {
  create(query: object): Promise<unknown>;
  findFirst(query?: object): Promise<unknown>;
  findMany(query: object): Promise<unknown[]>;
}
type Client = Record<string, Model> & { $disconnect(): Promise<void> };
interface Generated {
  PrismaClient: new (options: object) => Client;
  Prisma: { ModelName: Record<string, string> };
}

const generated = async (folder: string) =>
  (await import(/* @vite-ignore */ pathToFileURL(join(folder, 'client.ts')).href)) as Generated;

/** Selects all fields of all models once: a field that the database lacks is an error that names it. */
async function selectAll(pool: Pool, schema: string, { PrismaClient, Prisma }: Generated): Promise<string[]> {
  const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema }) });
  const models = Object.keys(Prisma.ModelName);
  for (const name of models) await prisma[`${name.charAt(0).toLowerCase()}${name.slice(1)}`]!.findFirst();
  await prisma.$disconnect();
  return models;
}

describe('Prisma models', () => {
  let database: ThrowawayPostgres;
  let folder: string;
  let schema: string;
  beforeAll(async () => {
    database = await startThrowawayPostgres();
    await mkdir(join(root, '.cache'), { recursive: true });
    // Inside the workspace, so that the generated client finds @prisma/client.
    folder = await mkdtemp(join(root, '.cache/prisma-spec-'));
    schema = join(folder, 'prisma/schema.prisma');
    await mkdir(join(folder, 'prisma/migrations/20260101000000_first'), { recursive: true });
    await writeFile(join(folder, 'prisma/migrations/20260101000000_first/migration.sql'), migration);
    await writeFile(schema, schemaText());
  });
  afterAll(async () => {
    await database.stop();
    await rm(folder, { recursive: true });
  });

  async function migrated(name: string, migrations: string): Promise<Pool> {
    const pool = createPool({ url: await database.createDatabase(), schema: name, max: 2 });
    await migrate({ pool, schema: name, folders: [migrations] });
    return pool;
  }

  it('given one pool, when Prisma and plain SQL share it, then both see the service’s schema and keep their own types', async () => {
    expect(await generateClient(schema)).toBeGreaterThan(0);
    expect(await generateClient(schema)).toBe('unchanged');
    await writeFile(schema, `${schemaText()}// changed\n`);
    expect(await generateClient(schema)).toBeGreaterThan(0);
    const pool = await migrated('tiny_service', join(folder, 'prisma/migrations'));
    const { PrismaClient } = await generated(join(folder, 'generated/prisma'));
    const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema: 'tiny_service' }) });
    const thing = prisma.thing!;
    await thing.create({ data: { id: 1n, name: 'by Prisma', made_ms: 1_767_603_600_000n } });
    await inTransaction(pool, (transaction) => transaction.query(`INSERT INTO thing VALUES (2, 'by SQL', 5)`));
    const byPrisma = await thing.findMany({ orderBy: { id: 'asc' } });
    const { rows } = await pool.query('SELECT id, name, made_ms FROM tiny_service.thing ORDER BY id');
    await prisma.$disconnect();
    expect(byPrisma).toEqual([
      { id: 1n, name: 'by Prisma', made_ms: 1_767_603_600_000n },
      { id: 2n, name: 'by SQL', made_ms: 5n },
    ]);
    expect(rows).toEqual([
      { id: 1, name: 'by Prisma', made_ms: 1_767_603_600_000 },
      { id: 2, name: 'by SQL', made_ms: 5 },
    ]);
    expect((await pool.query('SELECT 1 AS one')).rows).toEqual([{ one: 1 }]);
    await pool.end();
  });

  it('given a schema with one more column than its migrations create, when all is selected, then the error names it', async () => {
    const ahead = join(folder, 'prisma/ahead.prisma');
    await writeFile(ahead, schemaText('colour String?'));
    await generateClient(ahead);
    const pool = await migrated('tiny_service', join(folder, 'prisma/migrations'));
    const client = await generated(join(folder, 'generated-ahead/prisma'));
    await expect(selectAll(pool, 'tiny_service', client)).rejects.toThrow(/colour/);
    await pool.end();
  });

  it.each(schemas().map((path) => [relative(root, path), path] as const))(
    'given the models in %s, when every field is selected, then the migrations have created all of them',
    async (_, path) => {
      const pool = await migrated('of_a_service', join(dirname(path), 'migrations'));
      const models = await selectAll(pool, 'of_a_service', await generated(join(dirname(path), '../generated/prisma')));
      expect(models.length).toBeGreaterThan(3);
      await pool.end();
    },
  );
});
