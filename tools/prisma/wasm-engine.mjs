// Prisma's schema engine as WebAssembly over a PostgreSQL connection: what the native engine does, without a download.
// It rests on internals of Prisma 7.10 and @prisma/schema-engine-wasm; both are pinned, and the specs here cover the use.
import { randomUUID } from 'node:crypto';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { PrismaPg } from '@prisma/adapter-pg';
import { bindMigrationAwareSqlAdapterFactory, ColumnTypeEnum } from '@prisma/driver-adapter-utils';
import pg from 'pg';

// Catalogue columns of type "char" and "char"[] are unknown to adapter-pg; they read as text just as well.
const readableTypes = new Map([
  [18, 25],
  [1002, 1009],
]);

/**
 * Opens an engine.
 * @param {{ url?: string, datamodels?: [path: string, content: string][] }} options `url` may carry `?schema=`.
 * @returns the engine; its methods take and give the JSON of Prisma's schema engine protocol.
 */
export async function openEngine({ url, datamodels } = {}) {
  const { SchemaEngine } = await loadWasm();
  readCatalogueTypes();
  const connection = connectionFields(url ?? 'postgresql://nobody@127.0.0.1:1/none');
  const factory = bindMigrationAwareSqlAdapterFactory(new EngineAdapter(connection));
  const log = (line) => process.env.SCHEMA_ENGINE_DEBUG && console.error(String(line));
  return SchemaEngine.new({ datamodels: datamodels?.length ? datamodels : undefined }, log, factory);
}

/**
 * A URL as single fields. adapter-pg makes its shadow database by adding `database` to them, and `pg` would let a
 * connection string win over that: the shadow's work would be done in the real database.
 */
export function connectionFields(url) {
  const parsed = new URL(url);
  return {
    host: decodeURIComponent(parsed.hostname),
    port: Number(parsed.port || 5432),
    user: decodeURIComponent(parsed.username),
    password: decodeURIComponent(parsed.password),
    database: decodeURIComponent(parsed.pathname.slice(1)),
    schema: parsed.searchParams.get('schema') ?? undefined,
  };
}

class EngineAdapter extends PrismaPg {
  constructor({ schema, ...fields }) {
    const options = schema === undefined ? undefined : `-c search_path="${schema}"`;
    super({ ...fields, options, max: 1 }, { schema });
    this.fields = { ...fields, options };
    this.schema = schema;
  }

  async connect() {
    return withCharacters(await super.connect());
  }

  /** An empty database of its own; adapter-pg 7.10 drops it before its connections to it have ended. */
  async connectToShadowDb() {
    const database = `prisma_migrate_shadow_${randomUUID()}`;
    await this.#asAdministrator(`CREATE DATABASE "${database}"`);
    const shadow = withCharacters(
      await new PrismaPg({ ...this.fields, database, max: 1 }, { schema: this.schema }).connect(),
    );
    const disconnect = shadow.dispose.bind(shadow);
    shadow.dispose = async () => {
      await disconnect();
      await this.#asAdministrator(`DROP DATABASE IF EXISTS "${database}" WITH (FORCE)`);
    };
    return shadow;
  }

  async #asAdministrator(sql) {
    const client = new pg.Client(this.fields);
    await client.connect();
    await client.query(sql).finally(() => client.end());
  }
}

/** The engine wants the kind of a constraint as a character; PostgreSQL 18 gives every NOT NULL column one. */
function withCharacters(connection) {
  const queryRaw = connection.queryRaw.bind(connection);
  connection.queryRaw = async (query) => {
    const result = await queryRaw(query);
    const index = result.columnNames.indexOf('constraint_type');
    if (index >= 0) result.columnTypes[index] = ColumnTypeEnum.Character;
    return result;
  };
  return connection;
}

let wasm;

function loadWasm() {
  wasm ??= instantiate();
  return wasm;
}

async function instantiate() {
  const entry = createRequire(import.meta.url).resolve('@prisma/schema-engine-wasm/schema_engine_bg');
  const bindings = await import(pathToFileURL(entry).href);
  const binary = readFileSync(join(dirname(entry), 'schema_engine_bg.wasm'));
  const { instance } = await WebAssembly.instantiate(binary, { './schema_engine_bg.js': bindings });
  globalThis.PRISMA_WASM_PANIC_REGISTRY = { set_message: (message) => console.error(message) };
  bindings.__wbg_set_wasm(instance.exports);
  instance.exports.__wbindgen_start();
  return bindings;
}

let patched = false;

function readCatalogueTypes() {
  if (patched) return;
  patched = true;
  const original = pg.Result.prototype.addFields;
  pg.Result.prototype.addFields = function addFields(fields) {
    for (const field of fields) field.dataTypeID = readableTypes.get(field.dataTypeID) ?? field.dataTypeID;
    return original.call(this, fields);
  };
}
