// node tools/prisma/generate.mjs, part of the build: generates the Prisma client of each service whose schema has a generator, unless
// neither the schema nor Prisma has changed. It calls Prisma's generator itself: the command line, which does the same, is 160 MB larger and
// downloads a program (ADR 0119).
import { createHash } from 'node:crypto';
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join, relative, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const root = resolve(dirname(fileURLToPath(import.meta.url)), '../..');
const require = createRequire(import.meta.url);
const { version } = JSON.parse(
  readFileSync(join(root, 'node_modules/@prisma/client-generator-ts/package.json'), 'utf8'),
);

/** Schemas of the services that use Prisma. */
export const schemas = () =>
  readdirSync(join(root, 'apps'))
    .map((name) => join(root, 'apps', name, 'src/prisma/schema.prisma'))
    .filter((path) => existsSync(path));

/** Generates the client of one schema.prisma; returns 'unchanged', or how long it took in milliseconds. */
export async function generateClient(schema) {
  const text = readFileSync(schema, 'utf8');
  const [, output] = /^\s*output\s*=\s*"([^"]+)"/m.exec(text);
  const folder = resolve(dirname(schema), output);
  const stamp = join(folder, '.stamp');
  const current = createHash('sha256').update(version).update(text).digest('hex');
  if (existsSync(stamp) && readFileSync(stamp, 'utf8') === current) return 'unchanged';
  const begin = performance.now();
  rmSync(folder, { recursive: true, force: true });
  await generate(schema);
  writeFileSync(stamp, current);
  return Math.round(performance.now() - begin);
}

async function generate(schema) {
  // loaded only now, as it takes a second; its ESM build has an import that Node does not resolve
  const { PrismaClientTsGenerator } = require('@prisma/client-generator-ts');
  const { getGenerators, loadSchemaContext } = require('@prisma/internals');
  const schemaContext = await loadSchemaContext({ schemaPath: { cliProvidedPath: schema }, printLoadMessage: false });
  const registry = { 'prisma-client': { type: 'in-process', generator: new PrismaClientTsGenerator() } };
  for (const generator of await getGenerators({ schemaContext, registry })) {
    await generator.generate();
    generator.stop();
  }
}

/** Generates the clients of all services that use Prisma. */
export async function generateClients() {
  for (const schema of schemas()) {
    const took = await generateClient(schema);
    if (took !== 'unchanged') console.log(`${relative(root, schema)}: client generated in ${took} ms`);
  }
}

if (process.argv[1] === fileURLToPath(import.meta.url)) await generateClients();
