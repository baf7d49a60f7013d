// Generates the Prisma client of each service whose schema has a generator: node tools/prisma/generate.mjs [service…]
// Clients are committed; a client whose schema has not changed is skipped.
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { runPrisma, version } from './prisma-cli.mjs';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Whether a schema's client was generated from its current text, by this version of Prisma. */
export function isGenerated(schema) {
  const stamp = join(dirname(schema), outputOf(schema), '.stamp');
  return existsSync(stamp) && readFileSync(stamp, 'utf8') === stampOf(schema);
}

/** Generates the client of one schema.prisma; returns 'unchanged', or how long it took in milliseconds. */
export async function generateClient(schema) {
  const output = resolve(dirname(schema), outputOf(schema));
  const stamp = join(output, '.stamp');
  if (isGenerated(schema)) return 'unchanged';
  const begin = performance.now();
  rmSync(output, { recursive: true, force: true });
  await runPrisma(['generate', '--schema', schema, '--no-hints'], root);
  writeFileSync(stamp, stampOf(schema));
  return Math.round(performance.now() - begin);
}

function stampOf(schema) {
  return createHash('sha256').update(version).update(readFileSync(schema)).digest('hex');
}

/** Whether a client is generated for a schema; otherwise it only describes the tables. */
export const hasClient = (schema) => /^generator /m.test(readFileSync(schema, 'utf8'));

function outputOf(schema) {
  const output = /^\s*output\s*=\s*"([^"]+)"/m.exec(readFileSync(schema, 'utf8'));
  if (output === null) throw new Error('the generator block has no output');
  return output[1];
}

/** The services that have a schema, with its path. */
export function services() {
  return readdirSync(join(root, 'apps'))
    .map((name) => ({ name, schema: join(root, 'apps', name, 'src/prisma/schema.prisma') }))
    .filter(({ schema }) => existsSync(schema));
}

async function main(names) {
  const candidates = services().filter(({ schema }) => hasClient(schema));
  const unknown = names.filter((name) => !candidates.some((service) => service.name === name));
  if (unknown.length > 0) throw new Error(`no generator in apps/*/src/prisma/schema.prisma for ${unknown.join(', ')}`);
  const queue = candidates.filter(({ name }) => names.length === 0 || names.includes(name));
  for (const service of queue) await generateOne(service);
}

async function generateOne({ name, schema }) {
  try {
    const took = await generateClient(schema);
    console.log(`prisma ${name}: ${took === 'unchanged' ? 'up to date' : `client generated in ${took} ms`}`);
  } catch (error) {
    process.exitCode = 1;
    console.error(`prisma ${name}: ${relative(root, schema)}: ${(error.stderr || error.message).trim()}`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) {
  await main(process.argv.slice(2)).catch((error) => {
    console.error(`prisma: ${error.message}`);
    process.exitCode = 1;
  });
}
