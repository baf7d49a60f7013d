import { existsSync, readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { fileURLToPath } from 'node:url';

/** The files of Swagger UI that the reference needs, with their media types. */
const types = {
  'swagger-ui-bundle.js': 'text/javascript; charset=utf-8',
  'swagger-ui.css': 'text/css; charset=utf-8',
} as const;

export type ReferenceFile = keyof typeof types;

export const isReferenceFile = (name: string): name is ReferenceFile => Object.hasOwn(types, name);

/** Where a bundle keeps the files (tools/bundle); elsewhere they are where npm installs them. */
const bundled = new URL('../../../web/', import.meta.url);

function placeOf(name: ReferenceFile): string {
  const beside = fileURLToPath(new URL(name, bundled));
  return existsSync(beside) ? beside : createRequire(import.meta.url).resolve(`swagger-ui-dist/${name}`);
}

const read = new Map<ReferenceFile, Buffer>();

/** The file's content, read once, and its media type. */
export function referenceFile(name: ReferenceFile): { type: string; content: Buffer } {
  const content = read.get(name) ?? readFileSync(placeOf(name));
  read.set(name, content);
  return { type: types[name], content };
}
