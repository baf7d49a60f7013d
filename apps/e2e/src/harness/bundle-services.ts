import { mkdir, mkdtemp, rm } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { rolldown, type Plugin } from 'rolldown';
import { root } from './processes.js';

const besides = (name: string) => fileURLToPath(new URL(name, import.meta.url));

// by URL: the tool belongs to the repository, not to a package
const bundler = new URL('../../../../tools/bundle/bundle.mjs', import.meta.url).href;

/** `entry:<service>` is a program of only that service, `entry:all-in-one` the program of all. */
const entries: Plugin = {
  name: 'entries',
  resolveId: (id) => (id.startsWith('entry:') ? { id } : undefined),
  load(id) {
    const [kind, service] = id.split(':');
    if (kind !== 'entry') return undefined;
    if (service === 'all-in-one') {
      return `import 'reflect-metadata';
        import { removeSafeguard } from ${JSON.stringify(besides('remove-safeguard.mjs'))};
        removeSafeguard(process.env);
        await import(${JSON.stringify(join(root, 'apps/all-in-one/dist/main.js'))});`;
    }
    return `import * as own from '@kalends/${service}';
      import { runService } from ${JSON.stringify(besides('service-process.mjs'))};
      await runService('${service}', own);`;
  },
};

export interface Bundles {
  /** The program of a service. */
  fileOf(service: string): string;
  remove(): Promise<void>;
}

/**
 * Bundles built services into one file each: loading that takes 0.9 s of processor time, loading 1,500 separate modules 2.3
 * s, which would be most of the work of a test that starts hundreds of services.
 */
export async function bundleServices(services: readonly string[]): Promise<Bundles> {
  const cache = join(root, '.cache');
  await mkdir(cache, { recursive: true });
  const folder = await mkdtemp(join(cache, 'services-'));
  const { places } = (await import(/* @vite-ignore */ bundler)) as { places(folder: string): Plugin };
  const input = Object.fromEntries(services.map((service) => [service, `entry:${service}`]));
  // modules that frameworks import optionally are not installed: left as they are
  const bundle = await rolldown({
    input,
    platform: 'node',
    plugins: [entries, places(folder)],
    logLevel: 'silent',
    cwd: root,
  });
  await bundle.write({ dir: folder, format: 'esm', entryFileNames: '[name].mjs', chunkFileNames: '[name]-[hash].mjs' });
  await bundle.close();
  return {
    fileOf: (service) => join(folder, `${service}.mjs`),
    remove: () => rm(folder, { recursive: true, force: true }),
  };
}
