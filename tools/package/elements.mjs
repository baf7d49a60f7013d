// node tools/package/elements.mjs <folder>: writes the npm package `@kalends/elements` into the folder, for `npm publish` or `npm pack`, after
// the build.
import { cpSync, existsSync, mkdirSync, readdirSync, readFileSync, realpathSync, writeFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';

const root = fileURLToPath(new URL('../..', import.meta.url));
const source = join(root, 'libs/elements');

/** Writes the package into the folder, which must not exist or be empty. */
export function writeElements(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  mkdirSync(folder, { recursive: true });
  const { private: _, scripts: _scripts, dependencies: _bundled, nx: _nx, ...published } = JSON.parse(readFileSync(join(source, 'package.json'), 'utf8')); // prettier-ignore
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(published, null, 2)}\n`);
  cpSync(join(source, 'dist'), join(folder, 'dist'), { recursive: true });
  cpSync(join(source, 'README.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

if (process.argv[1] && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('usage: node tools/package/elements.mjs <folder>');
  writeElements(resolve(folder));
}
