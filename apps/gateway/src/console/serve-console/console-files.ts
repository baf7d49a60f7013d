import { existsSync, readdirSync, readFileSync } from 'node:fs';
import { extname, join } from 'node:path';
import { fileURLToPath } from 'node:url';

const types = new Map([
  ['.html', 'text/html; charset=utf-8'],
  ['.js', 'text/javascript; charset=utf-8'],
  ['.css', 'text/css; charset=utf-8'],
  ['.svg', 'image/svg+xml'],
]);

/** The same place from sources, builds, bundles and images. */
const folder = fileURLToPath(new URL('../../../../console/dist/', import.meta.url));

export interface ConsoleFile {
  type: string;
  content: Buffer;
}

function filesIn(path: string): Map<string, ConsoleFile> {
  const names = existsSync(path) ? readdirSync(path, { recursive: true, encoding: 'utf8' }) : [];
  const files = names.flatMap((name) => {
    const type = types.get(extname(name));
    return type ? [[name.replaceAll('\\', '/'), { type, content: readFileSync(join(path, name)) }] as const] : [];
  });
  return new Map(files);
}

let read: Map<string, ConsoleFile> | undefined;

/** A file of the built console by its path, all read once; undefined: there is none. */
export function consoleFile(name: string): ConsoleFile | undefined {
  read ??= filesIn(folder);
  return read.get(name);
}
