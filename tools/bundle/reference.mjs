/** The reader of the API reference: one file of Scalar's, taken from the package that has it in one piece and needs no other. */
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { dirname, join } from 'node:path';
import { runInNewContext } from 'node:vm';
import { gzipSync } from 'node:zlib';

/** Where the gateway serves it from, relative to its installation. */
export const referencePath = 'apps/gateway/web/reference.js.gz';

/** The package whose licence applies. */
export const referencePackage = 'node_modules/@scalar/fastify-api-reference';

/** The script, which the package contains as a literal: importing it would load what only its server needs. */
export function referenceScript() {
  const main = createRequire(import.meta.url).resolve('@scalar/fastify-api-reference');
  const literal = /^var standalone_default = (".*");$/m.exec(readFileSync(main, 'utf8'))?.[1];
  if (literal === undefined) throw new Error(`${main} does not contain the script of the reference where it used to`);
  const script = runInNewContext(literal);
  // its source map is not served
  return script.replace(/\n\/\/# sourceMappingURL=\S+\s*$/, '\n');
}

/** Writes the script into the folder of an installation, compressed. */
export function writeReference(folder) {
  const path = join(folder, referencePath);
  mkdirSync(dirname(path), { recursive: true });
  writeFileSync(path, gzipSync(referenceScript(), { level: 9 }));
}
