/**
 * `node libs/elements/build.mjs`, after `tsc -b`: writes what the package publishes into `dist/`: the Elements in one file, the React
 * components beside it, and their types. Does nothing if it is newer than its sources.
 */
import { execFileSync } from 'node:child_process';
import { existsSync, readdirSync, statSync } from 'node:fs';
import { createRequire } from 'node:module';
import { join } from 'node:path';
import process from 'node:process';

const folder = import.meta.dirname;
const at = (...names) => join(folder, ...names);

const isCurrent = () => {
  const files = ['dist/elements.js', 'dist/types/index.d.ts'].map((name) => at(name));
  if (!files.every((file) => existsSync(file))) return false;
  const built = Math.min(...files.map((file) => statSync(file).mtimeMs));
  const modules = readdirSync(at('src'), { recursive: true }).map((name) => at('src', name));
  const others = ['build.mjs', 'package.json', 'tsconfig.json'].map((name) => at(name));
  return [...modules, ...others, at('../design/dist/tsconfig.tsbuildinfo')].every(
    (path) => statSync(path).mtimeMs <= built,
  );
};

async function bundle() {
  const { rolldown } = await import('rolldown');
  const bundled = await rolldown({
    input: { elements: at('src/index.ts'), react: at('src/react/index.ts') },
    cwd: folder,
    platform: 'browser',
    external: ['react'],
    // the components load the file that pages load
    plugins: [
      {
        name: 'one-file',
        resolveId: (id, from) =>
          id === '../index.js' && from?.includes('react') ? { id: './elements.js', external: true } : null,
      },
    ],
    logLevel: 'silent',
    transform: {
      target: 'es2022',
      assumptions: { setPublicClassFields: true },
      typescript: { removeClassFieldsWithoutInitializer: true },
    },
  });
  await bundled.write({ dir: at('dist'), format: 'esm', entryFileNames: '[name].js', minify: true, comments: false });
  await bundled.close();
}

if (!isCurrent()) {
  await bundle();
  const tsc = createRequire(import.meta.url).resolve('typescript/bin/tsc');
  execFileSync(process.execPath, [tsc, '-p', at('tsconfig.json')], { stdio: 'inherit' });
}
