import { mkdir, readFile, rm } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { rolldown, type InputOptions, type OutputOptions, type Plugin } from 'rolldown';
import { root } from './processes.js';

// by URL: the tool belongs to the repository, not to a package
const sources = new URL('../../../../tools/dev/bundle-sources.mjs', import.meta.url).href;

type BundleOptions = (root: string, folder: string, built: () => void) => InputOptions & { output: OutputOptions };

const names = 'libs/contracts/src/calendar-sync/provider-names.ts';
const registry = 'libs/providers/registry/src/registered.ts';

/** The blocks of code on the page, in its order. */
async function blocksOf(page: string): Promise<string[]> {
  const text = await readFile(join(root, page), 'utf8');
  return [...text.matchAll(/^```ts\n(.*?)^```/gms)].map(([, code]) => code!);
}

/** Adds a line after the only one with the text. */
function after(code: string, text: string, line: string): string {
  const found = code.split('\n').filter((one) => one.includes(text));
  if (found.length !== 1) throw new Error(`${text} is there ${found.length} times`);
  return code.replace(found[0]!, () => `${found[0]}\n${line}`);
}

/** The steps of docs/providers.md: a name, a folder, and, if it `isRegistered`, a line. */
function steps([name, index, sync, line]: string[], isRegistered: boolean): Plugin {
  const folder = join(root, 'libs/providers/jotter/src');
  const files = new Map([
    [join(folder, 'index.ts'), index!],
    [join(folder, 'sync.ts'), sync!],
  ]);
  return {
    name: 'steps of docs/providers.md',
    resolveId(id, importer) {
      if (id === '@kalends/provider-jotter') return join(folder, 'index.ts');
      return importer?.startsWith(folder) && id === './sync.js' ? join(folder, 'sync.ts') : undefined;
    },
    load: (id) => files.get(id),
    transform(code, id) {
      if (id === join(root, names)) return after(code, '  caldav: {', name!);
      if (id !== join(root, registry) || !isRegistered) return undefined;
      return `import { jotter } from '@kalends/provider-jotter';\n${after(code, '  caldav,', line!)}`;
    },
  };
}

/** The program of all services with the provider of docs/providers.md, from the sources; the folder is removed by `remove`. */
export async function bundleWithJotter({ isRegistered }: { isRegistered: boolean }) {
  const { bundleOptions } = (await import(/* @vite-ignore */ sources)) as { bundleOptions: BundleOptions };
  const folder = join(root, '.cache', `jotter-${process.pid}-${isRegistered}`);
  await mkdir(folder, { recursive: true });
  const { output, ...input } = bundleOptions(root, folder, () => undefined);
  const plugins = [steps(await blocksOf('docs/providers.md'), isRegistered), input.plugins];
  const bundled = await rolldown({ ...input, plugins });
  await bundled.write(output);
  await bundled.close();
  return { program: join(folder, 'all-in-one.js'), remove: () => rm(folder, { recursive: true, force: true }) };
}

/** A Jotter server: iCalendar texts by UID, behind Ada's password. */
export async function startJotter(password: string) {
  const texts = new Map<string, string>();
  const expected = `Basic ${Buffer.from(`ada:${password}`).toString('base64')}`;
  const server = createServer(async (request, response) => {
    const chunks: Buffer[] = [];
    for await (const chunk of request) chunks.push(chunk as Buffer);
    if (request.headers.authorization !== expected) return void response.writeHead(401).end();
    const uid = decodeURIComponent(request.url!.slice(1));
    if (request.method === 'PUT') texts.set(uid, Buffer.concat(chunks).toString());
    if (request.method === 'DELETE') texts.delete(uid);
    return void response.end(JSON.stringify(Object.fromEntries(texts)));
  });
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
  const { port } = server.address() as AddressInfo;
  return {
    texts,
    url: `http://127.0.0.1:${port}/`,
    close: () => {
      server.closeAllConnections();
      server.close();
    },
  };
}
