import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { createPool, inTransaction, migrate, startThrowawayPostgres, type ThrowawayPostgres } from '@kalends/service';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { findDrift, pgSchemaOf } from './drift.mjs';
import { generateClient, runPrisma, services } from './generate.mjs';

const root = join(import.meta.dirname, '../..');
const engine = join(import.meta.dirname, 'schema-engine.mjs');

const schemaText = (extra = '') => `generator client {
  provider            = "prisma-client"
  output              = "../generated/prisma"
  importFileExtension = "js"
  moduleFormat        = "esm"
}
datasource db {
  provider = "postgresql"
}
model Thing {
  id      BigInt  @id
  name    String
  made_ms BigInt
  ${extra}
  @@index([name], map: "thing_name")
  @@map("thing")
}
`;
const migration = `CREATE TABLE thing (id int8 PRIMARY KEY, name text NOT NULL, made_ms int8 NOT NULL CHECK (made_ms > 0));
CREATE INDEX thing_name ON thing (name) INCLUDE (made_ms);
CREATE INDEX thing_recent ON thing (made_ms) WHERE made_ms > 1000;`;

describe('Prisma without its native engine', () => {
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

  it('given a schema that says what the migrations make, when compared, then there is no drift', async () => {
    expect(await findDrift({ schema, databaseUrl: await database.createDatabase(), pgSchema: 'tiny_service' })).toBe(
      '',
    );
  });

  it('given a schema with one more column, when compared, then the drift names it', async () => {
    const ahead = join(folder, 'prisma/ahead.prisma');
    await writeFile(ahead, schemaText('colour String?'));
    const drift = await findDrift({
      schema: ahead,
      databaseUrl: await database.createDatabase(),
      pgSchema: 'tiny_service',
    });
    expect(drift).toMatch(/ALTER TABLE "thing" ADD COLUMN\s+"colour" TEXT/);
  });

  it('given the real command line, when it writes a migration, then the stand-in engine answers as the native one', async () => {
    const url = await database.createDatabase();
    const config = join(folder, 'prisma.config.ts');
    await writeFile(
      config,
      `export default { schema: 'prisma/schema.prisma', datasource: { url: ${JSON.stringify(`${url}?schema=tiny`)} } };`,
    );
    const args = ['migrate', 'diff', '--config', config, '--from-empty', '--to-schema', schema, '--script'];
    const { stdout } = await runPrisma(args, { cwd: folder, engine });
    expect(stdout).toContain('CREATE TABLE "thing"');
    const pool = createPool({ url, schema: 'tiny' });
    await migrate({ pool, schema: 'tiny', folders: [join(folder, 'prisma/migrations')] });
    await pool.end();
    const status = await runPrisma(['migrate', 'status', '--config', config], { cwd: folder, engine });
    expect(status.stdout).toContain('Database schema is up to date!');
  });

  it('given one pool, when Prisma and plain SQL share it, then both see the service’s schema and keep their own types', async () => {
    expect(await generateClient(schema)).toBeGreaterThan(0);
    expect(await generateClient(schema)).toBe('unchanged');
    const url = await database.createDatabase();
    const pool = createPool({ url, schema: 'tiny_service', max: 2 });
    await migrate({ pool, schema: 'tiny_service', folders: [join(folder, 'prisma/migrations')] });
    const client = pathToFileURL(join(folder, 'generated/prisma/client.ts')).href;
    const { PrismaClient } = (await import(/* @vite-ignore */ client)) as {
      PrismaClient: new (options: object) => TinyClient;
    };
    const prisma = new PrismaClient({ adapter: new PrismaPg(pool, { schema: 'tiny_service' }) });
    await prisma.thing.create({ data: { id: 1n, name: 'by Prisma', made_ms: 1_767_603_600_000n } });
    await inTransaction(pool, (transaction) => transaction.query(`INSERT INTO thing VALUES (2, 'by SQL', 5)`));
    const byPrisma = await prisma.thing.findMany({ orderBy: { id: 'asc' } });
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

  it.each(services())(
    'given the service $name, when its schema.prisma and migrations are compared, then they agree',
    async (service) => {
      const databaseUrl = await database.createDatabase();
      expect(await findDrift({ schema: service.schema, databaseUrl, pgSchema: pgSchemaOf(service.name) })).toBe('');
    },
  );
});

interface TinyClient {
  thing: {
    create(query: object): Promise<unknown>;
    findMany(query: object): Promise<unknown[]>;
  };
  $disconnect(): Promise<void>;
}
