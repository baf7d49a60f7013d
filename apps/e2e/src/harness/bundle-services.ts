import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { fileURLToPath, pathToFileURL } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import { root } from './processes.js';

const runner = fileURLToPath(new URL('service-process.mjs', import.meta.url));
const entryOf = (service: string) => `entry:${service}`;

/** A program of nothing but a service. */
const entries: Plugin = {
  name: 'entries',
  resolveId: (id) => (id.startsWith('entry:') ? { id } : undefined),
  load: (id) =>
    id.startsWith('entry:')
      ? `import * as own from '@kalends/${id.slice('entry:'.length)}';
         import { runService } from ${JSON.stringify(runner)};
         await runService('${id.slice('entry:'.length)}', own);`
      : undefined,
};

/** What lies beside a module is still found where it lay. */
const places: Plugin = {
  name: 'places',
  transform: (code, id) =>
    code.includes('import.meta')
      ? code
          .replaceAll('import.meta.url', JSON.stringify(pathToFileURL(id).href))
          .replaceAll('import.meta.dirname', JSON.stringify(dirname(id)))
      : undefined,
};

export interface Bundles {
  /** The program of a service. */
  fileOf(service: string): string;
  remove(): Promise<void>;
}

/**
 * Built services as one file each: they start with a third of the work that it takes to find and read their 1,500
 * modules one by one, which is most of what a test that starts hundreds of them does.
 */
export async function bundleServices(services: readonly string[]): Promise<Bundles> {
  const cache = join(root, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'services-'));
  const input = Object.fromEntries(services.map((service) => [service, entryOf(service)]));
  // what frameworks only try to import is not installed: it stays as it is
  const bundle = await rolldown({ input, platform: 'node', plugins: [entries, places], logLevel: 'silent', cwd: root });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await bundle.close();
  return {
    fileOf: (service) => join(folder, `${service}.mjs`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
