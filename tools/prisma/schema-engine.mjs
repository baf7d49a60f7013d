#!/usr/bin/env node
// Takes the place of Prisma's native schema engine (PRISMA_SCHEMA_ENGINE_BINARY=tools/prisma/schema-engine.mjs):
// the same arguments, and JSON-RPC line by line on standard input and output.
import { readFileSync } from 'node:fs';
import { createInterface } from 'node:readline';
import pg from 'pg';
import { connectionFields, openEngine } from './wasm-engine.mjs';

const argv = process.argv.slice(2);
const values = (name) => argv.flatMap((argument, index) => (argument === name ? [argv[index + 1]] : []));
const datasource = JSON.parse(values('--datasource')[0] ?? '{}');
const url = datasource.url || process.env.DATABASE_URL || undefined;

if (argv.includes('--version')) console.log('schema-engine-cli wasm');
else if (argv.includes('cli')) await databaseCommand(argv[argv.indexOf('cli') + 1]);
else await serve();

/** `cli can-connect-to-database` and `cli create-database`; the CLI reads the error from a JSON line. */
async function databaseCommand(command) {
  const fields = connectionFields(url);
  const creates = command === 'create-database';
  const client = new pg.Client({ ...fields, database: creates ? 'postgres' : fields.database });
  try {
    await client.connect();
    if (creates) await client.query(`CREATE DATABASE "${fields.database.replaceAll('"', '""')}"`);
  } catch (error) {
    const code = error.code === '3D000' ? 'P1003' : 'P1001';
    console.error(
      JSON.stringify({
        level: 'ERROR',
        target: 'schema_engine::logger',
        fields: { error_code: code, message: error.message },
      }),
    );
    process.exitCode = 1;
  } finally {
    await client.end().catch(() => undefined);
  }
}

async function serve() {
  const datamodels = values('--datamodels').map((path) => [path, readFileSync(path, 'utf8')]);
  const engine = await openEngine({ url, datamodels });
  const answers = [];
  for await (const line of createInterface({ input: process.stdin, crlfDelay: Infinity })) {
    const request = JSON.parse(line);
    if (request.method !== undefined) answers.push(answer(engine, request));
  }
  await Promise.all(answers);
  process.exit(0);
}

async function answer(engine, { id, method, params }) {
  const send = (message) => process.stdout.write(`${JSON.stringify({ jsonrpc: '2.0', ...message })}\n`);
  try {
    const argument = Array.isArray(params) ? params[0] : params;
    const result = await engine[method === 'getDatabaseVersion' ? 'version' : method](argument);
    if (method === 'diff' && result.stdout) send({ id: 'print', method: 'print', params: { content: result.stdout } });
    send({ id, result: method === 'diff' ? { exitCode: result.exitCode, stdout: null } : (result ?? {}) });
  } catch (error) {
    send({
      id,
      error: { code: 4466, message: 'An error happened. Check the data field for details.', data: errorData(error) },
    });
  }
}

function errorData(error) {
  const message = error?.message ?? String(error);
  const known = parse(message);
  return {
    is_panic: false,
    message: known?.message ?? message,
    meta: known?.meta ?? error?.meta ?? {},
    error_code: error?.code ?? known?.error_code ?? null,
  };
}

function parse(text) {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}
