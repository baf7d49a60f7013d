/**
 * `node apps/console/build.mjs`, after `tsc -b`: writes the console into `dist/`: types of our own OpenAPI document, then the
 * program by Vite. Does nothing if it is newer than its sources.
 */
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import process from 'node:process';
import { gzipSync } from 'node:zlib';

const folder = import.meta.dirname;
const at = (...names) => join(folder, ...names);

const isCurrent = () => {
  const page = at('dist/index.html');
  if (!existsSync(page)) return false;
  const built = statSync(page).mtimeMs;
  const libraries = ['design', 'public-api'].map((name) => at('../../libs', name, 'dist/tsconfig.tsbuildinfo'));
  const modules = readdirSync(at('src'), { recursive: true }).map((name) => at('src', name));
  const others = ['index.html', 'vite.config.mjs', 'build.mjs', 'package.json'].map((name) => at(name));
  return [...libraries, ...modules, ...others].every((path) => statSync(path).mtimeMs <= built);
};

async function generateTypes() {
  const [{ default: openapiTS, astToString }, { openApiDocument }] = await Promise.all([
    import('openapi-typescript'),
    import('@kalends/public-api'),
  ]);
  const text = astToString(
    await openapiTS(openApiDocument('https://kalends.example', 'admin'), { defaultNonNullable: false }),
  );
  const path = at('src/generated/api.d.ts');
  mkdirSync(at('src/generated'), { recursive: true });
  if (!existsSync(path) || readFileSync(path, 'utf8') !== text) writeFileSync(path, text);
}

/** Bytes, compressed, of everything that a browser loads before the first page: that of the overview. */
function firstLoad() {
  const page = readFileSync(at('dist/index.html'), 'utf8');
  const named = [...page.matchAll(/"\/console\/(assets\/[^"]+\.(?:js|css))"/g)].map(([, name]) => name);
  const first = readdirSync(at('dist/assets')).filter((name) => name.startsWith('overview-'));
  if (named.length === 0 || first.length === 0) throw new Error('the first load of the console is not known');
  const files = ['index.html', ...named, ...first.map((name) => `assets/${name}`)];
  return files.reduce((sum, name) => sum + gzipSync(readFileSync(at('dist', name)), { level: 9 }).length, 0);
}

const mostFirst = 300_000;

if (!isCurrent() || !existsSync(at('src/generated/api.d.ts'))) {
  await generateTypes();
  const { build } = await import('vite');
  await build({ root: folder, configFile: at('vite.config.mjs'), logLevel: process.env.DEBUG ? 'info' : 'error' });
  const bytes = firstLoad();
  if (bytes > mostFirst) throw new Error(`the first load of the console has ${bytes} bytes, more than ${mostFirst}`);
}
