import { readdirSync, readFileSync } from 'node:fs';
import { join, relative, sep } from 'node:path';
import ts from 'typescript';

/** One TypeScript file of the workspace. */
export interface SourceFile {
  /** From the root, with `/`: `apps/gateway/src/events/read-events/read-events.controller.ts`. */
  path: string;
  text: string;
  /** The text without comments and the contents of string literals, with the same lines. */
  code: string;
  /** Modules that it imports or re-exports, as written. */
  imports: string[];
}

const ignored = new Set(['node_modules', 'dist', 'generated']);

/** All TypeScript sources of apps and libs, including specs, excluding generated code. */
export function readSources(root: string): SourceFile[] {
  return readFiles(root, ['src'], '.ts');
}

/** Programs that are not compiled: those of benchmarks, and those that tests start. */
export function readPrograms(root: string): SourceFile[] {
  return readFiles(root, ['src', 'bench'], '.mjs');
}

function readFiles(root: string, folders: readonly string[], ending: string): SourceFile[] {
  return ['apps', 'libs', 'libs/providers']
    .flatMap((group) => readdirSync(join(root, group)).map((name) => join(root, group, name)))
    .flatMap((directory) => folders.flatMap((folder) => filesBelow(join(directory, folder))))
    .filter((path) => path.endsWith(ending))
    .map((path) => sourceFile(relative(root, path).split(sep).join('/'), readFileSync(path, 'utf8')));
}

export function sourceFile(path: string, text: string): SourceFile {
  const imports = ts.preProcessFile(text, true, true).importedFiles.map(({ fileName }) => fileName);
  return { path, text, code: withoutCommentsAndStrings(text), imports };
}

function filesBelow(directory: string): string[] {
  let entries;
  try {
    entries = readdirSync(directory, { withFileTypes: true });
  } catch {
    return [];
  }
  return entries.flatMap((entry) => {
    const path = join(directory, entry.name);
    if (!entry.isDirectory()) return [path];
    return ignored.has(entry.name) ? [] : filesBelow(path);
  });
}

const COMMENT_OR_STRING = /\/\*[\s\S]*?\*\/|(?<![:\\])\/\/[^\n]*|'(?:\\.|[^'\\\n])*'|"(?:\\.|[^"\\\n])*"/g;

function withoutCommentsAndStrings(text: string): string {
  return text.replaceAll(COMMENT_OR_STRING, (found) => found.replaceAll(/[^\n'"]/g, ' '));
}
