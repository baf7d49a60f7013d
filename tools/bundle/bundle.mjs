/**
 * `node tools/bundle/bundle.mjs`, after `tsc -b`: writes each program into `dist/`, as one file and the parts that it
 * shares with others. A service is read as that in 0.9 s of processor time; its 1,500 modules one by one take 2.3 s.
 * Does nothing where the bundles are newer than what they were made from.
 */
import { existsSync, readFileSync, renameSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative, sep } from 'node:path';
import process from 'node:process';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown } from 'rolldown';

const root = fileURLToPath(new URL('../..', import.meta.url));
const target = join(root, 'dist');
const apps = ['gateway', 'calendar-sync', 'invites', 'availability', 'notifier', 'all-in-one', 'cli', 'simulator'];

/** Name of the program in `dist/` to the built module that it begins with. */
export const programs = {
  ...Object.fromEntries(apps.map((app) => [app, `apps/${app}/dist/main.js`])),
  topics: 'apps/cli/dist/topics.js',
  migrate: 'apps/cli/dist/migrate.js',
};

const slashed = (path) => path.split(sep).join('/');

/**
 * What lies beside a module is still found where it lay: relative to the bundle's folder, so that the whole may be moved.
 * A plugin of rolldown.
 */
export const places = (folder) => ({
  name: 'places',
  transform(code, id) {
    if (!code.includes('import.meta')) return undefined;
    const place = (path) => `new URL(${JSON.stringify(slashed(relative(folder, path)))}, import.meta.url)`;
    return code
      .replaceAll('import.meta.dirname', `process.getBuiltinModule('node:url').fileURLToPath(${place(dirname(id))})`)
      .replaceAll(/import\.meta\.url(?!\w)/g, `${place(id)}.href`);
  },
});

const base64 = /"([\w+/]{1000,}={0,2})"/;

/**
 * WebAssembly that a package has as a text of base64 lies beside the bundles as it is, and is read when `Buffer.from` asks
 * for it: as a text of a module it would be in memory twice, for good. A plugin of rolldown.
 */
const assemblies = {
  name: 'assemblies',
  transform(code, id) {
    const [, text] = (id.includes('wasm-base64') && base64.exec(code)) || [];
    if (!text) return undefined;
    const fileName = `${basename(id).split('.wasm')[0]}.wasm`;
    this.emitFile({ type: 'asset', fileName, source: Buffer.from(text, 'base64') });
    const read = `readFileSync(new URL('./${fileName}', import.meta.url))`;
    return `import { readFileSync } from 'node:fs';\nexport const wasm = { valueOf: () => ${read} };`;
  },
};

/**
 * The same program without a character beyond ASCII, of whose text V8 keeps one byte for each character instead of two.
 * They stand in strings, templates and expressions only, where a backslash before one says nothing and is left out;
 * `String.raw` would tell the difference.
 */
export const inAscii = (code) =>
  code.replaceAll(/(\\*)([^\0-\u007f])/g, (_, backslashes, character) => {
    const kept = backslashes.length % 2 === 1 ? backslashes.slice(1) : backslashes;
    return `${kept}\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;
  });

/** Writes programs {@link inAscii}, once nothing prints them anew. A plugin of rolldown. */
const ascii = {
  name: 'ascii',
  generateBundle(_, written) {
    for (const chunk of Object.values(written)) if (chunk.type === 'chunk') chunk.code = inAscii(chunk.code);
  },
};

/** Whether nothing that the bundles in `<folder>/dist` were made from has changed since. */
export function isFresh(folder = root) {
  const list = join(folder, 'dist/inputs.json');
  if (!existsSync(list)) return false;
  const made = statSync(list).mtimeMs;
  return JSON.parse(readFileSync(list, 'utf8')).every((path) => {
    const found = statSync(join(folder, path), { throwIfNoEntry: false });
    return found !== undefined && found.mtimeMs <= made;
  });
}

/** Writes all programs anew. Frameworks ask for modules that are not installed: such imports stay as they are. */
export async function bundle() {
  const bundled = await rolldown({
    input: programs,
    cwd: root,
    platform: 'node',
    plugins: [places(target), assemblies, ascii],
    logLevel: 'silent',
  });
  const fresh = `${target}.new`;
  rmSync(fresh, { recursive: true, force: true });
  const { output } = await bundled.write({
    dir: fresh,
    format: 'esm',
    entryFileNames: '[name].js',
    chunkFileNames: '[name]-[hash].js',
    // decorators run while modules are read: what they stand on comes first
    strictExecutionOrder: true,
    comments: false,
  });
  await bundled.close();
  const own = output.flatMap(({ moduleIds = [] }) => moduleIds).map((id) => slashed(relative(root, id)));
  const inputs = own.filter((path) => !path.includes('node_modules') && existsSync(join(root, path)));
  writeFileSync(
    join(fresh, 'inputs.json'),
    JSON.stringify([...inputs, 'package-lock.json', 'tools/bundle/bundle.mjs']),
  );
  rmSync(target, { recursive: true, force: true });
  renameSync(fresh, target);
}

if (process.argv[1] && import.meta.url === pathToFileURL(process.argv[1]).href && !isFresh()) await bundle();
