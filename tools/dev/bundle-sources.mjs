import { join } from 'node:path';
import { pathToFileURL } from 'node:url';
import { places } from '../bundle/bundle.mjs';

const entries = {
  'all-in-one': 'apps/all-in-one/src/main.ts',
  'compute-worker': 'apps/availability/src/query/answer-availability/compute-worker.ts',
  'object-worker': 'libs/providers/port/src/sync/object-worker.ts',
  'mail-worker': 'apps/invites/src/replies/reply-mail/mail-worker.ts',
};

/**
 * Our modules, and the decorator helpers that rolldown adds; third-party packages are imported from where they are
 * installed.
 */
const isPackage = (id) => /^[^./\0]/.test(id) && !/^(@kalends|@oxc-project)\//.test(id);

/** Threads are started from `dist/`; here from beside the program, so that a change reaches them too. */
const threads = (folder) => ({
  name: 'threads',
  transform(code, id) {
    if (!/[\\/](apps|libs)[\\/]/.test(id) || !/'(\.\.\/)+dist\/[\w-]+\.js'/.test(code)) return undefined;
    const beside = (_, name) => `'${pathToFileURL(join(folder, name)).href}'`;
    return { code: code.replaceAll(/'(?:\.\.\/)+dist\/([\w-]+\.js)'/g, beside), map: null };
  },
});

/**
 * Options for rolldown's `watch`: all-in-one and its threads from the TypeScript sources below `root` into `folder`. `built`
 * receives the packages that the programs import, each time before they are written.
 */
export const bundleOptions = (root, folder, built) => ({
  cwd: root,
  input: entries,
  platform: 'node',
  logLevel: 'silent',
  tsconfig: false,
  external: isPackage,
  resolve: { conditionNames: ['@kalends/source', 'node', 'import'], extensionAlias: { '.js': ['.ts', '.js'] } },
  transform: {
    target: 'es2023',
    decorator: { legacy: true, emitDecoratorMetadata: true },
    assumptions: { setPublicClassFields: true },
    typescript: { removeClassFieldsWithoutInitializer: true },
  },
  plugins: [
    threads(folder),
    places(folder),
    {
      name: 'packages',
      generateBundle(_, files) {
        const imported = Object.values(files).flatMap(({ imports = [] }) => imports);
        built([...new Set(imported)].filter((name) => !(name in files)));
      },
    },
  ],
  output: {
    dir: folder,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // decorators run while modules load: their dependencies come first
    strictExecutionOrder: true,
    sourcemap: true,
  },
});
