// Makes the Prisma client of each service whose schema has a generator: node tools/prisma/generate.mjs [service…]
// Offline and without the home directory; a client whose schema has not changed since is left alone.
import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';

const run = promisify(execFile);
const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');

/** Runs Prisma's command line with nothing that reaches for the network or the home directory. */
export async function runPrisma(args, { cwd = root, env = {}, engine = process.execPath } = {}) {
  const cli = createRequire(join(root, 'package.json')).resolve('prisma/package.json');
  return run(process.execPath, [join(dirname(cli), 'build', 'index.js'), ...args], {
    cwd,
    maxBuffer: 32 * 1024 * 1024,
    env: {
      PATH: process.env.PATH,
      HOME: process.env.HOME,
      CHECKPOINT_DISABLE: '1',
      PRISMA_HIDE_UPDATE_MESSAGE: '1',
      // Any program will do for `generate`: it is looked for, never run. Without it Prisma downloads one.
      PRISMA_SCHEMA_ENGINE_BINARY: engine,
      NO_COLOR: '1',
      ...env,
    },
  });
}

/** Generates the client of one schema.prisma; returns 'unchanged', or how long it took in milliseconds. */
export async function generateClient(schema) {
  const output = resolve(dirname(schema), outputOf(schema));
  const stamp = join(output, '.stamp');
  const wanted = stampOf(schema);
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === wanted) return 'unchanged';
  const begin = performance.now();
  rmSync(output, { recursive: true, force: true });
  await runPrisma(['generate', '--schema', schema, '--no-hints']);
  writeFileSync(stamp, wanted);
  return Math.round(performance.now() - begin);
}

function stampOf(schema) {
  const { version } = createRequire(join(root, 'package.json'))('prisma/package.json');
  return createHash('sha256').update(version).update(readFileSync(schema)).digest('hex');
}

/** Whether a client is generated for a schema; without, it only describes the tables. */
export const hasClient = (schema) => /^generator /m.test(readFileSync(schema, 'utf8'));

function outputOf(schema) {
  const output = /^\s*output\s*=\s*"([^"]+)"/m.exec(readFileSync(schema, 'utf8'));
  if (output === null) throw new Error('the generator block names no output');
  return output[1];
}

/** The services that have a schema, with its path. */
export function services() {
  return readdirSync(join(root, 'apps'))
    .map((name) => ({ name, schema: join(root, 'apps', name, 'src/prisma/schema.prisma') }))
    .filter(({ schema }) => existsSync(schema));
}

async function main(names) {
  const wanted = services().filter(({ schema }) => hasClient(schema));
  const unknown = names.filter((name) => !wanted.some((service) => service.name === name));
  if (unknown.length > 0) throw new Error(`no generator in apps/*/src/prisma/schema.prisma for ${unknown.join(', ')}`);
  const queue = wanted.filter(({ name }) => names.length === 0 || names.includes(name));
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
